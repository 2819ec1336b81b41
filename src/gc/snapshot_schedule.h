// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// SnapshotSchedule: when a heap that nears its limit writes a snapshot by
// itself: the first when more than 80 % of the limit live after a collection,
// each next at 5 % more, until it has written as many as it may. The limit
// stays where it is, so that a leaking program ends with snapshots of its last
// steps and not with a machine without memory.
//
// A collection must happen on each of these steps, or there would be one
// snapshot instead of four: the budget of allocation ends where the next is
// due.

#ifndef HALFWORD_GC_SNAPSHOT_SCHEDULE_H_
#define HALFWORD_GC_SNAPSHOT_SCHEDULE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

class SnapshotSchedule {
 public:
  explicit SnapshotSchedule(uint64_t count_max) : left_(count_max) {}

  bool has_left() const { return left_ != 0; }

  bool IsDue(size_t live_bytes, size_t limit_bytes) const {
    return has_left() && live_bytes > DueBytes(limit_bytes);
  }

  // How much may be allocated until the next can be due; SIZE_MAX: any amount.
  size_t BudgetBytes(size_t live_bytes, size_t limit_bytes) const {
    if (!has_left()) return SIZE_MAX;
    const size_t due = DueBytes(limit_bytes);
    // What is allocated is not all alive, so that steps would become smaller
    // and smaller.
    const size_t least = limit_bytes / 100;
    return due > live_bytes ? std::max(due - live_bytes, least) : least;
  }

  // One is taken: the next is due at the first step above what lives.
  void Take(size_t live_bytes, size_t limit_bytes) {
    --left_;
    do {
      percent_ += kStepPercent;
    } while (percent_ < 100 && live_bytes > DueBytes(limit_bytes));
  }

 private:
  static constexpr size_t kFirstPercent = 80;
  static constexpr size_t kStepPercent = 5;

  size_t DueBytes(size_t limit_bytes) const {
    return limit_bytes / 100 * percent_;
  }

  uint64_t left_;
  size_t percent_ = kFirstPercent;
};

// Writes a snapshot of a heap into the folder of HALFWORD_OPTIONS, and says so
// in one line; or says in one line why not. The program goes on in either case.
// Declared here and defined in src/snapshot, as is the next: the only calls
// that go up. A finished program gets both by an environment variable, so the
// collector must know whom to call.
class Collector;
enum class SnapshotCause : uint8_t { kNearLimit, kOutOfMemory, kSignal };
void WriteAutomaticSnapshot(Collector& collector, SnapshotCause cause,
                            bool stack_may_hold_pointers);
// As StartTrackingAllocations().
void StartTracking(Collector& collector);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_SNAPSHOT_SCHEDULE_H_
