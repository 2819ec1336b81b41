// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a plan learns, and that it stays within the budget whatever it learnt.

#include "gc/marking_plan.h"

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr size_t kMiB = size_t{1} << 20;

TEST(MarkingPlanTest, SmallHeapsAreMarkedInAPause) {
  const MarkingPlan plan;
  EXPECT_FALSE(plan.IsWorthACycle(kMiB, kMiB / 2));
  EXPECT_TRUE(plan.IsWorthACycle(100 * kMiB, 50 * kMiB));
}

TEST(MarkingPlanTest, HowFastMarkingIsDecidesWhatIsSmall) {
  MarkingPlan plan;
  plan.NoteMarking(0.1, 10 * kMiB);
  EXPECT_FALSE(plan.IsWorthACycle(50 * kMiB, 0));
  plan.NoteMarking(100, 10 * kMiB);
  EXPECT_TRUE(plan.IsWorthACycle(kMiB, 0));
}

TEST(MarkingPlanTest, ATrivialCollectionTeachesNothing) {
  MarkingPlan plan;
  plan.NoteMarking(100, 1000);
  plan.NoteGrowth(0, 1000, 1000);
  plan.NoteCycle(kMiB, 1000);
  const MarkingPlan fresh;
  EXPECT_EQ(plan.IsWorthACycle(kMiB, kMiB / 2),
            fresh.IsWorthACycle(kMiB, kMiB / 2));
  EXPECT_EQ(plan.CycleBytes(100 * kMiB, 100 * kMiB),
            fresh.CycleBytes(100 * kMiB, 100 * kMiB));
}

TEST(MarkingPlanTest, WhereAllDiesOnlyWhatLivedIsMarked) {
  MarkingPlan plan;
  EXPECT_TRUE(plan.IsWorthACycle(kMiB, 100 * kMiB));
  plan.NoteGrowth(kMiB, kMiB, 100 * kMiB);
  EXPECT_FALSE(plan.IsWorthACycle(kMiB, 100 * kMiB));
}

TEST(MarkingPlanTest, SlowMarkingBeginsEarlier) {
  MarkingPlan fast;
  MarkingPlan slow;
  fast.NoteMarking(20, 100 * kMiB);
  slow.NoteMarking(80, 100 * kMiB);
  const size_t bytes = fast.CycleBytes(100 * kMiB, 100 * kMiB);
  EXPECT_GT(slow.CycleBytes(100 * kMiB, 100 * kMiB), 2 * bytes);
  // 40 ms are 133 steps, 8.3 MiB; half as much again, and some for sweeping.
  EXPECT_GT(bytes, 12 * kMiB);
  EXPECT_LT(bytes, 15 * kMiB);
}

TEST(MarkingPlanTest, WhereHelpersAreFasterThanTheProgramItBeginsLater) {
  MarkingPlan plan;
  plan.NoteMarking(100, 100 * kMiB);
  const size_t alone_bytes = plan.CycleBytes(200 * kMiB, 200 * kMiB);
  plan.NoteCycle(5 * kMiB, 100 * kMiB);
  EXPECT_LT(plan.CycleBytes(200 * kMiB, 200 * kMiB), alone_bytes);
  // A program that outran them learns no more than what it needs alone.
  plan.NoteCycle(1000 * kMiB, 100 * kMiB);
  EXPECT_EQ(plan.CycleBytes(200 * kMiB, 200 * kMiB), alone_bytes);
}

// A cycle that is exactly on time is given the same again: a plan that shrank
// or grew with each would be late or early at last.
TEST(MarkingPlanTest, ACycleOnTimeChangesNothing) {
  MarkingPlan plan;
  plan.NoteMarking(100, 100 * kMiB);
  plan.NoteGrowth(0, 0, 100 * kMiB);
  const size_t sweep_bytes = 2 * kMiB;  // at most
  plan.NoteCycle(7 * kMiB, 100 * kMiB);
  const size_t before = plan.CycleBytes(100 * kMiB, 100 * kMiB);
  plan.NoteCycle(MarkingPlan::ScheduledBytes(before - sweep_bytes / 2),
                 100 * kMiB);
  const size_t after = plan.CycleBytes(100 * kMiB, 100 * kMiB);
  EXPECT_LT(after, before + sweep_bytes);
  EXPECT_GT(after, before - sweep_bytes);
}

TEST(MarkingPlanTest, ACycleTakesHalfTheBudgetAtMost) {
  MarkingPlan plan;
  plan.NoteMarking(100000, 100 * kMiB);
  EXPECT_EQ(plan.CycleBytes(100 * kMiB, 64 * kMiB), 32 * kMiB);
  plan.NoteMarking(0.001, 100 * kMiB);
  EXPECT_EQ(plan.CycleBytes(100 * kMiB, 64 * kMiB), 4 * kMiB);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
