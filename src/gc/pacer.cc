// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The budget and its end, the begin of a cycle, the next step.

#include "gc/pacer.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// An object that is allocated in a cycle and may lengthen it.
constexpr size_t kLargeBytes = size_t{1} << 20;
constexpr size_t kDelayedBudgetsMax = 4;

// Spare room lowers no budget to less than such a part of what was marked: of
// whole pointers, which take twice as much, half as large a one.
constexpr size_t kMarkedDivisor = sizeof(Word);

// What gaps between objects that live take, to these, as they usually do.
constexpr size_t kGapsDivisor = 16;

size_t SaturatingSum(size_t a, size_t b) {
  return a > SIZE_MAX - b ? SIZE_MAX : a + b;
}

// Not below zero.
size_t Difference(size_t a, size_t b) { return a - std::min(a, b); }

}  // namespace

Pacer::Pacer(HeapCore* heap, const SnapshotSchedule* snapshots,
             const HeapOptions& options)
    : heap_(heap),
      snapshots_(snapshots),
      marks_beside_(options.marking_support != MarkingType::kAtomic),
      works_in_steps_(marks_beside_ &&
                      options.stack_support != StackSupport::kPrecise),
      growth_(options.growth_bytes_min) {}

void Pacer::SetFirstBudget(size_t bytes_min) {
  SetBudget(std::max(growth_.InitialBudget(), bytes_min));
}

// The next snapshot near the limit must not be stepped over.
void Pacer::SetBudget(size_t bytes) {
  heap_->set_budget_bytes(
      std::min(bytes, snapshots_->BudgetBytes(live_bytes_, EffectiveLimit())));
}

size_t Pacer::NoteCollection(const Outcome& outcome) {
  // What the program has freed by itself may be more than it has allocated.
  const size_t allocated = Difference(outcome.bytes_before, live_bytes_);
  live_bytes_ = heap_->live_bytes_estimate();
  marking_.NoteGrowth(work_bytes_, outcome.work_bytes, allocated);
  work_bytes_ = outcome.work_bytes;
  const size_t freed = Difference(outcome.bytes_before, live_bytes_);
  late_bytes_ = LateBytes(allocated);
  beside_share_ =
      static_cast<double>(Difference(allocated, marking_begin_bytes_)) /
      static_cast<double>(std::max(allocated, size_t{1}));
  marking_begin_bytes_ = SIZE_MAX;
  root_bytes_ = outcome.root_bytes;
  SetBudget(Widened(
      growth_.BudgetAfter(SettledBytes(), allocated, freed, root_bytes_)));
  sweeping_.Begin(freed, heap_->destructor_page_count());
  is_late_ = false;
  table_bytes_ = 0;
  PlanCycle(0);
  return freed;
}

size_t Pacer::Widened(size_t budget_bytes) const {
  return IsWorthACycle(budget_bytes) ? MarkingPlan::CycleBudget(budget_bytes)
                                     : budget_bytes;
}

// Four places for each entry that lives are not spare. Entries that came while
// the cycle marked may be dead: it has marked what they refer to. As large a
// part of those that came since the last collection is taken to be of these, as
// of the bytes (design/growth.md#req.growth.weak).
void Pacer::NoteTables(const TableCleaning::Found& found) {
  const size_t inserted_count = Difference(found.first_count, entry_count_);
  entry_count_ = found.kept_count;
  spare_bytes_ = found.spare_bytes;
  if (found.place_count == 0) return;
  const auto young_count =
      static_cast<size_t>(static_cast<double>(inserted_count) * beside_share_);
  const size_t settled_count =
      kPlacesPerEntry * Difference(found.kept_count, young_count);
  const double bytes_per_place = static_cast<double>(found.place_bytes) /
                                 static_cast<double>(found.place_count);
  spare_bytes_ += static_cast<size_t>(
      bytes_per_place *
      static_cast<double>(
          Difference(found.place_count - found.spare_count, settled_count)));
}

// A table that has lost most of its entries is as large as what a budget lets
// come. A budget that counted it would let it become larger, and so on without
// end (design/growth.md#req.growth.weak). What is more already is not undone:
// there is to be time for a cycle beside the program.
void Pacer::LowerBudget() {
  const auto budget_of = [this](size_t live_bytes) {
    return Widened(growth_.Budget(live_bytes, root_bytes_));
  };
  const size_t lower = budget_of(SettledBytes());
  // More where an object was larger than all of it.
  const size_t less =
      Difference(budget_of(Difference(live_bytes_, late_bytes_)), lower);
  if (less == 0) return;
  if (is_late_) {
    planned_budget_bytes_ = std::max(Difference(planned_budget_bytes_, less),
                                     std::min(planned_budget_bytes_, lower));
    return;
  }
  const size_t now = heap_->budget_bytes();
  const size_t needed = SaturatingSum(heap_->allocated_since_collection_bytes(),
                                      marking_.CycleBytes(work_bytes_, lower));
  SetBudget(std::min(now, std::max({Difference(now, less), lower, needed})));
  const size_t step_bytes = heap_->step_bytes();
  PlanCycle(0);
  heap_->set_step_bytes(std::min(step_bytes, heap_->step_bytes()));
}

void Pacer::NoteAdoption() {
  live_bytes_ = heap_->live_bytes_estimate();
  work_bytes_ = live_bytes_;  // until it was marked once
  SetFirstBudget(live_bytes_);
  PlanCycle(0);
}

void Pacer::NoteWholeMarking(double ms, size_t work_bytes) {
  marking_.NoteMarking(ms, work_bytes);
  marking_begin_bytes_ = SIZE_MAX;
  is_late_ = false;  // nothing was marked that has died since
}

// What was allocated while a cycle marked that was late, after its budget was
// used up: much of that may have been marked and died since. A budget that
// counted it would let the next cycle be as much later, and so on without end
// (design/growth.md#req.growth.late). What weak tables took may be spare.
size_t Pacer::LateBytes(size_t allocated_bytes) const {
  if (!is_late_) return 0;
  return Difference(allocated_bytes,
                    std::max(SaturatingSum(planned_budget_bytes_, table_bytes_),
                             marking_begin_bytes_));
}

// Spare room has to be marked, too, where values are references.
size_t Pacer::SettledBytes() const {
  const size_t spare_bytes = std::min(
      spare_bytes_, Difference(live_bytes_, work_bytes_ / kMarkedDivisor));
  return Difference(live_bytes_, std::max(late_bytes_, spare_bytes));
}

// Once the next cycle begins, it should end before the budget does, and before
// the limit, up to which there is room for what does not fill gaps.
void Pacer::PlanCycle(size_t bytes) {
  const bool is_worth_it = IsWorthACycle(heap_->budget_bytes());
  heap_->set_prepares_marks(is_worth_it);
  const size_t held_bytes = live_bytes_ + live_bytes_ / kGapsDivisor;
  const size_t end_bytes =
      std::min(heap_->budget_bytes(), Difference(EffectiveLimit(), held_bytes));
  cycle_begin_bytes_ =
      is_worth_it ? end_bytes - marking_.CycleBytes(work_bytes_, end_bytes)
                  : SIZE_MAX;
  PlanNextStep(bytes);
}

bool Pacer::IsCycleDue(size_t bytes) const {
  const size_t used_bytes = heap_->allocated_since_collection_bytes();
  return cycle_begin_bytes_ <= used_bytes ||
         cycle_begin_bytes_ - used_bytes < bytes;
}

MarkingSchedule Pacer::BeginCycle() {
  marking_begin_bytes_ = heap_->allocated_since_collection_bytes();
  return {marking_begin_bytes_, ScheduleEnd(marking_begin_bytes_),
          ExpectedWorkBytes()};
}

size_t Pacer::ScheduleEnd(size_t begin_bytes) const {
  const size_t left_bytes =
      std::min(Difference(heap_->budget_bytes(), begin_bytes),
               Difference(EffectiveLimit(), heap_->used_page_bytes()));
  return SaturatingSum(begin_bytes, MarkingPlan::ScheduledBytes(left_bytes));
}

// What a cycle that begins now will mark, if of what was allocated since the
// last collection as large a part takes time as of what lived then.
size_t Pacer::ExpectedWorkBytes() const {
  const size_t bytes = heap_->live_bytes_estimate();
  if (live_bytes_ == 0) return bytes;
  return static_cast<size_t>(static_cast<double>(bytes) *
                             static_cast<double>(work_bytes_) /
                             static_cast<double>(live_bytes_));
}

void Pacer::NoteLate() {
  if (is_late_) return;
  planned_budget_bytes_ = Difference(heap_->budget_bytes(), table_bytes_);
  is_late_ = true;
}

// A cycle may end half as much later than planned, once; and than large objects
// that come meanwhile, as long as all is no more than a few budgets: a table
// that grows would end it at once, and have all of itself marked in the pause.
// While the last one is still being swept, which takes destructors that are
// slow, it may also end as late as where the heap is as large as it was before
// that.
bool Pacer::GrantDelay(size_t bytes, bool is_for_sweep) {
  if (is_late_ && bytes < kLargeBytes && !is_for_sweep) return false;
  NoteLate();
  const size_t used_bytes = heap_->allocated_since_collection_bytes();
  const size_t planned = Difference(
      std::max(heap_->budget_bytes(), SaturatingSum(used_bytes, bytes)),
      table_bytes_);
  const size_t granted = SaturatingSum(planned, planned / 2);
  const size_t settled_max =
      std::max(planned_budget_bytes_,
               is_for_sweep ? sweeping_.freed_bytes() / kDelayedBudgetsMax : 0);
  if (granted / kDelayedBudgetsMax > settled_max) return false;
  SetBudget(SaturatingSum(granted, table_bytes_));
  return heap_->budget_bytes() > used_bytes;
}

// As if it had been there before. So the cycle has the program go no further
// than without: what comes into the table meanwhile is marked, to be found dead
// by the next cycle at the earliest, so that it would become larger the longer
// that takes, and take the longer the larger it is
// (design/growth.md#req.growth.weak).
void Pacer::AllowTable(size_t bytes) {
  const size_t end_bytes =
      SaturatingSum(heap_->allocated_since_collection_bytes(), bytes);
  if (end_bytes <= heap_->budget_bytes()) return;
  const size_t before = heap_->budget_bytes();
  SetBudget(SaturatingSum(before, bytes));
  table_bytes_ =
      SaturatingSum(table_bytes_, Difference(heap_->budget_bytes(), before));
}

void Pacer::BeginLateForTable(size_t bytes) {
  NoteLate();
  AllowTable(bytes);
  SetBudget(
      SaturatingSum(heap_->budget_bytes(),
                    marking_.CycleBytes(work_bytes_, planned_budget_bytes_)));
}

void Pacer::MakeRoomForLateCycle() {
  if (!is_late_) return;
  SetBudget(std::max(
      heap_->budget_bytes(),
      SaturatingSum(heap_->allocated_since_collection_bytes(),
                    marking_.CycleBytes(work_bytes_, planned_budget_bytes_))));
}

void Pacer::PlanStep(size_t bytes, size_t more_bytes) {
  heap_->set_step_bytes(SaturatingSum(heap_->allocated_since_collection_bytes(),
                                      SaturatingSum(bytes, more_bytes)));
}

// For how long destructors will run.
double Pacer::SweepMsLeft() const {
  return heap_->is_sweeping() ? sweeping_.LeftMs(heap_->destructor_ms(),
                                                 heap_->destructor_page_count())
                              : 0;
}

// All should be swept where the cycle begins, or, if it is past that, where the
// budget ends; but later where steps would be too long: when as much is
// allocated as the collection has freed, the heap is as large as it was.
SweepPlan::Step Pacer::NextSweepStep(size_t used_bytes) const {
  const size_t end_bytes =
      used_bytes < cycle_begin_bytes_
          ? std::min(cycle_begin_bytes_, heap_->budget_bytes())
          : heap_->budget_bytes();
  const double left_ms = SweepMsLeft();
  // At the limit an allocation sweeps until there is room, whatever that takes.
  const size_t room_bytes =
      Difference(heap_->limit_bytes(), heap_->used_page_bytes());
  const auto step_until = [&](size_t bytes) {
    return SweepPlan::NextStep(
        left_ms, std::min(Difference(bytes, used_bytes), room_bytes));
  };
  const SweepPlan::Step step = step_until(end_bytes);
  if (step.ms <= SweepPlan::kStepMs) return step;
  return step_until(std::max(end_bytes, sweeping_.freed_bytes()));
}

double Pacer::SweepStepMs(size_t bytes) const {
  const double ms = NextSweepStep(heap_->allocated_since_collection_bytes()).ms;
  // Pages that no class asked for were not swept yet.
  return IsCycleDue(bytes) ? std::max(ms, MarkingPlan::kSweepMsMax) : ms;
}

void Pacer::PlanNextStep(size_t bytes) {
  const size_t used_bytes = heap_->allocated_since_collection_bytes();
  size_t next_bytes = cycle_begin_bytes_;
  size_t run_bytes = kPageBytes;
  if (heap_->is_sweeping() && works_in_steps_) {
    const bool is_due = cycle_begin_bytes_ <= used_bytes;
    const size_t step_bytes =
        std::min(NextSweepStep(used_bytes).bytes,
                 is_due ? MarkingPlan::kStepBytes : SIZE_MAX);
    run_bytes = std::min(step_bytes, kPageBytes);
    next_bytes = is_due ? used_bytes + step_bytes
                        : std::min(next_bytes, used_bytes + step_bytes);
  }
  heap_->set_run_bytes_max(run_bytes);
  heap_->set_step_bytes(std::max(next_bytes, SaturatingSum(used_bytes, bytes)));
}

}  // namespace halfword::inline HALFWORD_ABI::internal
