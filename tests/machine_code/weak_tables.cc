// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One function for each thing that a program does by key with a weak table, and
// for its size, compiled but never run: check_operations.py reads the machine
// code. Nothing of the table may be left in the frame of the caller, where a
// collection would find it (design/tables.md#req.table.clean).

#include <cstddef>
#include <cstdint>

#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/heap_hash_map.h"
#include "halfword/heap_hash_set.h"
#include "halfword/heap_linked_hash_set.h"
#include "halfword/member.h"

namespace {

using halfword::Member;
using halfword::WeakMember;

struct Node : halfword::GarbageCollected<Node> {
  Member<Node> next;
  HALFWORD_FIELDS(Node, next)
};

using Set = halfword::HeapHashSet<WeakMember<Node>>;
using Map = halfword::HeapHashMap<WeakMember<Node>, Member<Node>>;
using Values = halfword::HeapHashMap<int32_t, WeakMember<Node>>;
using Linked = halfword::HeapLinkedHashSet<WeakMember<Node>>;

}  // namespace

extern "C" {

bool set_size(Set& set, size_t limit) { return set.size() > limit; }
bool set_contains(Set& set, Node* key) { return set.contains(key); }
bool set_insert(Set& set, Node* key) { return set.insert(key).second; }
bool set_erase(Set& set, Node* key) { return set.erase(key) != 0; }

bool map_size(Map& map, size_t limit) { return map.size() > limit; }
bool map_contains(Map& map, Node* key) { return map.contains(key); }
bool map_emplace(Map& map, Node* key, Node* value) {
  return map.try_emplace(key, value).second;
}
bool map_assign(Map& map, Node* key, Node* value) {
  return map.insert_or_assign(key, value).second;
}
bool map_erase(Map& map, Node* key) { return map.erase(key) != 0; }

bool values_assign(Values& map, int32_t key, Node* value) {
  return map.insert_or_assign(key, value).second;
}
bool values_erase(Values& map, int32_t key) { return map.erase(key) != 0; }

bool linked_size(Linked& set, size_t limit) { return set.size() > limit; }
bool linked_contains(Linked& set, Node* key) { return set.contains(key); }
bool linked_insert(Linked& set, Node* key) { return set.insert(key).second; }
bool linked_erase(Linked& set, Node* key) { return set.erase(key) != 0; }

}  // extern "C"
