// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Marking outside the pause: when it begins, how it goes on with each piece of
// memory that the program takes, and how it ends. Part of Collector.
//
// A cycle is worth it where marking all in a pause would take a millisecond or
// more, as measured (design/concurrent_marking.md#req.beside.worth). It begins
// so early (gc/pacer.h) that it is done when the budget is used up; then the
// budget is raised once by half, so that a cycle that is late ends in a longer
// pause and not in a new one.

#include <algorithm>
#include <new>
#include <vector>

#include "gc/collector.h"
#include "gc/marking/mark_bits.h"
#include "gc/marking/marking_cycle.h"
#include "gc/scoped_flag.h"
#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// A step that took longer leaves the look at the roots to the next one, and a
// look that took longer leaves the pause to the next one, each so many times.
// So does a look that found something new on the stack, as many times.
constexpr double kShortStepMs = 0.1;
constexpr int kPutOffsMax = 3;

}  // namespace

// The budget is used up, and no cycle was begun: a large object came, or
// destructors of the last one run still. False: all is to be done in a pause.
bool Collector::BeginLateMarking(size_t bytes, For what) {
  if (cycle_ != nullptr || scopes_.disallow_depth != 0 ||
      !pacer_.works_in_steps()) {
    return false;
  }
  const bool was_sweeping = is_sweeping();
  // How long destructors take shows when some have run.
  SweepForAWhile(MarkingPlan::kSweepMsMax);
  const bool is_worth_it =
      pacer_.IsWorthACycle(allocated_since_collection_bytes());
  if (!is_worth_it && !pacer_.IsSweepLong()) return false;
  if (what == For::kWeakTable) {
    pacer_.BeginLateForTable(bytes);
  } else if (!pacer_.GrantDelay(bytes, was_sweeping)) {
    return false;
  }
  pacer_.MakeCycleDue();
  return AdvanceToCycle(bytes, is_worth_it);
}

// Sweeps a piece of what is left, and begins to mark if none is, and it is
// worth it. False: it is not, or cannot be done.
bool Collector::AdvanceToCycle(size_t bytes, bool is_worth_it) {
  if (!AdvanceSweeping(bytes)) {
    pacer_.PlanNextStep(bytes);
    return true;
  }
  if (!is_worth_it) return false;
  pacer_.MakeRoomForLateCycle();
  BeginMarking();
  if (cycle_ == nullptr) return false;  // no memory for one
  PostTask();
  pacer_.PlanStep(bytes, MarkingPlan::kStepBytes);
  return true;
}

// The cycle may go on, with a later end: CollectForBudget() asks.
bool Collector::DelayCycle(size_t bytes, For what) {
  if (cycle_ == nullptr) return false;
  if (what == For::kWeakTable) return true;
  if (!pacer_.GrantDelay(bytes, false)) return false;
  const size_t used_bytes = allocated_since_collection_bytes();
  cycle_->Extend(used_bytes, pacer_.ScheduleEnd(used_bytes));
  return true;
}

// Allocation has come to where a step is due.
void Collector::AdvanceMarking(size_t bytes, const void* stack_pointer) {
  if (scopes_.disallow_depth != 0 || !may_collect()) {
    set_run_bytes_max(kPageBytes);
    pacer_.PlanStep(bytes, MarkingPlan::kStepBytes);
    return;
  }
  if (ended_cycle_ != nullptr) {
    if (ended_cycle_->ReleaseSome()) ended_cycle_.reset();
    if (cycle_ == nullptr && !pacer_.is_late()) {
      if (ended_cycle_ != nullptr) {
        pacer_.PlanStep(bytes, MarkingPlan::kStepBytes);
      } else {
        pacer_.PlanCycle(bytes);
      }
      return;
    }
  }
  if (cycle_ == nullptr) {
    const bool is_worth_it =
        !pacer_.is_late() ||
        pacer_.IsWorthACycle(allocated_since_collection_bytes());
    if (!AdvanceToCycle(bytes, is_worth_it)) {
      RunCycle({.reason = "allocation", .sweeping = Sweeping::kLazy},
               stack_pointer);
    }
    return;
  }
  const Progress progress = StepMarkingFrom(
      stack_pointer, allocated_since_collection_bytes(), PutOff::kAllowed);
  // Given up: the next collection marks in a pause.
  if (cycle_ == nullptr) return;
  if (progress == Progress::kDone) {
    RunCycle({.reason = "allocation", .sweeping = Sweeping::kLazy},
             stack_pointer, PauseKind::kFinish);
    return;
  }
  // Without helpers, or where they do too little or leave much to this thread,
  // steps come closer together rather than leave the rest to the pause.
  const bool is_urgent =
      cycle_->is_behind_at_weak() || cycle_->has_left_own_work() ||
      (cycle_->is_behind() && (!cycle_->has_helpers() || pacer_.is_late()));
  // What is marked for a table that grows is to be more than what comes into
  // it, or the cycle would last as long as the program goes on.
  const bool races = progress == Progress::kMore && pacer_.has_allowed_tables();
  set_run_bytes_max(races ? MarkingPlan::kRaceStepBytes : kPageBytes);
  const bool is_soon = progress != Progress::kMore || is_urgent;
  pacer_.PlanStep(bytes, races     ? MarkingPlan::kRaceStepBytes
                         : is_soon ? MarkingPlan::kLastStepBytes
                                   : MarkingPlan::kStepBytes);
}

// The stack is looked at by later steps: what a store spilled there in the last
// cycle is stale by now, and what it refers to died long ago
// (design/concurrent_marking.md#req.beside.fresh-stack).
void Collector::BeginMarking() noexcept {
  HALFWORD_CHECK(cycle_ == nullptr && !is_in_pause_ && !is_in_destructor(),
                 "a cycle begins where none is, outside pauses");
  const double start_ms = NowMs();
  const ScopedFlag pause(&is_in_pause_);
  const ScopedFlag step(&is_in_step_);
  CloseRuns();
  FinishSweep();
  set_run_bytes_max(kPageBytes);
  stores_.Reset();
  try {
    cycle_ = std::make_unique<MarkingCycle>(this, &constructing_,
                                            pacer_.BeginCycle());
    is_marking_ = true;
    UpdateBarrier();
    MarkRoots(&cycle_->marker(), nullptr);
    const bool may_have_helpers =
        options_.marking_support == MarkingType::kIncrementalAndConcurrent &&
        ProcessId() == process_;
    cycle_->Start(*platform_, may_have_helpers ? marker_count_max_ - 1 : 0);
    // Steps mark what was meant for helpers, rather than the pause.
    if (!cycle_->has_helpers()) cycle_->marker().TakeFromExchange();
  } catch (const std::bad_alloc&) {
    AbandonMarking();
  }
  NoteStep(NowMs() - start_ms);
}

Collector::Progress Collector::StepMarkingFrom(const void* stack_pointer,
                                               size_t allocated_bytes,
                                               PutOff put_off) noexcept {
  // As in RunCycle(): an allocation brings its own stack pointer.
  if (stack_override_ == StackState::kNoHeapPointers) stack_pointer = nullptr;
  const double start_ms = NowMs();
  Progress progress = Progress::kMore;
  {
    const ScopedFlag pause(&is_in_pause_);
    const ScopedFlag step(&is_in_step_);
    if (cycle_->has_failed() || stores_.has_lost() ||
        !cycle_->is_of_this_process()) {
      AbandonMarking();
    } else {
      try {
        MarkStores(&cycle_->marker());
        cycle_->Step(allocated_bytes);
        if (cycle_->IsDry()) {
          // A program may store so much each time that no step is short.
          const bool looks = NowMs() - start_ms < kShortStepMs ||
                             ++cycle_->put_offs().long_steps > kPutOffsMax;
          progress = looks ? LookAgain(stack_pointer, start_ms, put_off)
                           : Progress::kDry;
        }
      } catch (const std::bad_alloc&) {
        AbandonMarking();
        progress = Progress::kMore;
      }
    }
  }
  NoteStep(NowMs() - start_ms);
  return progress;
}

// What the roots and the barrier bring now is marked, if that is little; then
// the pause will find next to nothing. It comes at once, but where it is put
// off for one of two causes, so many times: the step has taken long, and the
// program would take that and the pause for one stop; or the stack seems to
// hold what was not found there before. Only the next look can tell whether
// that is a word of the moment; once the cycle is late, and from the last look
// of that kind on, such words are marked at once.
Collector::Progress Collector::LookAgain(const void* stack_pointer,
                                         double start_ms, PutOff put_off) {
  const bool may_put_off = put_off == PutOff::kAllowed;
  if (forgotten_count_ != abandoned_.size()) ForgetAbandonedArrays();
  if (!cycle_->LookAtWeak()) return Progress::kMore;
  CloseRuns();
  cycle_->BeginLook();
  MarkRoots(&cycle_->marker(), stack_pointer);
  const bool is_suspicious =
      may_put_off && !pacer_.is_late() && cycle_->has_suspects() &&
      ++cycle_->put_offs().suspicious_looks <= kPutOffsMax;
  if (!is_suspicious) cycle_->MarkSuspects();
  if (!cycle_->MarkLook(pacer_.is_late())) return Progress::kMore;
  const bool is_long = may_put_off && NowMs() - start_ms >= kShortStepMs &&
                       ++cycle_->put_offs().long_looks <= kPutOffsMax;
  return is_suspicious || is_long ? Progress::kDry : Progress::kDone;
}

bool Collector::StepMarking(StackState stack) {
  bool is_done = false;
  WithStackPointer(stack, [&](const void* stack_pointer) {
    is_done = StepMarkingFrom(stack_pointer, allocated_since_collection_bytes(),
                              PutOff::kAllowed) == Progress::kDone;
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
  stores_.Reset();
  TakeAbandonedBack();
  is_marking_ = false;
  set_step_bytes(SIZE_MAX);
  UpdateBarrier();
}

void Collector::MarkStores(Marker* marker) {
  marker->MarkStored(stores_.slots());
  marker->NoteStoredWeak(stores_.weak_slots());
  TraceStoredParts(marker);
  stores_.Clear();
}

void Collector::TraceStoredParts(Marker* marker) {
  for (const void* object : stores_.objects()) marker->MarkRoot(object);
  marker->TraceFound([&] {
    TraceChanged(marker);
    TraceMovedParts(marker);
  });
}

void Collector::TraceChanged(Marker* marker) {
  stores_.ForEachChanged(
      [marker](const void* address) { marker->TraceAgain(address); });
}

void Collector::TraceMovedParts(Marker* marker) {
  for (const TraceDescriptor& part : stores_.parts()) {
    marker->TraceMoved(part, Marker::Moved::kOne);
  }
  stores_.ForEachTail([marker](const TraceDescriptor& part) {
    marker->TraceMoved(part, Marker::Moved::kTail);
  });
}

// A program that stores much and allocates little comes here. What it stores
// is marked, each once, and left to be traced. Weak slots and objects that have
// changed wait for a step, unless they are what there is too much of: then the
// slots' targets are marked, too, so that no slot is noted for ever.
void Collector::RelieveStores() noexcept {
  if (is_in_pause_) {
    // A prefinalizer that stores, for which no marker waits any more.
    if (!is_marking_) stores_.Clear();
    return;
  }
  if (cycle_ == nullptr) {
    // It is another heap of this thread that marks.
    if (AnyMarksBeside()) stores_.Reset();
    return;
  }
  const ScopedFlag pause(&is_in_pause_);
  const ScopedFlag step(&is_in_step_);
  Marker& marker = cycle_->marker();
  try {
    marker.MarkStoredForLater(stores_.slots());
    if (stores_.has_many_weak_slots()) {
      marker.MarkStoredForLater(stores_.weak_slots());
      stores_.ClearWeakSlots();
    }
    marker.MarkForLater(stores_.objects());
    marker.MarkFoundForLater([&] {
      if (!stores_.KeepChanged()) {
        TraceChanged(&marker);
        stores_.ClearChanged();
      }
      TraceMovedParts(&marker);
    });
    stores_.ClearStored();
  } catch (const std::bad_alloc&) {
    stores_.NoteLoss();
    stores_.Clear();
  }
}

// A marker may be reading it, or have it on its stack, and stale words of the
// program's stack may lead there. So it is marked, for nobody to push it again,
// and whoever has it leaves it alone as he does what is half built.
void Collector::AbandonObject(void* object) noexcept {
  prefinalizers_.Forget(object);
  if (cycle_ != nullptr) {
    TestAndSet<true>(side_tables.marked,
                     GranuleOf(reinterpret_cast<uintptr_t>(object)));
    try {
      if (constructing_.Ends(object)) constructing_.AbandonLast(object);
      abandoned_.push_back(object);
      return;
    } catch (const std::bad_alloc&) {
      AbandonMarking();
    }
  }
  if (constructing_.Ends(object)) constructing_.Pop(object);
  Abandon(object);
  UpdateShare();
}

bool Collector::AbandonBacking(void* object) noexcept {
  const PageRecord& record = RecordOf(object);
  // A small one is not worth its note, and no destructor will run.
  if (record.kind != PageKind::kLarge || record.has_destructors) return false;
  AbandonObject(object);
  return true;
}

// Tables that have grown while the cycle marks, above all: to look at the old
// ones takes as long as at the new one.
void Collector::ForgetAbandonedArrays() {
  if (abandoned_.empty()) return;
  std::vector<uintptr_t> objects;
  objects.reserve(abandoned_.size());
  for (const void* object : abandoned_) {
    objects.push_back(reinterpret_cast<uintptr_t>(object));
  }
  std::ranges::sort(objects);
  cycle_->marker().ForgetArraysIn(objects);
  forgotten_count_ = abandoned_.size();
}

void Collector::TakeAbandonedBack() {
  for (void* object : abandoned_) {
    Unmark(object);
    Abandon(object);
  }
  abandoned_.clear();
  forgotten_count_ = 0;
  constructing_.ForgetAbandoned();
  UpdateShare();
}

}  // namespace halfword::inline HALFWORD_ABI::internal
