// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A vector keeps its elements outside the heap, where no marker looks.
// EXPECT: cannot see a Member inside this type
// EXPECT: FieldName<\d+>\{.child_.\}

#include <vector>

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

class Node : public halfword::GarbageCollected<Node> {
#ifdef CONTROL
  halfword::Member<Node> child_;
#else
  std::vector<halfword::Member<Node>> child_;
#endif
  HALFWORD_FIELDS(Node, child_)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
