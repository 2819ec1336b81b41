// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A class without a count has none to change.
// EXPECT: a RefPtr points to a class that is derived from RefCounted

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
struct Plain : halfword::RefCounted<Plain> {
  HALFWORD_FIELDS(Plain)
};
#else
struct Plain {};
#endif

halfword::RefPtr<Plain> Keep(Plain* plain) { return plain; }
