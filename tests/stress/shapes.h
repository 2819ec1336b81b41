// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The classes of the stress as a table: how one is made, what it must look
// like, how often it is chosen.

#ifndef HALFWORD_TESTS_STRESS_SHAPES_H_
#define HALFWORD_TESTS_STRESS_SHAPES_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "tests/stress/slot.h"
#include "tests/stress/thing.h"

namespace halfword::inline HALFWORD_ABI::stress {

struct Shape {
  const char* name;
  unsigned weight;      // how often it is chosen, beside the others
  uint32_t count_max;   // of trailing elements: 0, or this for the rare long
  size_t object_count;  // objects that one takes in the heap
  bool has_destructor;
  bool has_prefinalizer;
  bool has_table;  // is a TableOwner
  bool has_token;  // is a Keeper
  Thing* (*make)(const Birth& birth);
  bool (*is_intact)(const Thing* thing);
  void (*free)(Thing* thing, HeapHandle& handle);
  // Requires: count_max is not 0.
  bool (*resize)(Thing* thing, uint32_t count);
  // Later objects of the shape get pages of their own.
  void (*prepare_own_pages)(Heap& heap);
  size_t (*slot_count)(uint32_t count);
  SlotRef (*slot)(Thing* thing, size_t index);
  Seen* (*seen)(Thing* thing);  // null where there is no mixin
};

std::span<const Shape> Shapes();

// The shape of what a Nursery makes.
inline constexpr uint32_t kChildShape = 0;
// That of a trailing array of Members.
inline constexpr uint32_t kRowShape = 1;

}  // namespace halfword::inline HALFWORD_ABI::stress

#endif  // HALFWORD_TESTS_STRESS_SHAPES_H_
