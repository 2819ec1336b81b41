// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A listed struct tells that a container of it holds references.
// EXPECT: cannot see a Member inside this type

#include <vector>

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

class Leaf : public halfword::GarbageCollected<Leaf> {
  HALFWORD_FIELDS(Leaf)
};

struct Plain {
  halfword::Member<Leaf> leaf;
  HALFWORD_FIELDS(Plain, leaf)
};

class Node : public halfword::GarbageCollected<Node> {
#ifdef CONTROL
  Plain child_;
#else
  std::vector<Plain> child_;
#endif
  HALFWORD_FIELDS(Node, child_)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
