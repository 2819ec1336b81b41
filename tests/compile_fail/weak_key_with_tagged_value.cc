// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A Tagged is a strong reference where it is no integer.
// EXPECT: a Tagged value may be a reference

#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/heap_hash_map.h"
#include "halfword/tagged.h"

class Node : public halfword::GarbageCollected<Node> {
  HALFWORD_FIELDS(Node)
};

#ifdef CONTROL
using Value = halfword::Member<Node>;
#else
using Value = halfword::Tagged<Node>;
#endif

void Add(halfword::HeapHashMap<halfword::WeakMember<Node>, Value>& map,
         Node* node) {
  map.try_emplace(node);
}
