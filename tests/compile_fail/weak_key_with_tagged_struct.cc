// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A Tagged may be a strong reference in a struct, too.
// EXPECT: a Tagged value may be a reference

#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/heap_hash_map.h"
#include "halfword/string.h"
#include "halfword/tagged.h"

class Node : public halfword::GarbageCollected<Node> {
  HALFWORD_FIELDS(Node)
};

struct Value {
#ifdef CONTROL
  halfword::WeakMember<Node> nodes[2];
#else
  halfword::Tagged<Node> nodes[2];
#endif
  halfword::String name;
  HALFWORD_FIELDS(Value, nodes, name)
};

void Add(halfword::HeapHashMap<halfword::WeakMember<Node>, Value>& map,
         Node* node) {
  map.try_emplace(node);
}
