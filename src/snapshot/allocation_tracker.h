// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// AllocationTracker: from where and when the objects of a heap were allocated.
// It watches each allocation, and gives the object its number in snapshots at
// once, so that numbers are in the order of time.
//
// What it knows of a call stack are numbers of functions; their names are read
// when a snapshot is written (snapshot/trace_sections.h).
//
// Threads: the heap's own. Cost: some microseconds an allocation.

#ifndef HALFWORD_SNAPSHOT_ALLOCATION_TRACKER_H_
#define HALFWORD_SNAPSHOT_ALLOCATION_TRACKER_H_

#include <cstddef>
#include <cstdint>

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
  uint32_t* const next_number_;
  FunctionTable functions_;
  TraceTree tree_;
  AllocationSamples samples_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_ALLOCATION_TRACKER_H_
