// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Objects of the heap are made by MakeGarbageCollected alone.
// EXPECT: a managed object cannot be part of another one

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

class Part : public halfword::GarbageCollected<Part> {
  HALFWORD_FIELDS(Part)
};

class Node : public halfword::GarbageCollected<Node> {
#ifdef CONTROL
  halfword::Member<Part> child_;
#else
  Part child_;
#endif
  HALFWORD_FIELDS(Node, child_)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
