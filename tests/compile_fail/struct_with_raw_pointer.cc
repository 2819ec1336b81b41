// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The fields of a nested struct are looked at as those of a class.
// EXPECT: use Member, WeakMember or UntracedMember
// EXPECT: FieldName<\d+>\{.child_.\}

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

class Node;

struct Entry {
#ifdef CONTROL
  halfword::Member<Node> child_;
#else
  Node* child_ = nullptr;
#endif
  HALFWORD_FIELDS(Entry, child_)
};

class Node : public halfword::GarbageCollected<Node> {
  Entry entries_[2];
  HALFWORD_FIELDS(Node, entries_)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
