// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A Member refers to what lives in the heap.
// EXPECT: a Member points to a managed class

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

struct Foreign {};

class Node : public halfword::GarbageCollected<Node> {
#ifdef CONTROL
  halfword::UntracedMember<Node> child_;
#else
  halfword::Member<Foreign> child_;
#endif
  HALFWORD_FIELDS(Node, child_)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
