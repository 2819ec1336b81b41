// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A key whose elements are cleared would be another key, and stay for ever.
// EXPECT: a struct or array with a WeakMember is no key

#include <array>
#include <cstdint>

#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/hash_traits.h"
#include "halfword/heap_hash_set.h"
#include "halfword/member.h"

class Node : public halfword::GarbageCollected<Node> {
  HALFWORD_FIELDS(Node)
};

#ifdef CONTROL
using Pair = std::array<halfword::Member<Node>, 2>;
#else
using Pair = std::array<halfword::WeakMember<Node>, 2>;
#endif

template <>
struct halfword::HashTraits<Pair> {
  static uint64_t Hash(const Pair& pair, uint64_t seed) {
    return halfword::HashNumber(pair[0] == nullptr ? 1 : 0, seed);
  }
  static bool Equal(const Pair& a, const Pair& b) { return a == b; }
};

void Add(halfword::HeapHashSet<Pair>& set, Node* node) {
  set.insert(Pair{node, node});
}
