// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// MarkingPlan: whether the next collection marks beside the program, and how
// much the program allocates meanwhile.
//
// It learns from each collection: how fast one thread marks, how much of what
// is allocated stays, and how far the program came while a byte was marked,
// which is its rate of allocation over the speed of all markers together. A
// cycle should begin no earlier than it must: while it marks, each store costs
// more, and a budget that is not used up means more cycles. It should begin no
// later than a heap's thread without any help would have to
// (design/concurrent_marking.md#req.beside.begin).

#ifndef HALFWORD_GC_MARKING_MARKING_PLAN_H_
#define HALFWORD_GC_MARKING_MARKING_PLAN_H_

#include <algorithm>
#include <cstddef>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

// When all is to be marked, in bytes as the budget counts them.
struct MarkingSchedule {
  size_t begin_bytes;  // where it begins
  size_t end_bytes;
  size_t live_bytes;        // to be marked, as far as is known
  size_t marked_bytes = 0;  // of these, where it begins
};

class MarkingPlan {
 public:
  // The program allocates so much between two steps, and each marks, or sweeps,
  // for so long at most: less where helpers are hardly behind the schedule.
  static constexpr size_t kStepBytes = size_t{64} << 10;
  // Once nothing is left but what changes meanwhile.
  static constexpr size_t kLastStepBytes = size_t{16} << 10;
  // While weak tables grow.
  static constexpr size_t kRaceStepBytes = size_t{8} << 10;
  static constexpr double kStepMsMax = 0.2;
  static constexpr double kHelpedStepMsMax = 0.14;
  static constexpr double kSweepMsMax = 0.3;
  // A look at the roots of a cycle that should have ended: a program that makes
  // an object of a megabyte at a time would never let it end otherwise.
  static constexpr double kLateLookMsMax = 0.6;

  // So much was marked in such a time: of the heap's thread, where it marked
  // beside others.
  void NoteMarking(double ms, size_t marked_bytes) {
    if (marked_bytes >= kTellingMarkedBytes) {
      mark_ms_per_byte_ = ms / static_cast<double>(marked_bytes);
    }
  }

  // A cycle marked so much while the program allocated; what was left to the
  // pause is not in it, so that the next cycle begins sooner if there was much.
  void NoteCycle(size_t allocated_bytes, size_t marked_bytes) {
    if (marked_bytes >= kTellingMarkedBytes) {
      allocated_per_marked_ = static_cast<double>(allocated_bytes) /
                              static_cast<double>(marked_bytes);
    }
  }

  // What lived after the last collection, and after this one; between them so
  // much was allocated. A share that falls is believed by halves: what makes a
  // large table first, and then what comes into it, would have no cycle while
  // it does.
  void NoteGrowth(size_t before_bytes, size_t live_bytes,
                  size_t allocated_bytes) {
    if (allocated_bytes < kTellingBytes) return;
    const double share = live_bytes <= before_bytes
                             ? 0
                             : static_cast<double>(live_bytes - before_bytes) /
                                   static_cast<double>(allocated_bytes);
    // What is marked twice is no growth.
    growth_share_ = std::clamp(share, growth_share_ / 2, 1.0);
  }

  // Whether marking would take long in a pause once so much was allocated to
  // what lived.
  bool IsWorthACycle(size_t live_bytes, size_t allocated_bytes) const {
    return MarkMs(live_bytes, allocated_bytes) >= kPauseWorthMs;
  }

  // The budget of a heap for which a cycle is worth it, of the one that it
  // would have if all were marked in a pause.
  static size_t CycleBudget(size_t budget_bytes) {
    return budget_bytes +
           std::min(budget_bytes / kWideningDivisor, kWideningBytesMax);
  }

  // How long marking would take then.
  double MarkMs(size_t live_bytes, size_t allocated_bytes) const {
    return mark_ms_per_byte_ * MarkedBytes(live_bytes, allocated_bytes);
  }

  // Of what is left of the budget, by when a cycle plans to have marked all: in
  // the rest it looks at the roots again, and it may be late.
  static size_t ScheduledBytes(size_t left_bytes) {
    return static_cast<size_t>(static_cast<double>(left_bytes) / kReserve);
  }

  // Of the budget, what is left for a cycle.
  size_t CycleBytes(size_t live_bytes, size_t budget_bytes) const {
    const double marked_bytes = MarkedBytes(live_bytes, budget_bytes);
    double bytes = static_cast<double>(kStepBytes) * kReserve *
                   mark_ms_per_byte_ * marked_bytes / kStepMsMax;
    if (allocated_per_marked_ > 0) {
      bytes = std::min(bytes, kReserve * allocated_per_marked_ * marked_bytes);
    }
    bytes += static_cast<double>(kStepBytes) * kSweepMsPerByte * marked_bytes /
             kSweepMsMax;
    const auto budget = static_cast<double>(budget_bytes);
    return static_cast<size_t>(
        std::clamp(bytes, kShareMin * budget, kShareMax * budget));
  }

 private:
  // The best budget grows with the square root of what a collection costs
  // (Kirisame, Shenoy and Panchekha, Optimal heap limits for reducing browser
  // memory use, 2022). Beside the program it costs 1.5 to 1.8 times as much.
  // The root also says that large heaps should get less than a share
  // (design/concurrent_marking.md#req.beside.budget).
  static constexpr size_t kWideningDivisor = 8;
  static constexpr size_t kWideningBytesMax = size_t{32} << 20;
  // Shorter markings are done in a pause.
  static constexpr double kPauseWorthMs = 1.0;
  // What was allocated between two collections, and how much of it lived, says
  // nothing of later ones if it was less.
  static constexpr size_t kTellingBytes = size_t{1} << 18;
  // The same of the time that marking took: roots and caches take most of it.
  static constexpr size_t kTellingMarkedBytes = size_t{1} << 20;
  // What a cycle is given, to what it plans to need.
  static constexpr double kReserve = 1.5;
  // Sweeping a page takes half a microsecond where it has no destructors.
  static constexpr double kSweepMsPerByte = 0.5e-3 / 16384;
  static constexpr double kShareMin = 1.0 / 16;
  static constexpr double kShareMax = 0.5;

  double MarkedBytes(size_t live_bytes, size_t allocated_bytes) const {
    return static_cast<double>(live_bytes) +
           growth_share_ * static_cast<double>(allocated_bytes);
  }

  double mark_ms_per_byte_ = 0.4 / (1 << 20);  // until it is measured: usual
  double growth_share_ = 1;          // of what is allocated, how much stays
  double allocated_per_marked_ = 0;  // 0: not known
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_MARKING_MARKING_PLAN_H_
