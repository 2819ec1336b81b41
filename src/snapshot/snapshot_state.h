// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// SnapshotState: what a heap keeps between two snapshots beside the numbers of
// its objects (heap/slot_ids.h): the next number, and those of nodes that are
// no objects.
//
// The id of a node is twice its number plus one: DevTools takes odd ids for
// those of managed objects.

#ifndef HALFWORD_SNAPSHOT_SNAPSHOT_STATE_H_
#define HALFWORD_SNAPSHOT_SNAPSHOT_STATE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "halfword/heap_snapshot.h"
#include "halfword/internal/heap_extension.h"
#include "snapshot/allocation_tracker.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Numbers below belong to the nodes that every snapshot has.
inline constexpr uint32_t kFirstFreeNumber = 32;
// The last number whose id, and the even id behind it, have 32 bits.
inline constexpr uint32_t kLastNumber = (UINT32_MAX >> 1) - 1;

constexpr uint32_t IdOfNumber(uint32_t number) { return 2 * number + 1; }

class SnapshotState final : public HeapExtension {
 public:
  // That of a heap, made if there is none.
  static SnapshotState& Of(AllocationHandle& handle);

  // The number of a node that the heap's own cost has under this name; 0: no
  // number is left.
  uint32_t NumberOfCost(const std::string& name);

  uint32_t& next_number() { return next_number_; }

  // What the last snapshot took for a byte of the heap; 0: there was none.
  double ns_per_byte() const { return ns_per_byte_; }
  void set_ns_per_byte(double ns) { ns_per_byte_ = ns; }

  // What watches the allocations of the heap, or did; null: nothing ever has.
  AllocationTracker* tracker() const { return tracker_.get(); }
  // Made at the first call.
  AllocationTracker& MakeTracker();

  // Of snapshots that the heap writes by itself.
  SnapshotOptions& options() { return options_; }

 private:
  uint32_t next_number_ = kFirstFreeNumber;
  std::map<std::string, uint32_t> cost_numbers_;
  SnapshotOptions options_;
  std::unique_ptr<AllocationTracker> tracker_;
  double ns_per_byte_ = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_SNAPSHOT_STATE_H_
