// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Only managed classes have objects in the heap.
// EXPECT: derive it from GarbageCollected<Class>

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"

#ifdef CONTROL
class Node : public halfword::GarbageCollected<Node> {
#else
class Node {
#endif
  HALFWORD_FIELDS(Node)
};

Node* Make(halfword::AllocationHandle& handle) {
  return halfword::MakeGarbageCollected<Node>(handle);
}
