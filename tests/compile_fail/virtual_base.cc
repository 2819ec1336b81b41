// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Where a virtual base lies differs from object to object.
// EXPECT: managed bases and mixins are not virtual bases

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"

class Node : public halfword::GarbageCollected<Node> {
 public:
  virtual ~Node() = default;
  HALFWORD_FIELDS(Node)
};

#ifdef CONTROL
class Element : public Node {
#else
class Element : public virtual Node {
#endif
  HALFWORD_FIELDS(Element)
  HALFWORD_BASES(Element, Node)
};

Element* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Element>(handle);
}
