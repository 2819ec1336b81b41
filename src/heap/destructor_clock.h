// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// DestructorClock: how long destructors have run in a sweep, and whether that
// is enough for now. What a destructor takes is the program's affair: one of a
// microsecond is a second in a heap that loses a million, so that their number
// says nothing (design/heap.md#req.heap.bounded-sweep).
//
// A look at the clock costs as much as some destructors do. It is looked at
// once in so many that they take about kLookMs, as measured: after each one
// that takes as long as that, and after 64 that do next to nothing.
//
// Threads: the heap's own.

#ifndef HALFWORD_HEAP_DESTRUCTOR_CLOCK_H_
#define HALFWORD_HEAP_DESTRUCTOR_CLOCK_H_

#include <algorithm>
#include <cstddef>
#include <limits>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

class DestructorClock {
 public:
  static constexpr double kNoEnd = std::numeric_limits<double>::infinity();
  static constexpr double kLookMs = 0.02;
  static constexpr size_t kLookCountMax = 64;

  // A sweep begins: none has run yet.
  void Reset() {
    spent_ms_ = 0;
    end_ms_ = kNoEnd;
  }

  // From here on they may run for so long together.
  void Allow(double ms) { end_ms_ = spent_ms_ + ms; }
  bool is_over() const { return spent_ms_ >= end_ms_; }

  // In this sweep, or the last.
  double spent_ms() const { return spent_ms_; }

  // Some run in a row, from now_ms on.
  void Begin(double now_ms) {
    last_look_ms_ = now_ms;
    count_ = 0;
  }
  // One more has run. Returns whether the clock is to be looked at.
  bool Count() { return ++count_ >= look_count_; }
  // Notes what was counted since the last look, or since they began.
  void Look(double now_ms) {
    const double ms = std::max(now_ms - last_look_ms_, 0.0);
    spent_ms_ += ms;
    last_look_ms_ = now_ms;
    if (count_ == 0) return;
    // Slowly up, at once down.
    const double fitting = kLookMs * static_cast<double>(count_) /
                           std::max(ms, kLookMs / kLookCountMax);
    look_count_ = std::clamp(static_cast<size_t>(fitting), size_t{1},
                             std::min(2 * look_count_, kLookCountMax));
    count_ = 0;
  }

 private:
  double spent_ms_ = 0;
  double end_ms_ = kNoEnd;
  double last_look_ms_ = 0;
  size_t count_ = 0;  // since then
  size_t look_count_ = 4;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_HEAP_DESTRUCTOR_CLOCK_H_
