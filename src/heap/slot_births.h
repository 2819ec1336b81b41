// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// SlotBirths: when and where the objects of one page were allocated, of a heap
// whose allocations are tracked: for each, its number in the order of all
// allocations, which is its number in snapshots, too (heap/slot_ids.h), and its
// site, whose meaning is the tracker's.
//
// Cost: 8 bytes a slot. Threads: the heap's own.

#ifndef HALFWORD_HEAP_SLOT_BIRTHS_H_
#define HALFWORD_HEAP_SLOT_BIRTHS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "halfword/internal/page_record.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct Birth {
  uint32_t number = 0;  // 0: nobody was watching
  uint32_t site = 0;
};

// Watches the allocations of a heap.
class AllocationObserver {
 public:
  // What is noted of an object that has taken so many bytes. Must not touch the
  // heap.
  virtual Birth OnAllocation(size_t bytes) = 0;

 protected:
  ~AllocationObserver() = default;
};

class SlotBirths {
 public:
  // Of a page whose slots have so many bytes; a large object is one slot.
  SlotBirths(uint32_t slot_bytes, uint32_t slot_count)
      : slot_granules_(slot_bytes == 0
                           ? static_cast<uint32_t>(kPageGranules)
                           : static_cast<uint32_t>(slot_bytes / kGranuleBytes)),
        births_(slot_count) {}

  // Requires: an object may begin at the granule.
  Birth& At(uint32_t granule) { return births_[granule / slot_granules_]; }
  const Birth& At(uint32_t granule) const {
    return births_[granule / slot_granules_];
  }

  size_t bytes() const {
    return sizeof(*this) + births_.capacity() * sizeof(Birth);
  }

 private:
  const uint32_t slot_granules_;
  std::vector<Birth> births_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_HEAP_SLOT_BIRTHS_H_
