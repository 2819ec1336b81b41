// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Numbers of nodes that are no objects.

#include "snapshot/snapshot_state.h"

#include <memory>

namespace halfword::inline HALFWORD_ABI::internal {

SnapshotState& SnapshotState::Of(AllocationHandle& handle) {
  std::unique_ptr<HeapExtension>& extension =
      ExtensionOf(handle, ExtensionIndex::kSnapshots);
  if (extension == nullptr) extension = std::make_unique<SnapshotState>();
  return static_cast<SnapshotState&>(*extension);
}

AllocationTracker& SnapshotState::MakeTracker() {
  if (tracker_ == nullptr) {
    tracker_ = std::make_unique<AllocationTracker>(&next_number_);
  }
  return *tracker_;
}

uint32_t SnapshotState::NumberOfCost(const std::string& name) {
  const auto [place, is_new] = cost_numbers_.try_emplace(name, 0);
  if (is_new && next_number_ <= kLastNumber) place->second = next_number_++;
  return place->second;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
