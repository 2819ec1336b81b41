// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Sweeping outside the pause: what the heap's thread does of it when no page is
// needed, and what a helper is given. Part of Collector.
//
// What a cycle has left is swept before the next one begins to mark. Where
// destructors take long (gc/sweep_plan.h) a step is due whenever a share of
// what may be allocated until then is used, runs of free slots are short enough
// for that, and the budget is raised while they run; everywhere else a step
// looks at that now and then, and sweeps only when the cycle is due
// (design/concurrent_marking.md#req.beside.sweep). When that is says the Pacer.

#include <memory>
#include <new>

#include "base/clock.h"
#include "gc/collector.h"

namespace halfword::inline HALFWORD_ABI::internal {

// All weak tables are cleaned.
void Collector::EndCleaning() noexcept {
  pacer_.NoteTables(cleaning_.TakeFound());
  if (!is_in_pause_) pacer_.LowerBudget();
  ShareSweeping();
}

// A helper sweeps what a lazy collection has left, once tables were cleaned.
// Where it cannot, as where the platform fails, this thread does it all, as
// pages are needed.
void Collector::ShareSweeping() noexcept {
  if (is_in_pause_ || !is_sweeping() ||
      options_.sweeping_support != SweepingType::kIncrementalAndConcurrent ||
      marker_count_max_ == 1 || ProcessId() != process_ ||
      used_page_bytes() < shared_sweep_bytes_min_) {
    return;
  }
  try {
    const std::shared_ptr<SharedSweep> sweep = ShareSweep();
    if (sweep == nullptr) return;
    sweeper_.reset();  // its sweep has ended long ago
    sweeper_ = std::make_unique<ConcurrentSweeper>(sweep, *platform_);
    if (!sweeper_->has_job()) EndSharedSweep();
  } catch (...) {
    EndSharedSweep();  // waits for a helper that has begun
  }
}

// The system's clock counts, too, now and then: the platform's may stand still.
void Collector::SweepForAWhile(double ms_max) {
  constexpr size_t kPagesBetweenLooks = 64;
  const double end_ms = NowMs() + ms_max;
  const double system_end_ms = MonotonicMs() + ms_max;
  AllowDestructors(ms_max);
  for (size_t pages = 1; is_sweeping(); ++pages) {
    if (!SweepSomePage() || NowMs() >= end_ms) break;
    if (pages % kPagesBetweenLooks == 0 && MonotonicMs() >= system_end_ms) {
      break;
    }
  }
}

// Sweeps as much as is due where so much was allocated, and so many bytes are
// asked for. Returns whether all is swept and the cycle is due.
bool Collector::AdvanceSweeping(size_t bytes) {
  const bool is_due = pacer_.IsCycleDue(bytes);
  if (is_sweeping()) {
    const double ms = pacer_.SweepStepMs(bytes);
    if (ms > 0) SweepForAWhile(ms);
  }
  return is_due && !is_sweeping();
}

}  // namespace halfword::inline HALFWORD_ABI::internal
