// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// AllocationTracker: from where and when the objects of a heap were allocated.
// It watches each allocation, and gives the object its number in snapshots at
// once, so that numbers are in the order of time.
//
// What it knows of a call stack are numbers of functions; their names are read
// when a snapshot is written (snapshot/trace_sections.h). The frames inside of
// Halfword's entry for allocations are left out by where that function begins,
// which is known in a stripped program, too.
//
// Threads: the heap's own. Cost: some microseconds an allocation.

#ifndef HALFWORD_SNAPSHOT_ALLOCATION_TRACKER_H_
#define HALFWORD_SNAPSHOT_ALLOCATION_TRACKER_H_

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/function_table.h"
#include "heap/slot_births.h"
#include "snapshot/allocation_samples.h"
#include "snapshot/trace_tree.h"

namespace halfword::inline HALFWORD_ABI::internal {

class AllocationTracker final : public AllocationObserver {
 public:
  // Of a longer stack, so many innermost frames are seen, as V8 does.
  static constexpr size_t kFrameCountMax = 64;

  // next_number: where the heap has it, which must outlive this.
  explicit AllocationTracker(uint32_t* next_number);
  AllocationTracker(const AllocationTracker&) = delete;
  AllocationTracker& operator=(const AllocationTracker&) = delete;

  Birth OnAllocation(size_t bytes) override;

  const FunctionTable& functions() const { return functions_; }
  const TraceTree& tree() const { return tree_; }
  // Until now.
  std::vector<AllocationSamples::Sample> Samples() const;

 private:
  // Between the entry and here.
  static constexpr size_t kOwnFrameCountMax = 16;

  size_t OwnFrameCount(const uintptr_t* frames, size_t frame_count);

  uint32_t* const next_number_;
  FunctionTable functions_;
  // Of addresses in innermost frames, whether the entry's code is there.
  std::unordered_map<uintptr_t, bool> is_entry_;
  TraceTree tree_;
  AllocationSamples samples_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_ALLOCATION_TRACKER_H_
