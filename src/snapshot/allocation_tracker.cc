// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One allocation: its stack, its place in the tree, its number.

#include "snapshot/allocation_tracker.h"

#include "base/backtrace.h"
#include "base/clock.h"
#include "snapshot/snapshot_state.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

uint64_t NowUs() { return static_cast<uint64_t>(MonotonicMs() * 1e3); }

}  // namespace

AllocationTracker::AllocationTracker(uint32_t* next_number)
    : next_number_(next_number), samples_(NowUs(), *next_number - 1) {}

Birth AllocationTracker::OnAllocation(size_t bytes) {
  uintptr_t frames[kFrameCountMax];
  size_t frame_count = CaptureBacktrace(frames, kFrameCountMax);
  TraceTree::NodeIndex node = TraceTree::kRoot;
  while (frame_count != 0) {
    const TraceTree::NodeIndex child =
        tree_.ChildOf(node, functions_.IndexOf(frames[--frame_count]));
    if (child == TraceTree::kNoNode) break;
    node = child;
  }
  tree_.Count(node, bytes);
  samples_.Note(NowUs(), *next_number_ - 1);
  // The next snapshot says that no number is left.
  if (*next_number_ > kLastNumber) return {};
  return {(*next_number_)++, node};
}

std::vector<AllocationSamples::Sample> AllocationTracker::Samples() const {
  return samples_.Until(NowUs(), *next_number_ - 1);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
