// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// An entry of two references has no room for a hash.
// EXPECT: has no room for a hash: leave kStoresHash out of these HashTraits

#include <cstdint>

#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/heap_hash_map.h"

class Node : public halfword::GarbageCollected<Node> {
  HALFWORD_FIELDS(Node)
};

using Key = halfword::WeakMember<Node>;

struct Traits {
  static constexpr bool kStoresHash = true;
  static uint64_t Hash(const Key& key, uint64_t seed) {
    return halfword::HashTraits<Key>::Hash(key, seed);
  }
  static bool Equal(const Key& a, const Key& b) { return a == b; }
};

#ifdef CONTROL
using Value = int;
#else
using Value = halfword::Member<Node>;
#endif

void Add(halfword::HeapHashMap<Key, Value, Traits>& map, Node* node) {
  map.try_emplace(Key(node));
}
