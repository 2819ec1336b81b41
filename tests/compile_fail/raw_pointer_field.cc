// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The collector does not follow raw pointers.
// EXPECT: use Member, WeakMember or UntracedMember
// EXPECT: FieldName<\d+>\{.child_.\}

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

class Node : public halfword::GarbageCollected<Node> {
#ifdef CONTROL
  halfword::Member<Node> child_;
#else
  Node* child_ = nullptr;
#endif
  HALFWORD_FIELDS(Node, child_)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
