// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A container of the heap holds references that the collector sees.
// EXPECT: a raw pointer does not keep a managed object alive: use Member

#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/heap_vector.h"

class Node : public halfword::GarbageCollected<Node> {
  HALFWORD_FIELDS(Node)
};

void Add(Node* node) {
#ifdef CONTROL
  halfword::HeapVector<halfword::Member<Node>> nodes;
#else
  halfword::HeapVector<Node*> nodes;
#endif
  nodes.push_back(node);
}
