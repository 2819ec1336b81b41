// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Pacer: when a heap is collected, and when each piece of that is due, in bytes
// that the program has allocated since the last collection. It only decides;
// the collector does.
//
//   0 ............ sweeping ...... begin ...... marking ...... budget .. late
//      a step when the plan          a step each 64 KiB        half as much
//      of sweeping says so           where it is worth it      more, once
//
// Three that learn and know no heap are under it: how large the budget is
// (gc/growth.h), where a cycle begins that marks beside the program
// (gc/marking/marking_plan.h), and how destructors are spread
// (gc/sweep_plan.h).
//
// Threads: the heap's own.

#ifndef HALFWORD_GC_PACER_H_
#define HALFWORD_GC_PACER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "gc/growth.h"
#include "gc/marking/marking_plan.h"
#include "gc/snapshot_schedule.h"
#include "gc/sweep_plan.h"
#include "gc/weak/table_cleaning.h"
#include "halfword/heap.h"
#include "heap/heap_core.h"

namespace halfword::inline HALFWORD_ABI::internal {

class Pacer {
 public:
  // The heap and its snapshots outlive it.
  Pacer(HeapCore* heap, const SnapshotSchedule* snapshots,
        const HeapOptions& options);

  // Of a heap whose limit is set: at least so much.
  void SetFirstBudget(size_t bytes_min);

  // A collection has ended, and what is dead waits for its sweep.
  struct Outcome {
    size_t bytes_before;  // live and dead
    size_t work_bytes;    // Marker::work_bytes()
    size_t root_bytes;    // of stack and handles
  };
  // Sets the next budget, and plans the next cycle. Returns how many bytes were
  // freed.
  size_t NoteCollection(const Outcome& outcome);
  // What the cleaning of weak tables has found. Where it ends after the pause
  // the budget becomes what it were without the room that is spare in them.
  void NoteTables(const TableCleaning::Found& found);
  void LowerBudget();
  // Pages of an image were adopted: as if a collection had found them.
  void NoteAdoption();

  // Up to where the heap can grow.
  size_t EffectiveLimit() const {
    return std::min(heap_->limit_bytes(), heap_->capacity_bytes());
  }

  // After the last collection.
  size_t live_bytes() const { return live_bytes_; }

  // Whether cycles may mark outside the pause; and, by themselves, as the heap
  // allocates.
  bool marks_beside() const { return marks_beside_; }
  bool works_in_steps() const { return works_in_steps_; }
  // Whether marking would take long in a pause once so much is allocated, and
  // how long.
  bool IsWorthMarkingBeside(size_t allocated_bytes) const {
    return marking_.IsWorthACycle(work_bytes_, allocated_bytes);
  }
  double MarkMs(size_t allocated_bytes) const {
    return marking_.MarkMs(work_bytes_, allocated_bytes);
  }
  // The same where an allocation asks, which may have to leave it.
  bool IsWorthACycle(size_t allocated_bytes) const {
    return works_in_steps_ && IsWorthMarkingBeside(allocated_bytes);
  }

  // Where the next cycle begins, and the first step, which is not before the
  // bytes are allocated that are asked for.
  void PlanCycle(size_t bytes);
  // Whether it begins with an allocation of so many bytes, or has to.
  bool IsCycleDue(size_t bytes) const;
  void MakeCycleDue() { cycle_begin_bytes_ = 0; }
  // A cycle begins to mark.
  MarkingSchedule BeginCycle();
  // By when a cycle plans to have marked all that lives, of which it begins to
  // mark what is left where so much is allocated; not past the limit.
  size_t ScheduleEnd(size_t begin_bytes) const;
  // The next step is due after the bytes that are asked for, and so many more.
  void PlanStep(size_t bytes, size_t more_bytes);

  // Whether the budget was raised for a cycle.
  bool is_late() const { return is_late_; }
  // Raises it. False: all is to be done now.
  bool GrantDelay(size_t bytes, bool is_for_sweep);
  // For what a weak table that is full takes more, if that is not within it.
  void AllowTable(size_t bytes);
  // The same, and a cycle begins.
  void BeginLateForTable(size_t bytes);
  bool has_allowed_tables() const { return table_bytes_ != 0; }
  // A cycle that is late begins now: what is to be left for it may have been
  // used up by sweeping.
  void MakeRoomForLateCycle();

  // How much a step sweeps where so many bytes are asked for; 0: nothing.
  double SweepStepMs(size_t bytes) const;
  // Whether destructors will run for longer than is worth no steps.
  bool IsSweepLong() const { return SweepMsLeft() >= SweepPlan::kLongMs; }
  // Where the next step before the cycle is due, but not before the bytes are
  // allocated that are asked for.
  void PlanNextStep(size_t bytes);

  // What collections teach. All was marked in a pause, which took so long; or
  // outside, of which the cycle tells the plan; all of the last one is swept.
  void NoteWholeMarking(double ms, size_t work_bytes);
  MarkingPlan* marking_plan() { return &marking_; }
  void NoteSwept() {
    sweeping_.End(heap_->destructor_ms());
    spare_bytes_ = 0;
  }

 private:
  void SetBudget(size_t bytes);
  size_t Widened(size_t budget_bytes) const;
  void NoteLate();
  size_t LateBytes(size_t allocated_bytes) const;
  // What lives and is a reason to collect later.
  size_t SettledBytes() const;
  size_t ExpectedWorkBytes() const;
  double SweepMsLeft() const;
  SweepPlan::Step NextSweepStep(size_t used_bytes) const;

  HeapCore* const heap_;
  const SnapshotSchedule* const snapshots_;
  const bool marks_beside_;
  const bool works_in_steps_;
  Growth growth_;
  MarkingPlan marking_;
  SweepPlan sweeping_;
  size_t live_bytes_ = 0;   // after the last collection
  size_t work_bytes_ = 0;   // that this one marked: Marker::work_bytes()
  size_t late_bytes_ = 0;   // of what lived: LateBytes()
  size_t spare_bytes_ = 0;  // the same: NoteTables()
  size_t root_bytes_ = 0;   // of stack and handles
  // Of what was allocated before the last collection, the part that came while
  // it marked; and how many entries of weak tables it has left.
  double beside_share_ = 0;
  size_t entry_count_ = 0;
  // How much is allocated when the next cycle begins; SIZE_MAX: none will.
  size_t cycle_begin_bytes_ = SIZE_MAX;
  size_t marking_begin_bytes_ = SIZE_MAX;  // when this one did, if it has
  bool is_late_ = false;             // the budget was raised for the cycle
  size_t planned_budget_bytes_ = 0;  // what it was then, without these
  size_t table_bytes_ = 0;  // by which weak tables have raised it: AllowTable()
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_PACER_H_
