// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The list of a base does not speak for the class derived from it.
// EXPECT: lists no fields and has no Trace of its own

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"

class Node : public halfword::GarbageCollected<Node> {
  int value_ = 0;
  HALFWORD_FIELDS(Node, value_)
};

class Element : public Node {
#ifdef CONTROL
  HALFWORD_FIELDS(Element)
  HALFWORD_BASES(Element, Node)
#endif
};

Element* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Element>(handle);
}
