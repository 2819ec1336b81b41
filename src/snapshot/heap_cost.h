// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a heap costs beside its objects, as nodes of a snapshot below "(heap)":
// slots that hold nothing, pages that are free, and the tables beside the cage.
// With them the sizes of all nodes add up to what the heap has taken.

#ifndef HALFWORD_SNAPSHOT_HEAP_COST_H_
#define HALFWORD_SNAPSHOT_HEAP_COST_H_

#include <cstdint>
#include <string>
#include <vector>

#include "heap/heap_core.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct HeapCost {
  std::string name;
  uint64_t bytes;  // at most kSelfSizeMax
};

// Adds a cost, as several where it is more than a node can show.
void AddCost(const std::string& name, uint64_t bytes,
             std::vector<HeapCost>* costs);

// In a fixed order; a name that occurs again belongs to another node.
// Requires: runs closed, all swept.
std::vector<HeapCost> HeapCostsOf(const HeapCore& heap);

// The size of an object as its node has it. What is larger is a part of the
// heap's cost.
uint64_t NodeSelfSize(const PageRecord& record);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_HEAP_COST_H_
