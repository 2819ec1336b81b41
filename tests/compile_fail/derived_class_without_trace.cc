// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// An inherited Trace does not see the fields of the derived class.
// EXPECT: lists no fields and has no Trace of its own

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"

class Node : public halfword::GarbageCollected<Node> {
 public:
  void Trace(halfword::Visitor*) const {}
};

class Element : public Node {
 public:
#ifdef CONTROL
  void Trace(halfword::Visitor* visitor) const { Node::Trace(visitor); }
#endif
};

Element* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Element>(handle);
}
