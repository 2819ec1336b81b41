// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A pair has no list of its fields; a struct can have one.
// EXPECT: cannot see a Member inside this type

#include <utility>

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

class Node : public halfword::GarbageCollected<Node> {
#ifdef CONTROL
  halfword::WeakMember<Node> child_;
#else
  std::pair<int, halfword::WeakMember<Node>> child_;
#endif
  HALFWORD_FIELDS(Node, child_)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
