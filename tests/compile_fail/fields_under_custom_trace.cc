// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A list cannot call the hand-written Trace of a base.
// EXPECT: a base of this class has a hand-written Trace

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"

class Node : public halfword::GarbageCollected<Node> {
 public:
  void Trace(halfword::Visitor*) const {}
};

class Element : public Node {
#ifdef CONTROL
 public:
  void Trace(halfword::Visitor* visitor) const { Node::Trace(visitor); }
#endif
  HALFWORD_FIELDS(Element)
  HALFWORD_BASES(Element, Node)
};

Element* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Element>(handle);
}
