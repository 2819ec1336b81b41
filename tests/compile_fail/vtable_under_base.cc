// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A vtable pointer that a derived class adds moves its base.
// EXPECT: make the base polymorphic too

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"

class Node : public halfword::GarbageCollected<Node> {
 public:
#ifdef CONTROL
  virtual ~Node() = default;
#endif

 private:
  int value_ = 0;
  HALFWORD_FIELDS(Node, value_)
};

class Element : public Node {
 public:
  virtual void Open() {}

 private:
  HALFWORD_FIELDS(Element)
  HALFWORD_BASES(Element, Node)
};

Element* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Element>(handle);
}
