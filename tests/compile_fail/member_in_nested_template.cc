// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A Member is found however deep it is among the template arguments.
// EXPECT: cannot see a Member inside this type

#include <utility>
#include <vector>

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

class Node : public halfword::GarbageCollected<Node> {
#ifdef CONTROL
  std::vector<std::pair<int, float>> child_;
#else
  std::vector<std::pair<int, halfword::Member<Node>>> child_;
#endif
  HALFWORD_FIELDS(Node, child_)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
