// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a plan learns, and that it stays within the budget whatever it learnt.

#include "gc/marking/marking_plan.h"

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr size_t kMebibyte = size_t{1} << 20;

// Often enough to be believed.
void NoteThatAllDies(MarkingPlan* plan) {
  for (int i = 0; i < 10; ++i) plan->NoteGrowth(0, 0, 100 * kMebibyte);
}

TEST(MarkingPlanTest, SmallHeapsAreMarkedInAPause) {
  const MarkingPlan plan;
  EXPECT_FALSE(plan.IsWorthACycle(kMebibyte, kMebibyte / 2));
  EXPECT_TRUE(plan.IsWorthACycle(100 * kMebibyte, 50 * kMebibyte));
}

TEST(MarkingPlanTest, HowFastMarkingIsDecidesWhatIsSmall) {
  MarkingPlan plan;
  plan.NoteMarking(0.1, 10 * kMebibyte);
  EXPECT_FALSE(plan.IsWorthACycle(50 * kMebibyte, 0));
  plan.NoteMarking(100, 10 * kMebibyte);
  EXPECT_TRUE(plan.IsWorthACycle(kMebibyte, 0));
}

TEST(MarkingPlanTest, ATrivialCollectionTeachesNothing) {
  MarkingPlan plan;
  plan.NoteMarking(100, 1000);
  plan.NoteGrowth(0, 1000, 1000);
  plan.NoteCycle(kMebibyte, 1000);
  const MarkingPlan fresh;
  EXPECT_EQ(plan.IsWorthACycle(kMebibyte, kMebibyte / 2),
            fresh.IsWorthACycle(kMebibyte, kMebibyte / 2));
  EXPECT_EQ(plan.CycleBytes(100 * kMebibyte, 100 * kMebibyte),
            fresh.CycleBytes(100 * kMebibyte, 100 * kMebibyte));
}

TEST(MarkingPlanTest, WhereAllDiesOnlyWhatLivedIsMarked) {
  MarkingPlan plan;
  EXPECT_TRUE(plan.IsWorthACycle(kMebibyte, 100 * kMebibyte));
  NoteThatAllDies(&plan);
  EXPECT_FALSE(plan.IsWorthACycle(kMebibyte, 100 * kMebibyte));
}

// What was marked more than once does not plan for growth that cannot be.
TEST(MarkingPlanTest, NoMoreStaysThanIsAllocated) {
  MarkingPlan plan;
  plan.NoteGrowth(0, 1000 * kMebibyte, 10 * kMebibyte);
  EXPECT_EQ(plan.MarkMs(0, kMebibyte), plan.MarkMs(kMebibyte, 0));
}

// A table was made, and nothing is in it yet.
TEST(MarkingPlanTest, OnceIsNotAlways) {
  MarkingPlan plan;
  plan.NoteGrowth(0, 0, 100 * kMebibyte);
  EXPECT_TRUE(plan.IsWorthACycle(0, 10 * kMebibyte));
  EXPECT_FALSE(plan.IsWorthACycle(0, kMebibyte));
}

TEST(MarkingPlanTest, ACycleIsGivenAnEighthMoreBytesUpToABound) {
  EXPECT_EQ(MarkingPlan::CycleBudget(16 * kMebibyte), 18 * kMebibyte);
  EXPECT_EQ(MarkingPlan::CycleBudget(1024 * kMebibyte), 1056 * kMebibyte);
}

TEST(MarkingPlanTest, SlowMarkingBeginsEarlier) {
  MarkingPlan fast;
  MarkingPlan slow;
  fast.NoteMarking(20, 100 * kMebibyte);
  slow.NoteMarking(80, 100 * kMebibyte);
  const size_t bytes = fast.CycleBytes(100 * kMebibyte, 100 * kMebibyte);
  EXPECT_GT(slow.CycleBytes(100 * kMebibyte, 100 * kMebibyte), 2 * bytes);
  // 40 ms are 200 steps, 12.5 MiB; half as much again, and some for sweeping.
  EXPECT_GT(bytes, 18 * kMebibyte);
  EXPECT_LT(bytes, 22 * kMebibyte);
}

TEST(MarkingPlanTest, WhereHelpersAreFasterThanTheProgramItBeginsLater) {
  MarkingPlan plan;
  plan.NoteMarking(100, 100 * kMebibyte);
  const size_t alone_bytes = plan.CycleBytes(200 * kMebibyte, 200 * kMebibyte);
  plan.NoteCycle(5 * kMebibyte, 100 * kMebibyte);
  EXPECT_LT(plan.CycleBytes(200 * kMebibyte, 200 * kMebibyte), alone_bytes);
  // A program that outran them learns no more than what it needs alone.
  plan.NoteCycle(1000 * kMebibyte, 100 * kMebibyte);
  EXPECT_EQ(plan.CycleBytes(200 * kMebibyte, 200 * kMebibyte), alone_bytes);
}

// A cycle that is exactly on time is given the same again: a plan that shrank
// or grew with each would be late or early at last.
TEST(MarkingPlanTest, ACycleOnTimeChangesNothing) {
  MarkingPlan plan;
  plan.NoteMarking(100, 100 * kMebibyte);
  NoteThatAllDies(&plan);
  const size_t sweep_bytes = 2 * kMebibyte;  // at most
  plan.NoteCycle(7 * kMebibyte, 100 * kMebibyte);
  const size_t before = plan.CycleBytes(100 * kMebibyte, 100 * kMebibyte);
  plan.NoteCycle(MarkingPlan::ScheduledBytes(before - sweep_bytes / 2),
                 100 * kMebibyte);
  const size_t after = plan.CycleBytes(100 * kMebibyte, 100 * kMebibyte);
  EXPECT_LT(after, before + sweep_bytes);
  EXPECT_GT(after, before - sweep_bytes);
}

TEST(MarkingPlanTest, ACycleTakesHalfTheBudgetAtMost) {
  MarkingPlan plan;
  plan.NoteMarking(100000, 100 * kMebibyte);
  EXPECT_EQ(plan.CycleBytes(100 * kMebibyte, 64 * kMebibyte), 32 * kMebibyte);
  plan.NoteMarking(0.001, 100 * kMebibyte);
  EXPECT_EQ(plan.CycleBytes(100 * kMebibyte, 64 * kMebibyte), 4 * kMebibyte);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
