// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// An array that a smart pointer owns hides a Member as a single one does.
// EXPECT: cannot see a Member inside this type

#include <memory>

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

class Leaf : public halfword::GarbageCollected<Leaf> {
  HALFWORD_FIELDS(Leaf)
};

class Node : public halfword::GarbageCollected<Node> {
#ifdef CONTROL
  std::unique_ptr<char[]> children_;
#else
  std::unique_ptr<halfword::Member<Leaf>[]> children_;
#endif
  HALFWORD_FIELDS(Node, children_)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
