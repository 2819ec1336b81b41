// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Sweeping outside the pause: what the heap's thread does of it when no page is
// needed, and what a helper is given. Part of Collector.
//
// What a cycle has left is swept before the next one begins to mark. Where
// destructors take long (gc/sweep_plan.h) a step is due whenever a share of
// what may be allocated until then is used, runs of free slots are short enough
// for that, and the budget is raised while they run; everywhere else a step
// looks at that now and then, and sweeps only when the cycle is due
// (design/concurrent_marking.md#req.beside.sweep).

#include <algorithm>
#include <memory>
#include <new>

#include "base/clock.h"
#include "gc/collector.h"
#include "gc/marking_plan.h"
#include "gc/sweep_plan.h"

namespace halfword::inline HALFWORD_ABI::internal {

// A helper sweeps what a lazy collection has left, once tables were cleaned.
// Where it cannot, this thread does it all, as pages are needed.
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
  } catch (const std::bad_alloc&) {
    EndSharedSweep();
  }
}

// Whether all is swept. The system's clock counts, too, now and then: the
// platform's may stand still.
bool Collector::SweepForAWhile(double ms_max) {
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
  return !is_sweeping();
}

// For how long destructors will run.
double Collector::SweepMsLeft() const {
  return is_sweeping()
             ? sweep_plan_.LeftMs(destructor_ms(), destructor_page_count())
             : 0;
}

bool Collector::IsSweepLong() const {
  return SweepMsLeft() >= SweepPlan::kLongMs;
}

// All should be swept where the cycle begins, or, if it is past that, where the
// budget ends; but later where steps would be too long: when as much is
// allocated as the collection has freed, the heap is as large as it was.
SweepPlan::Step Collector::NextSweepStep(size_t used_bytes) const {
  const size_t end_bytes = used_bytes < cycle_begin_bytes_
                               ? std::min(cycle_begin_bytes_, budget_bytes())
                               : budget_bytes();
  const double left_ms = SweepMsLeft();
  // At the limit an allocation sweeps until there is room, whatever that takes.
  const size_t room_bytes =
      limit_bytes() - std::min(limit_bytes(), used_page_bytes());
  const auto step_until = [&](size_t bytes) {
    return SweepPlan::NextStep(
        left_ms, std::min(bytes - std::min(bytes, used_bytes), room_bytes));
  };
  const SweepPlan::Step step = step_until(end_bytes);
  if (step.ms <= SweepPlan::kStepMs) return step;
  return step_until(std::max(end_bytes, sweep_plan_.freed_bytes()));
}

// Sweeps as much as is due where so much was allocated, and so many bytes are
// asked for. Returns whether all is swept and the cycle is due.
bool Collector::AdvanceSweeping(size_t bytes) {
  const size_t used_bytes = allocated_since_collection_bytes();
  const bool is_due = cycle_begin_bytes_ <= used_bytes ||
                      cycle_begin_bytes_ - used_bytes < bytes;
  if (is_sweeping()) {
    const double ms = NextSweepStep(used_bytes).ms;
    // Pages that no class asked for were not swept yet.
    const double due_ms = is_due ? MarkingPlan::kSweepMsMax : 0;
    if (ms > 0 || is_due) SweepForAWhile(std::max(ms, due_ms));
  }
  return is_due && !is_sweeping();
}

// Where the next step before the cycle is due, but not before so many bytes are
// allocated.
void Collector::PlanNextStep(size_t next_bytes_min) {
  size_t next_bytes = cycle_begin_bytes_;
  size_t run_bytes = kPageBytes;
  if (is_sweeping() && WorksInSteps()) {
    const size_t used_bytes = allocated_since_collection_bytes();
    const bool is_due = cycle_begin_bytes_ <= used_bytes;
    const size_t step_bytes =
        std::min(NextSweepStep(used_bytes).bytes,
                 is_due ? MarkingPlan::kStepBytes : SIZE_MAX);
    run_bytes = std::min(step_bytes, kPageBytes);
    next_bytes = is_due ? used_bytes + step_bytes
                        : std::min(next_bytes, used_bytes + step_bytes);
  }
  set_run_bytes_max(run_bytes);
  set_step_bytes(std::max(next_bytes, next_bytes_min));
}

}  // namespace halfword::inline HALFWORD_ABI::internal
