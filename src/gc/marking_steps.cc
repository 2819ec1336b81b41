// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Marking outside the pause: when it begins, how it goes on with each piece of
// memory that the program takes, and how it ends. Part of Collector.
//
// A cycle is worth it where marking all in a pause would take a millisecond or
// more, as measured (design/concurrent_marking.md#req.beside.worth). It begins
// when three quarters of the budget are used, and is to be done when the budget
// is; then the budget is raised once by half, so that a cycle that is late ends
// in a longer pause and not in a new one.

#include <algorithm>
#include <mutex>
#include <new>

#include "base/stack.h"
#include "gc/collector.h"
#include "gc/marking_cycle.h"
#include "gc/scoped_flag.h"
#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Shorter markings are done in a pause.
constexpr double kPauseWorthMs = 1.0;
// The program takes so much between two steps.
constexpr size_t kStepBytes = size_t{128} << 10;
// Objects that are marked in the pause at most, if its roots bring no more than
// those of a look just before.
constexpr size_t kFewObjects = size_t{1} << 13;
constexpr double kSweepMs = 0.3;

// Calls function(stack pointer), above which the registers stand; null: the
// stack holds no pointers.
template <typename Function>
void WithStackPointer(StackState stack, Function function) {
  if (stack == StackState::kNoHeapPointers) {
    function(nullptr);
    return;
  }
  CallWithSavedRegisters(&function,
                         [](void* context, const void* stack_pointer) {
                           (*static_cast<Function*>(context))(stack_pointer);
                         });
}

}  // namespace

// After a collection.
void Collector::PlanMarking() {
  is_late_ = false;
  if (!IsWorthACycle(budget_bytes())) return;
  set_step_bytes(budget_bytes() - budget_bytes() / 4);
}

// Once so many bytes are allocated.
bool Collector::IsWorthACycle(size_t allocated_bytes) const {
  if (options_.marking_support == MarkingType::kAtomic ||
      options_.stack_support == StackSupport::kPrecise) {
    return false;
  }
  const double expected_bytes =
      static_cast<double>(live_bytes_) +
      growth_share_ * static_cast<double>(allocated_bytes);
  return mark_ms_per_mib_ * expected_bytes / (1 << 20) >= kPauseWorthMs;
}

// The budget is used up, and no cycle was planned: a large object came.
bool Collector::BeginLateMarking(size_t bytes, const void* stack_pointer) {
  const size_t allocated_bytes = allocated_since_collection_bytes();
  if (cycle_ != nullptr || is_late_ || scopes_.disallow_depth != 0 ||
      !IsWorthACycle(allocated_bytes)) {
    return false;
  }
  is_late_ = true;
  set_budget_bytes(allocated_bytes + allocated_bytes / 2);
  BeginMarkingFrom(stack_pointer);
  PlanStep(bytes);
  return true;
}

// The next step is due after so many bytes more, and the usual number.
void Collector::PlanStep(size_t bytes) {
  set_step_bytes(allocated_since_collection_bytes() + bytes + kStepBytes);
}

// Allocation has come to where a step is due.
void Collector::AdvanceMarking(size_t bytes, const void* stack_pointer) {
  if (scopes_.disallow_depth != 0 || !may_collect()) {
    PlanStep(bytes);
    return;
  }
  if (cycle_ == nullptr) {
    // Pages that no class asked for are not swept yet.
    if (SweepForAWhile()) BeginMarkingFrom(stack_pointer);
    PlanStep(bytes);
  } else if (StepMarkingFrom(stack_pointer)) {
    RunCycle({.reason = "allocation", .sweeping = Sweeping::kLazy},
             stack_pointer, PauseKind::kFinish);
  } else {
    PlanStep(bytes);
  }
}

// Whether all is swept.
bool Collector::SweepForAWhile() {
  const double end_ms = NowMs() + kSweepMs;
  while (is_sweeping()) {
    for (int i = 0; i < 16 && SweepSomePage();) ++i;
    if (NowMs() >= end_ms) break;
  }
  return !is_sweeping();
}

void Collector::BeginMarkingFrom(const void* stack_pointer) noexcept {
  HALFWORD_CHECK(cycle_ == nullptr && !is_in_pause_ && !is_in_destructor(),
                 "a cycle begins where none is, outside pauses");
  const double start_ms = NowMs();
  const ScopedFlag pause(&is_in_pause_);
  CloseRuns();
  FinishSweep();
  stores_.Clear();
  const size_t begin_bytes = allocated_since_collection_bytes();
  const size_t end_bytes = std::max(begin_bytes, budget_bytes());
  is_marking_ = true;
  try {
    cycle_ = std::make_unique<MarkingCycle>(
        this, &constructing_,
        MarkingSchedule{begin_bytes, end_bytes, live_bytes_estimate()});
    UpdateBarrier();
    {
      const std::lock_guard<std::mutex> lock(CrossThreadRootMutex());
      MarkRoots(&cycle_->marker(), stack_pointer);
    }
    const bool may_have_helpers =
        options_.marking_support == MarkingType::kIncrementalAndConcurrent &&
        ProcessId() == process_;
    cycle_->Start(*platform_, may_have_helpers ? marker_count_max_ - 1 : 0);
  } catch (const std::bad_alloc&) {
    AbandonMarking();
  }
  NoteStep(NowMs() - start_ms);
}

bool Collector::StepMarkingFrom(const void* stack_pointer) noexcept {
  const double start_ms = NowMs();
  bool is_done = false;
  {
    const ScopedFlag pause(&is_in_pause_);
    if (cycle_->has_failed() || stores_.has_lost() ||
        !cycle_->is_of_this_process()) {
      AbandonMarking();
    } else {
      try {
        MarkStores(&cycle_->marker());
        cycle_->Step(allocated_since_collection_bytes());
        is_done = cycle_->IsDry() && cycle_->ScanWeakArrays() &&
                  IsNearlyDone(stack_pointer);
      } catch (const std::bad_alloc&) {
        AbandonMarking();
      }
    }
  }
  NoteStep(NowMs() - start_ms);
  return is_done;
}

// What the roots and the barrier bring now is marked, if that is little; then
// the pause will find next to nothing.
bool Collector::IsNearlyDone(const void* stack_pointer) {
  CloseRuns();
  {
    const std::lock_guard<std::mutex> lock(CrossThreadRootMutex());
    MarkRoots(&cycle_->marker(), stack_pointer);
  }
  return cycle_->Mark(kFewObjects);
}

void Collector::BeginMarking(StackState stack) {
  WithStackPointer(stack, [this](const void* stack_pointer) {
    BeginMarkingFrom(stack_pointer);
  });
}

bool Collector::StepMarking(StackState stack) {
  bool is_done = false;
  WithStackPointer(stack, [&](const void* stack_pointer) {
    is_done = StepMarkingFrom(stack_pointer);
  });
  return is_done;
}

void Collector::FinishMarking(const CollectOptions& options) {
  WithStackPointer(options.stack, [&](const void* stack_pointer) {
    RunCycle(options, stack_pointer, PauseKind::kFinish);
  });
}

void Collector::AbandonMarking() noexcept {
  if (cycle_ == nullptr) return;
  if (!cycle_->is_of_this_process()) cycle_->Abandon();
  cycle_.reset();
  ForgetMarks();
  stores_.Clear();
  TakeAbandonedBack();
  is_marking_ = false;
  set_step_bytes(SIZE_MAX);
  UpdateBarrier();
}

void Collector::MarkStores(Marker* marker) {
  for (const void* slot : stores_.slots()) {
    marker->MarkStored(static_cast<const Word*>(slot));
  }
  for (const void* object : stores_.objects()) marker->MarkRoot(object);
  for (const TraceDescriptor& part : stores_.parts()) marker->TracePart(part);
  stores_.Clear();
}

// A program that stores much and allocates nothing comes here.
void Collector::RelieveStores() noexcept {
  if (is_in_pause_) return;
  if (cycle_ == nullptr) {
    // It is another heap of this thread that marks.
    if (AnyMarksBeside()) stores_.Clear();
    return;
  }
  // What was noted last may not have been stored yet.
  const void* const newest =
      stores_.slots().empty() ? nullptr : stores_.slots().back();
  try {
    MarkStores(&cycle_->marker());
  } catch (const std::bad_alloc&) {
    stores_.NoteLoss();
  }
  if (newest != nullptr) stores_.NoteSlot(newest);
}

void Collector::AbandonObject(void* object) {
  prefinalizers_.Forget(object);
  if (cycle_ != nullptr) {
    abandoned_.push_back(object);  // a marker may be reading it
  } else {
    Abandon(object);
  }
}

void Collector::TakeAbandonedBack() {
  for (void* object : abandoned_) {
    Unmark(object);
    Abandon(object);
  }
  abandoned_.clear();
}

}  // namespace halfword::inline HALFWORD_ABI::internal
