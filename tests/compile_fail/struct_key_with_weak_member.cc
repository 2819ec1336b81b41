// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A key whose parts are cleared would be another key, and stay for ever.
// EXPECT: a struct or array with a WeakMember is no key

#include <cstdint>

#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/hash_traits.h"
#include "halfword/heap_hash_set.h"
#include "halfword/member.h"

class Node : public halfword::GarbageCollected<Node> {
  HALFWORD_FIELDS(Node)
};

struct Pair {
#ifdef CONTROL
  halfword::Member<Node> first;
#else
  halfword::WeakMember<Node> first;
#endif
  int second = 0;
  HALFWORD_FIELDS(Pair, first, second)
};

template <>
struct halfword::HashTraits<Pair> {
  static uint64_t Hash(const Pair& pair, uint64_t seed) {
    return halfword::HashNumber(static_cast<uint64_t>(pair.second), seed);
  }
  static bool Equal(const Pair& a, const Pair& b) {
    return a.first == b.first && a.second == b.second;
  }
};

void Add(halfword::HeapHashSet<Pair>& set, Node* node) {
  set.insert({node, 1});
}
