// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The references of such a value would keep the key alive that they lead to.
// EXPECT: could keep its weak key alive

#include <array>

#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/heap_hash_map.h"

class Node : public halfword::GarbageCollected<Node> {
  HALFWORD_FIELDS(Node)
};

#ifdef CONTROL
using Pair = std::array<int, 2>;
#else
using Pair = std::array<halfword::Member<Node>, 2>;
#endif

void Add(halfword::HeapHashMap<halfword::WeakMember<Node>, Pair>& map,
         Node* node) {
  map.try_emplace(node);
}
