// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A root in an array that a managed object owns is as bad as one in itself.
// EXPECT: makes a cycle that is never collected

#include <memory>

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"
#include "halfword/persistent.h"

class Leaf : public halfword::GarbageCollected<Leaf> {
  HALFWORD_FIELDS(Leaf)
};

class Node : public halfword::GarbageCollected<Node> {
#ifdef CONTROL
  std::shared_ptr<int[]> children_;
#else
  std::shared_ptr<halfword::Persistent<Leaf>[]> children_;
#endif
  HALFWORD_FIELDS(Node, children_)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
