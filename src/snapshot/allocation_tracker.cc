// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One allocation: its stack, its place in the tree, its number.

#include "snapshot/allocation_tracker.h"

#include <algorithm>

#include "base/backtrace.h"
#include "base/clock.h"
#include "halfword/allocation.h"
#include "snapshot/snapshot_state.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// What inline code calls for an allocation.
uintptr_t EntryAddress() {
  return reinterpret_cast<uintptr_t>(&Allocator::AllocateOutOfLine);
}

uint64_t NowUs() { return static_cast<uint64_t>(MonotonicMs() * 1e3); }

}  // namespace

AllocationTracker::AllocationTracker(uint32_t* next_number)
    : next_number_(next_number), samples_(NowUs(), *next_number - 1) {}

Birth AllocationTracker::OnAllocation(size_t bytes) {
  uintptr_t frames[kFrameCountMax + kOwnFrameCountMax];
  size_t frame_count =
      CaptureBacktrace(frames, kFrameCountMax + kOwnFrameCountMax);
  const size_t own_count = OwnFrameCount(frames, frame_count);
  frame_count = std::min(frame_count, own_count + kFrameCountMax);
  TraceTree::NodeIndex node = TraceTree::kRoot;
  while (frame_count != own_count) {
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

// 0: the entry is not among them; a linker may have inlined it.
size_t AllocationTracker::OwnFrameCount(const uintptr_t* frames,
                                        size_t frame_count) {
  for (size_t i = 0; i < std::min(frame_count, kOwnFrameCountMax); ++i) {
    const auto [place, is_new] = is_entry_.try_emplace(frames[i], false);
    if (is_new) place->second = FunctionStart(frames[i]) == EntryAddress();
    if (place->second) return i + 1;
  }
  return 0;
}

std::vector<AllocationSamples::Sample> AllocationTracker::Samples() const {
  return samples_.Until(NowUs(), *next_number_ - 1);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
