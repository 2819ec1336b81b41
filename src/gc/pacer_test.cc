// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// When things are due, of a heap whose collections are told and not done.

#include "gc/pacer.h"

#include <algorithm>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/heap.h"
#include "heap/heap_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr size_t kMinimum = 4 * kMiB;
constexpr size_t kLive = 64 * kMiB;

class PacerTest : public ::testing::Test {
 protected:
  // A collection finds so much alive after so much was allocated, and marks it
  // at a millisecond for each MiB.
  void Collect(size_t allocated_bytes, size_t live_bytes) {
    const size_t bytes_before = heap_.live_bytes_estimate() + allocated_bytes;
    heap_.CloseRuns();
    heap_.BeginSweep(live_bytes);
    heap_.FinishSweep();
    pacer_.NoteWholeMarking(static_cast<double>(live_bytes) / kMiB, live_bytes);
    Report(bytes_before, live_bytes);
  }
  void Report(size_t bytes_before, size_t work_bytes) {
    freed_bytes_ = pacer_.NoteCollection({bytes_before, work_bytes, 0});
  }
  // The next allocation, out of no run that is open, comes to a step.
  bool IsStepDue() {
    return heap_.Allocate<Sized<64>>(kPageBytes) == nullptr &&
           heap_.failure() == AllocationFailure::kStep;
  }
  void Allocate(size_t bytes) {
    ASSERT_NE(heap_.Allocate<Sized<64>>(bytes), nullptr);
  }

  HeapOptions options_{.growth_bytes_min = kMinimum};
  TestHeap heap_;
  SnapshotSchedule snapshots_{0};
  Pacer pacer_{&heap_, &snapshots_, options_};
  size_t freed_bytes_ = 0;
};

TEST_F(PacerTest, TheFirstBudgetIsThatOfGrowthOrWhatIsAskedFor) {
  pacer_.SetFirstBudget(0);
  EXPECT_EQ(heap_.budget_bytes(), Growth(kMinimum).InitialBudget());

  pacer_.SetFirstBudget(10 * kMiB);
  EXPECT_EQ(heap_.budget_bytes(), 10 * kMiB);
}

TEST_F(PacerTest, NoBudgetStepsOverASnapshotNearTheLimit) {
  SnapshotSchedule one(1);
  Pacer pacer(&heap_, &one, options_);
  heap_.set_limit_bytes(100 * kMiB);

  pacer.SetFirstBudget(1000 * kMiB);

  EXPECT_EQ(heap_.budget_bytes(), 80 * kMiB);
}

TEST_F(PacerTest, ACollectionSaysWhatWasFreed) {
  Collect(kLive, kLive);
  EXPECT_EQ(freed_bytes_, 0u);
  EXPECT_EQ(pacer_.live_bytes(), kLive);

  Collect(kLive / 2, kLive);
  EXPECT_EQ(freed_bytes_, kLive / 2);
}

TEST_F(PacerTest, ACycleBeginsWithinTheBudgetWhereMarkingTakesLong) {
  Collect(kLive, kLive);
  const size_t budget = heap_.budget_bytes();

  EXPECT_TRUE(pacer_.IsWorthACycle(budget));
  EXPECT_GE(pacer_.MarkMs(0), 64.0);
  EXPECT_FALSE(pacer_.IsCycleDue(budget / 4));
  EXPECT_TRUE(pacer_.IsCycleDue(budget));
  EXPECT_FALSE(IsStepDue());
  heap_.IgnoreBudget(true);
  Allocate(budget - 64 * kPageBytes);
  heap_.IgnoreBudget(false);
  EXPECT_TRUE(IsStepDue());
}

TEST_F(PacerTest, NoneBeginsWhereOnlyObjectsWithoutReferencesLive) {
  for (int i = 0; i < 10; ++i) {
    heap_.BeginSweep(kLive);
    heap_.FinishSweep();
    Report(2 * kLive, 0);
  }

  EXPECT_FALSE(pacer_.IsWorthACycle(heap_.budget_bytes()));
  EXPECT_FALSE(pacer_.IsCycleDue(heap_.budget_bytes()));
}

TEST_F(PacerTest, APreciseHeapMarksBesideButNotAsItAllocates) {
  Pacer precise(&heap_, &snapshots_, {.stack_support = StackSupport::kPrecise});
  Pacer atomic(&heap_, &snapshots_, {.marking_support = MarkingType::kAtomic});

  EXPECT_TRUE(pacer_.marks_beside());
  EXPECT_TRUE(pacer_.works_in_steps());
  EXPECT_TRUE(precise.marks_beside());
  EXPECT_FALSE(precise.works_in_steps());
  EXPECT_FALSE(atomic.marks_beside());
  EXPECT_FALSE(atomic.works_in_steps());
  precise.NoteWholeMarking(100, kLive);
  EXPECT_TRUE(precise.IsWorthMarkingBeside(kLive));
  EXPECT_FALSE(precise.IsWorthACycle(kLive));
}

TEST_F(PacerTest, ACyclesScheduleEndsWithinBudgetAndLimit) {
  Collect(kLive, kLive);
  const size_t budget = heap_.budget_bytes();

  const MarkingSchedule schedule = pacer_.BeginCycle();
  EXPECT_EQ(schedule.begin_bytes, 0u);
  EXPECT_EQ(schedule.live_bytes, kLive);
  EXPECT_GT(schedule.end_bytes, budget / 2);
  EXPECT_LT(schedule.end_bytes, budget);

  heap_.set_limit_bytes(6 * kMiB);
  EXPECT_LE(pacer_.ScheduleEnd(kMiB), 7 * kMiB);
  EXPECT_EQ(pacer_.ScheduleEnd(SIZE_MAX), SIZE_MAX);
}

TEST_F(PacerTest, ACycleIsDelayedOnceAndForLargeObjects) {
  Collect(kLive, kLive);
  const size_t budget = heap_.budget_bytes();
  EXPECT_FALSE(pacer_.is_late());

  EXPECT_TRUE(pacer_.GrantDelay(64, false));
  EXPECT_TRUE(pacer_.is_late());
  EXPECT_EQ(heap_.budget_bytes(), budget + budget / 2);
  EXPECT_FALSE(pacer_.GrantDelay(64, false));
  EXPECT_EQ(heap_.budget_bytes(), budget + budget / 2);

  EXPECT_TRUE(pacer_.GrantDelay(2 * kMiB, false));
  EXPECT_GT(heap_.budget_bytes(), 2 * budget);
  // Not for ever.
  int count = 0;
  while (pacer_.GrantDelay(2 * kMiB, false)) ASSERT_LT(++count, 10);
  EXPECT_LE(heap_.budget_bytes(), 4 * budget);
  EXPECT_FALSE(pacer_.GrantDelay(SIZE_MAX, false));

  Collect(kLive, kLive);
  EXPECT_FALSE(pacer_.is_late());
}

// The budget was kLive; as much again was allocated while the cycle was late.
TEST_F(PacerTest, WhatIsAllocatedLateDoesNotWidenTheNextBudget) {
  Collect(kLive, kLive);
  const size_t planned = heap_.budget_bytes();
  pacer_.BeginCycle();
  ASSERT_TRUE(pacer_.GrantDelay(64, false));

  heap_.BeginSweep(kLive + planned);
  heap_.FinishSweep();
  Report(kLive + 2 * planned, kLive);
  const size_t late = heap_.budget_bytes();
  EXPECT_FALSE(pacer_.is_late());

  heap_.BeginSweep(kLive);
  heap_.FinishSweep();
  Report(kLive + planned, kLive);
  EXPECT_EQ(late, heap_.budget_bytes());
}

TEST_F(PacerTest, SpareRoomOfWeakTablesIsNoReasonToCollectLater) {
  Collect(kLive, kLive / 2);
  const size_t budget_without = heap_.budget_bytes();
  pacer_.NoteSwept();

  Collect(kLive, kLive);
  const size_t budget = heap_.budget_bytes();
  pacer_.NoteTables({.spare_bytes = kLive / 2});
  pacer_.LowerBudget();
  EXPECT_EQ(heap_.budget_bytes(), budget_without);
  EXPECT_TRUE(pacer_.IsCycleDue(budget_without));

  // The next collection asks anew.
  pacer_.NoteSwept();
  Collect(kLive, kLive);
  EXPECT_EQ(heap_.budget_bytes(), budget);
}

TEST_F(PacerTest, SpareRoomThatIsFoundLateDoesNotEndTheCycle) {
  Collect(kLive, kLive);
  ASSERT_TRUE(pacer_.GrantDelay(64, false));
  const size_t late = heap_.budget_bytes();

  pacer_.NoteTables({.spare_bytes = kLive / 2});
  pacer_.LowerBudget();
  EXPECT_EQ(heap_.budget_bytes(), late);
  EXPECT_FALSE(pacer_.GrantDelay(kLive, false));
}

TEST_F(PacerTest, SpareRoomThatIsFoundLateLeavesTimeForACycle) {
  Collect(kLive, kLive);
  const size_t budget = heap_.budget_bytes();
  Allocate(budget / 2);
  pacer_.NoteTables({.spare_bytes = kLive - kMiB});
  pacer_.LowerBudget();
  EXPECT_LT(heap_.budget_bytes(), budget);
  EXPECT_GT(heap_.budget_bytes(), budget / 2 + kMiB);
  EXPECT_TRUE(pacer_.IsCycleDue(0));
}

TEST_F(PacerTest, ABudgetIsAPartOfWhatIsMarkedHoweverMuchIsSpare) {
  Collect(kLive, kLive);
  pacer_.NoteTables({.spare_bytes = kLive});
  pacer_.LowerBudget();
  EXPECT_GE(heap_.budget_bytes(), kLive / sizeof(Word));
}

// A cycle has marked what its entries refer to, dead or alive.
TEST_F(PacerTest, EntriesThatCameWhileItMarkedAreNoReasonToCollectLater) {
  constexpr size_t kPlaces = 8000;
  const auto collect = [this](bool beside) {
    Collect(kLive, kLive);
    pacer_.NoteTables({.first_count = 1000, .kept_count = 1000});
    pacer_.NoteSwept();
    if (beside) pacer_.BeginCycle();
    heap_.BeginSweep(kLive);
    heap_.FinishSweep();
    Report(2 * kLive, kLive);
  };
  const auto budget_after = [this](const TableCleaning::Found& found) {
    pacer_.NoteTables(found);
    pacer_.LowerBudget();
    return heap_.budget_bytes();
  };
  // Half a thousand live, with four places each.
  constexpr TableCleaning::Found kFound = {.first_count = 2500,
                                           .kept_count = 2000,
                                           .place_count = kPlaces,
                                           .place_bytes = kLive / 2};
  collect(true);
  const size_t with_young = budget_after(kFound);
  collect(false);
  const size_t without = budget_after(kFound);
  collect(true);
  const size_t spare = budget_after({.spare_bytes = kLive / 2 * 3 / 4});
  EXPECT_EQ(with_young, spare);
  EXPECT_GT(without, spare);
}

TEST_F(PacerTest, SpareRoomLowersNoBudgetToNothingNearTheLimit) {
  SnapshotSchedule one(1);
  Pacer pacer(&heap_, &one, options_);
  heap_.set_limit_bytes(100 * kMiB);
  heap_.BeginSweep(kLive);
  heap_.FinishSweep();
  pacer.NoteCollection({2 * kLive, kLive, 0});
  const size_t budget = heap_.budget_bytes();
  ASSERT_LT(budget, kLive);
  pacer.NoteTables({.spare_bytes = kLive / 2});
  pacer.LowerBudget();
  EXPECT_LE(heap_.budget_bytes(), budget);
  EXPECT_GE(heap_.budget_bytes(), std::min(budget, kLive / 2));
}

TEST_F(PacerTest, AWeakTableGrowsAsIfItHadBeenThere) {
  Collect(kLive, kLive);
  const size_t budget = heap_.budget_bytes();
  pacer_.AllowTable(budget);
  EXPECT_EQ(heap_.budget_bytes(), budget);
  EXPECT_FALSE(pacer_.has_allowed_tables());

  pacer_.AllowTable(5 * budget);
  EXPECT_EQ(heap_.budget_bytes(), 6 * budget);
  EXPECT_TRUE(pacer_.has_allowed_tables());
  // What else is allocated gets no more than without.
  EXPECT_TRUE(pacer_.GrantDelay(64, false));
  EXPECT_EQ(heap_.budget_bytes(), 6 * budget + budget / 2);
  EXPECT_FALSE(pacer_.GrantDelay(64, false));
  int count = 0;
  while (pacer_.GrantDelay(2 * kMiB, false)) ASSERT_LT(++count, 10);
  EXPECT_LE(heap_.budget_bytes(), 5 * budget + 4 * budget);

  Collect(kLive, kLive);
  EXPECT_FALSE(pacer_.has_allowed_tables());
}

TEST_F(PacerTest, AWeakTableMayHaveACycleBegin) {
  Collect(kLive, kLive);
  const size_t budget = heap_.budget_bytes();
  pacer_.BeginLateForTable(2 * budget);
  EXPECT_TRUE(pacer_.is_late());
  EXPECT_GT(heap_.budget_bytes(), 3 * budget);
  EXPECT_LE(heap_.budget_bytes(), 3 * budget + budget / 2);
}

TEST_F(PacerTest, SweepingThatUsesUpALateBudgetLeavesRoomForTheCycle) {
  Collect(kLive, kLive);
  const size_t budget = heap_.budget_bytes();
  Allocate(budget - kMiB);
  pacer_.MakeRoomForLateCycle();
  EXPECT_EQ(heap_.budget_bytes(), budget);

  ASSERT_TRUE(pacer_.GrantDelay(64, false));
  heap_.IgnoreBudget(true);
  Allocate(budget / 2);
  heap_.IgnoreBudget(false);
  pacer_.MakeRoomForLateCycle();
  EXPECT_GT(heap_.budget_bytes(),
            heap_.allocated_since_collection_bytes() + budget / 16);
}

TEST_F(PacerTest, NothingIsSweptWhereNothingIsLeft) {
  Collect(kLive, kLive);

  EXPECT_EQ(pacer_.SweepStepMs(0), 0);
  EXPECT_FALSE(pacer_.IsSweepLong());
  pacer_.MakeCycleDue();
  EXPECT_TRUE(pacer_.IsCycleDue(0));
  EXPECT_EQ(pacer_.SweepStepMs(0), MarkingPlan::kSweepMsMax);
}

TEST_F(PacerTest, AStepIsDueAfterWhatIsAskedForAndMore) {
  pacer_.SetFirstBudget(kLive);
  pacer_.PlanStep(kMiB, kMiB);
  EXPECT_FALSE(IsStepDue());
  Allocate(3 * kMiB / 2);
  EXPECT_FALSE(IsStepDue());
  Allocate(kMiB / 4);
  EXPECT_FALSE(IsStepDue());
  EXPECT_EQ(heap_.Allocate<Sized<64>>(kMiB), nullptr);
  EXPECT_EQ(heap_.failure(), AllocationFailure::kStep);

  pacer_.PlanStep(SIZE_MAX, kMiB);
  EXPECT_FALSE(IsStepDue());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
