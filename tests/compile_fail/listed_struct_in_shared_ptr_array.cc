// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// It is known what a listed struct holds, also in an array of them. What a
// struct holds that lists nothing, its owner knows.
// EXPECT: cannot see a Member inside this type

#include <memory>

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

struct Host {
  int x = 0;
};

class Node : public halfword::GarbageCollected<Node> {
#ifdef CONTROL
  std::shared_ptr<const Host[]> children_;
#else
  std::shared_ptr<const Plain[]> children_;
#endif
  HALFWORD_FIELDS(Node, children_)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
