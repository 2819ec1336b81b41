// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One function for each kind of weak table, which keeps a reference to an entry
// over a call that may collect; compiled but never run: check_operations.py
// reads the machine code. rules.py has what it must be.

#include <cstdint>

#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/heap_hash_map.h"
#include "halfword/heap_hash_set.h"
#include "halfword/heap_linked_hash_set.h"
#include "halfword/member.h"

namespace {

struct Node : halfword::GarbageCollected<Node> {
  int32_t number;
  HALFWORD_FIELDS(Node, number)
};

using WeakNode = halfword::WeakMember<Node>;
using Set = halfword::HeapHashSet<WeakNode>;
using Map = halfword::HeapHashMap<int32_t, WeakNode>;
using Linked = halfword::HeapLinkedHashSet<WeakNode>;

}  // namespace

extern "C" {

void call();

bool keep_of_set(const Set::iterator& place) {
  const WeakNode& kept = *place;
  call();
  return static_cast<bool>(kept);
}
bool keep_of_map(const Map::iterator& place) {
  const WeakNode& kept = (*place).second;
  call();
  return static_cast<bool>(kept);
}
bool keep_of_linked(const Linked::iterator& place) {
  const WeakNode& kept = *place;
  call();
  return static_cast<bool>(kept);
}

}  // extern "C"
