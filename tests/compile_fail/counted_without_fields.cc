// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A class that lists nothing could hold a Member that nobody sees.
// EXPECT: this class lists no fields, and a Member in it would not be seen: add

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

class Counted : public halfword::RefCounted<Counted> {
#ifdef CONTROL
  halfword::Persistent<Node> node_;
  HALFWORD_FIELDS(Counted, node_)
#else
  halfword::Member<Node> node_;
#endif
};

halfword::RefPtr<Counted> Make() { return halfword::MakeRefCounted<Counted>(); }
