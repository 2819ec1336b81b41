// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the collector does while the program has nothing to do: Heap::
// DoIdleWork(), and the tasks it gives to an event loop. Part of Collector.
//
// Work goes in pieces of a third of a millisecond, in the order of a cycle:
// sweep what is left, give back free pages that are too many, mark, pause. A
// collection that is nearly due is begun here only where somebody says that
// there is time
// (design/concurrent_marking.md#req.beside.idle).

#include <algorithm>
#include <memory>
#include <new>
#include <utility>

#include "gc/collector.h"
#include "gc/marking/marking_cycle.h"
#include "gc/scoped_flag.h"
#include "halfword/internal/checks.h"
#include "halfword/platform.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Of the budget: what is used before a collection is worth its time. Two
// collections for each that would have been due are too many.
constexpr double kNearlyDueShare = 0.75;
// A task of an event loop lets others run after so long.
constexpr double kTaskMs = 1.0;
// One that finds that other threads do the work comes again after so long.
constexpr double kTaskDelayS = 0.002;

// Alive until it has run, which may be after the end of the heap.
// Of one that the loop drops, the heap is told: it posts another one. It counts
// on none before this is made, since a runner or malloc may fail until then.
class TaskOfCollector {
 public:
  explicit TaskOfCollector(std::shared_ptr<TaskShare> share)
      : share_(std::move(share)) {
    share_->has_task = true;
  }
  ~TaskOfCollector() {
    if (!has_run_) share_->has_task = false;
  }
  TaskOfCollector(const TaskOfCollector&) = delete;
  TaskOfCollector& operator=(const TaskOfCollector&) = delete;

  // Null: the heap has ended.
  Collector* TakeForRun() {
    has_run_ = true;
    share_->has_task = false;
    return share_->collector;
  }

 private:
  const std::shared_ptr<TaskShare> share_;
  bool has_run_ = false;
};

class CollectorTask final : public Task {
 public:
  CollectorTask(std::shared_ptr<TaskShare> share, StackState stack)
      : task_(std::move(share)), stack_(stack) {}
  void Run() override {
    Collector* const collector = task_.TakeForRun();
    if (collector != nullptr) collector->RunTask(kTaskMs, stack_);
  }

 private:
  TaskOfCollector task_;
  const StackState stack_;
};

class CollectorIdleTask final : public IdleTask {
 public:
  explicit CollectorIdleTask(std::shared_ptr<TaskShare> share)
      : task_(std::move(share)) {}
  void Run(double deadline_in_seconds) override {
    Collector* const collector = task_.TakeForRun();
    if (collector != nullptr) collector->RunIdleTask(deadline_in_seconds);
  }

 private:
  TaskOfCollector task_;
};

// Null: malloc has no memory. The collection that asks for a task has done its
// work, which is no failure for that; the next one posts another.
template <typename T, typename... Args>
std::unique_ptr<T> TryMake(Args&&... args) {
  return std::unique_ptr<T>(new (std::nothrow) T(std::forward<Args>(args)...));
}

StackState StateOf(const void* stack_pointer) {
  return stack_pointer != nullptr ? StackState::kMayContainHeapPointers
                                  : StackState::kNoHeapPointers;
}

}  // namespace

Collector::IdleResult Collector::DoIdleWork(double time_ms, StackState stack,
                                            IdleBegin begin) {
  HALFWORD_CHECK(!is_verifying_,
                 "idle work must not be asked for in a Trace() that Verify() "
                 "calls");
  HALFWORD_CHECK(!is_in_pause_ && !is_in_destructor() && !is_in_prefinalizer_,
                 "idle work must not be asked for inside a collection, nor "
                 "from a destructor or a prefinalizer");
  HALFWORD_DCHECK(is_on_own_thread(),
                  "a heap does its idle work on the thread that created it");
  CheckMayChange();
  IdleResult result = IdleResult::kMore;
  const double end_ms = NowMs() + time_ms;
  WithStackPointer(stack, [&](const void* stack_pointer) {
    double left_ms = time_ms;
    while (result == IdleResult::kMore && left_ms > 0) {
      result = DoIdlePiece(left_ms, stack_pointer, begin);
      left_ms = end_ms - NowMs();
    }
  });
  UpdateShare();
  return result;
}

Collector::IdleResult Collector::DoIdlePiece(double left_ms,
                                             const void* stack_pointer,
                                             IdleBegin begin) {
  if (ended_cycle_ != nullptr) {
    if (ended_cycle_->ReleaseSome()) ended_cycle_.reset();
    return IdleResult::kMore;
  }
  if (is_sweeping()) {
    SweepForAWhile(std::min(left_ms, MarkingPlan::kSweepMsMax));
    return IdleResult::kMore;
  }
  if (HoldsTooMuch()) {
    TrimSomePages(KeptFreeBytes());
    return IdleResult::kMore;
  }
  if (scopes_.no_collection_depth != 0 || scopes_.disallow_depth != 0) {
    return IdleResult::kDone;
  }
  if (cycle_ != nullptr) return StepWhenIdle(stack_pointer);
  return begin == IdleBegin::kWhenNearlyDue
             ? BeginWhenIdle(left_ms, stack_pointer)
             : IdleResult::kDone;
}

Collector::IdleResult Collector::StepWhenIdle(const void* stack_pointer) {
  // All that is left is due now. The program does not run between two pieces,
  // so a second look would find what the first one did.
  const Progress progress =
      StepMarkingFrom(stack_pointer, SIZE_MAX, PutOff::kNever);
  if (progress == Progress::kDone) {
    RunCycle({.stack = StateOf(stack_pointer),
              .reason = "idle",
              .sweeping = Sweeping::kLazy},
             stack_pointer, PauseKind::kFinish);
  } else if (cycle_ != nullptr && cycle_->IsLeftToHelpers()) {
    return IdleResult::kElsewhere;
  }
  return IdleResult::kMore;
}

// A short marking is done in a pause, as it would be without this. A heap with
// a precise stack has no other time than this, so that what is due is done now,
// however long it takes.
Collector::IdleResult Collector::BeginWhenIdle(double left_ms,
                                               const void* stack_pointer) {
  const size_t used = allocated_since_collection_bytes();
  if (used == 0 || static_cast<double>(used) <
                       kNearlyDueShare * static_cast<double>(budget_bytes())) {
    return IdleResult::kDone;
  }
  if (pacer_.marks_beside() && pacer_.IsWorthMarkingBeside(used)) {
    BeginMarking();
    if (cycle_ == nullptr) return IdleResult::kDone;  // no memory for it
    pacer_.PlanStep(0, MarkingPlan::kStepBytes);
    return IdleResult::kMore;
  }
  const bool must_wait = may_collect() || used < budget_bytes();
  if (must_wait && pacer_.MarkMs(used) > left_ms) {
    return IdleResult::kDone;
  }
  RunCycle({.stack = StateOf(stack_pointer),
            .reason = "idle",
            .sweeping = Sweeping::kLazy},
           stack_pointer);
  return IdleResult::kMore;
}

void Collector::PostTask() {
  const bool has_work =
      is_sweeping() || HoldsTooMuch() || cycle_ != nullptr || IsLeftToTasks();
  if (task_share_->has_task || !has_work) return;
  const std::shared_ptr<TaskRunner> runner =
      platform_->GetForegroundTaskRunner();
  if (runner == nullptr) return;
  const ScopedFlag posting(&is_posting_task_);
  if (runner->IdleTasksEnabled()) {
    auto task = TryMake<CollectorIdleTask>(task_share_);
    if (task != nullptr) runner->PostIdleTask(std::move(task));
    return;
  }
  const bool is_nestable = !runner->NonNestableTasksEnabled();
  auto task = TryMake<CollectorTask>(
      task_share_, is_nestable ? StackState::kMayContainHeapPointers
                               : StackState::kNoHeapPointers);
  if (task == nullptr) return;
  if (is_nestable) {
    runner->PostTask(std::move(task));
  } else {
    runner->PostNonNestableTask(std::move(task));
  }
}

// No allocation collects such a heap, so that a task has to.
bool Collector::IsLeftToTasks() const {
  return options_.stack_support == StackSupport::kPrecise &&
         allocated_since_collection_bytes() >= budget_bytes();
}

// A task that runs inside a collection, or while a snapshot is written, is one
// too many: what it would do is done by the next. So is one that a runner runs
// as it is posted, which may be inside any allocation.
bool Collector::MayRunTask() const {
  return !is_in_pause_ && !is_in_destructor() && !is_in_prefinalizer_ &&
         !is_posting_task_ && !is_being_read();
}

void Collector::RunTask(double time_ms, StackState stack) {
  if (!MayRunTask()) return;
  // Who calls this may hold what no scan of the stack would find.
  if (cycle_ != nullptr && stack == StackState::kMayContainHeapPointers &&
      options_.stack_support == StackSupport::kPrecise) {
    return;
  }
  const bool begins = stack == StackState::kNoHeapPointers && IsLeftToTasks();
  PostTaskAfter(DoIdleWork(
      time_ms, stack, begins ? IdleBegin::kWhenNearlyDue : IdleBegin::kNever));
}

void Collector::RunIdleTask(double deadline_s) {
  if (!MayRunTask()) return;
  const double left_ms = deadline_s * 1000 - NowMs();
  PostTaskAfter(DoIdleWork(left_ms, StackState::kMayContainHeapPointers,
                           IdleBegin::kWhenNearlyDue));
}

void Collector::PostTaskAfter(IdleResult result) {
  switch (result) {
    case IdleResult::kDone:
      return;
    case IdleResult::kMore:
      PostTask();
      return;
    case IdleResult::kElsewhere:
      PostTaskForLater();
  }
}

// Where a runner cannot wait, the steps of allocations go on.
void Collector::PostTaskForLater() {
  const std::shared_ptr<TaskRunner> runner =
      platform_->GetForegroundTaskRunner();
  if (runner == nullptr || !runner->NonNestableDelayedTasksEnabled()) return;
  const ScopedFlag posting(&is_posting_task_);
  auto task = TryMake<CollectorTask>(task_share_, StackState::kNoHeapPointers);
  if (task == nullptr) return;
  runner->PostNonNestableDelayedTask(std::move(task), kTaskDelayS);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
