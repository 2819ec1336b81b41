// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// It is known what a listed struct holds, wherever it lies.
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
  std::unique_ptr<Host> child_;
#else
  std::unique_ptr<Plain> child_;
#endif
  HALFWORD_FIELDS(Node, child_)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
