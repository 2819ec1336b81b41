// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// SweepPlan: how fast a heap is swept that a collection has left unswept, so
// that it is done where the next cycle begins.
//
// Without destructors sweeping takes next to nothing, and allocation does it as
// it needs pages. Destructors may take any time, and until the last one has run
// nothing can be marked: a heap that allocates its whole budget meanwhile would
// have to run the rest in a pause. So where they take long, they run in steps,
// a few each time that the program has allocated a little
// (design/concurrent_marking.md#req.beside.sweep).
//
// How long they will take is known from the last sweep, by what was freed, and
// from what those took that have run in this one, by its pages. The first pages
// say little of the others: the system may have taken the processor away while
// they ran, for longer than all of them take. A thousand pages that are held to
// be as slow would make steps of many milliseconds.

#ifndef HALFWORD_GC_SWEEP_PLAN_H_
#define HALFWORD_GC_SWEEP_PLAN_H_

#include <algorithm>
#include <cstddef>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

class SweepPlan {
 public:
  // A step sweeps for so long.
  static constexpr double kStepMs = 0.3;
  // What is left is not worth steps of its own if it takes less.
  static constexpr double kLongMs = 1.0;
  // Between two steps the program allocates so much at least.
  static constexpr size_t kStepBytesMin = size_t{1} << 10;
  // Where there is nothing to be done yet, it is asked again after so much.
  static constexpr size_t kLookBytesMin = size_t{256} << 10;

  // A collection has freed so much, and so many pages that may need destructors
  // wait for their sweep.
  void Begin(size_t freed_bytes, size_t page_count) {
    freed_bytes_ = freed_bytes;
    page_count_ = page_count;
  }

  size_t freed_bytes() const { return freed_bytes_; }

  // All is swept, and destructors took so long.
  void End(double destructor_ms) {
    if (freed_bytes_ < kTellingBytes) return;
    ms_per_byte_ = destructor_ms / static_cast<double>(freed_bytes_);
  }

  // How long destructors will run, where they have for so long, and so many of
  // those pages are left.
  double LeftMs(double spent_ms, size_t left_pages) const {
    const double expected_ms =
        ms_per_byte_ * static_cast<double>(freed_bytes_) - spent_ms;
    const size_t swept_pages = page_count_ - std::min(page_count_, left_pages);
    const size_t unsure_pages = 1 + page_count_ / kUnsureDivisor;
    const double by_pages_ms = spent_ms * static_cast<double>(left_pages) /
                               static_cast<double>(swept_pages + unsure_pages);
    return std::max(expected_ms, by_pages_ms);
  }

  // Sweep for so long now, and again when so much more is allocated.
  struct Step {
    double ms;
    size_t bytes;
  };

  // What is due where so much is left to be done, and to be allocated until it
  // should be.
  static Step NextStep(double left_ms, size_t left_bytes) {
    if (left_ms < kLongMs) {
      return {0, std::max(left_bytes / kLookDivisor, kLookBytesMin)};
    }
    const double share = kStepMs / left_ms;
    const auto bytes =
        static_cast<size_t>(share * static_cast<double>(left_bytes));
    if (bytes >= kStepBytesMin) return {kStepMs, bytes};
    // No more steps fit, so that each has to take longer.
    const size_t fitting_count = left_bytes / kStepBytesMin + kReserveSteps;
    const double ms = left_ms / static_cast<double>(fitting_count);
    return {std::max(ms, kStepMs), kStepBytesMin};
  }

 private:
  // A collection that freed less says nothing of others.
  static constexpr size_t kTellingBytes = size_t{1} << 18;
  static constexpr size_t kLookDivisor = 4;
  // Of all pages, that share counts as swept in no time: whatever happens in
  // one page, all are not expected to take longer than so many like it.
  static constexpr size_t kUnsureDivisor = 32;
  // What is late already is spread over so many: what is not done where the
  // cycle should begin is spread again, up to the end of the budget.
  static constexpr size_t kReserveSteps = 256;

  size_t freed_bytes_ = 0;
  size_t page_count_ = 0;
  double ms_per_byte_ = 0;  // of destructors; 0 until it is measured
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_SWEEP_PLAN_H_
