// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The references of such a value would keep the key alive that they lead to.
// EXPECT: could keep its weak key alive

#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/heap_hash_map.h"

class Node : public halfword::GarbageCollected<Node> {
  HALFWORD_FIELDS(Node)
};

struct Pair {
#ifdef CONTROL
  int first = 0;
#else
  halfword::Member<Node> first;
#endif
  int second = 0;
  HALFWORD_FIELDS(Pair, first, second)
};

void Add(halfword::HeapHashMap<halfword::WeakMember<Node>, Pair>& map,
         Node* node) {
  map.try_emplace(node);
}
