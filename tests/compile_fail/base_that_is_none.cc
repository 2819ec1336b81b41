// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HALFWORD_BASES lists bases.
// EXPECT: a class in HALFWORD_BASES is no base of this class

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"

class Other : public halfword::GarbageCollected<Other> {
  HALFWORD_FIELDS(Other)
};

class Node : public halfword::GarbageCollected<Node> {
  HALFWORD_FIELDS(Node)
#ifndef CONTROL
  HALFWORD_BASES(Node, Other)
#endif
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
