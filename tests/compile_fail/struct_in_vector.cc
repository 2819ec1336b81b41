// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A struct that lists nothing may hide a Member inside a container too.
// EXPECT: may hold objects of a class that lists no fields

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
};

struct Numbers {
  int x = 0;
  HALFWORD_FIELDS(Numbers, x)
};

class Node : public halfword::GarbageCollected<Node> {
#ifdef CONTROL
  std::vector<Numbers> child_;
#else
  std::vector<Plain> child_;
#endif
  HALFWORD_FIELDS(Node, child_)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
