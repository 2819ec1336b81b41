// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A root inside the heap makes a cycle that is never collected.
// EXPECT: a Persistent inside a managed object makes a cycle
// EXPECT: FieldName<\d+>\{.child_.\}

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"
#include "halfword/persistent.h"

class Node : public halfword::GarbageCollected<Node> {
#ifdef CONTROL
  halfword::Member<Node> child_;
#else
  halfword::Persistent<Node> child_;
#endif
  HALFWORD_FIELDS(Node, child_)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
