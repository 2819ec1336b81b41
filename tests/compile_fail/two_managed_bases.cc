// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// An object has one managed base, at its start.
// EXPECT: there is one only: make the other a GarbageCollectedMixin

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"

class Node : public halfword::GarbageCollected<Node> {
  HALFWORD_FIELDS(Node)
};

#ifdef CONTROL
class Listener : public halfword::GarbageCollectedMixin {
#else
class Listener : public halfword::GarbageCollected<Listener> {
#endif
  HALFWORD_FIELDS(Listener)
};

class Element : public Node, public Listener {
  HALFWORD_FIELDS(Element)
  HALFWORD_BASES(Element, Node, Listener)
};

Element* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Element>(handle);
}
