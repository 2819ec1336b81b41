// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A managed base without fields is listed too, for casts by type.
// EXPECT: derives from a managed class: list it in HALFWORD_BASES

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"

class Node : public halfword::GarbageCollected<Node> {
  HALFWORD_FIELDS(Node)
};

class Element : public Node {
  int value_ = 0;
  HALFWORD_FIELDS(Element, value_)
#ifdef CONTROL
  HALFWORD_BASES(Element, Node)
#endif
};

Element* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Element>(handle);
}
