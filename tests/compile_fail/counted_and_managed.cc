// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// An object has one owner.
// EXPECT: an object is either counted or garbage-collected: take one of the

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"
#include "halfword/persistent.h"
#include "halfword/ref_counted.h"
#include "halfword/ref_ptr.h"

class Node : public halfword::GarbageCollected<Node> {
  HALFWORD_FIELDS(Node)
};

#ifdef CONTROL
class Both : public halfword::RefCounted<Both> {
#else
class Both : public halfword::GarbageCollected<Both>,
             public halfword::RefCounted<Both> {
#endif
  HALFWORD_FIELDS(Both)
};

void Make() { halfword::MakeRefCounted<Both>(); }
