// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a sweep is expected to take, and the steps that are made of it.

#include "gc/sweep_plan.h"

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr size_t kMiB = size_t{1} << 20;

TEST(SweepPlanTest, ExpectsNothingAtFirst) {
  SweepPlan plan;
  plan.Begin(10 * kMiB, 640);

  EXPECT_EQ(plan.LeftMs(0, 640), 0);
  EXPECT_EQ(SweepPlan::NextStep(0, 8 * kMiB).ms, 0);
}

TEST(SweepPlanTest, ExpectsWhatTheLastSweepTookForAsMuch) {
  SweepPlan plan;
  plan.Begin(10 * kMiB, 640);
  plan.End(100);

  plan.Begin(20 * kMiB, 1280);

  EXPECT_NEAR(plan.LeftMs(0, 1280), 200, 1e-9);
  EXPECT_NEAR(plan.LeftMs(150, 320), 50, 1);
  // A collection that freed nothing does not change what is known.
  plan.Begin(100, 1280);
  plan.End(50);
  plan.Begin(10 * kMiB, 640);
  EXPECT_NEAR(plan.LeftMs(0, 640), 100, 1e-9);
}

TEST(SweepPlanTest, LearnsFromWhatIsSwept) {
  SweepPlan plan;
  plan.Begin(10 * kMiB, 640);

  // A tenth is not much to go by yet.
  EXPECT_NEAR(plan.LeftMs(10, 576), 68, 1);
  // More destructors than the last time.
  plan.End(10);
  plan.Begin(10 * kMiB, 640);
  EXPECT_NEAR(plan.LeftMs(50, 320), 47, 1);
  // All are known to be swept, but for one page.
  EXPECT_LT(plan.LeftMs(100, 1), 1);
}

// The thread did not run for 12 ms, within the destructors of the first page.
// That is no reason for long steps, however many pages there are.
TEST(SweepPlanTest, TakesNoHeapToBeAsSlowAsItsFirstPage) {
  for (const size_t page_count : {400u, 6400u, 1'000'000u}) {
    SweepPlan plan;
    plan.Begin(10 * kMiB, page_count);

    const double left_ms = plan.LeftMs(12, page_count - 1);
    EXPECT_LE(left_ms, 12 * 32) << page_count;
    EXPECT_EQ(SweepPlan::NextStep(left_ms, kMiB).ms, SweepPlan::kStepMs);
    // If others are as slow, it is known in time.
    const size_t swept = page_count / 10;
    const double of_others_ms = 12.0 * static_cast<double>(page_count - swept);
    EXPECT_GE(
        plan.LeftMs(12.0 * static_cast<double>(swept), page_count - swept),
        of_others_ms * 0.7)
        << page_count;
  }
}

// Pages come and go while a heap is swept.
TEST(SweepPlanTest, TakesMorePagesThanThereWere) {
  SweepPlan plan;
  plan.Begin(10 * kMiB, 10);
  EXPECT_NEAR(plan.LeftMs(1, 20), 20, 1e-9);
}

TEST(SweepPlanTest, StepsAreSpreadOverWhatIsLeft) {
  const SweepPlan::Step step = SweepPlan::NextStep(30, 100 * kMiB);
  EXPECT_EQ(step.ms, SweepPlan::kStepMs);
  EXPECT_NEAR(static_cast<double>(step.bytes), kMiB, 10);
}

TEST(SweepPlanTest, StepsAreLongerWhereNoMoreFit) {
  const SweepPlan::Step step = SweepPlan::NextStep(1000, 100 << 10);
  EXPECT_EQ(step.bytes, SweepPlan::kStepBytesMin);
  EXPECT_NEAR(step.ms, 1000.0 / 356, 0.1);
  // It should have been done by now.
  EXPECT_NEAR(SweepPlan::NextStep(1000, 0).ms, 1000.0 / 256, 0.1);
  EXPECT_EQ(SweepPlan::NextStep(2, 0).ms, SweepPlan::kStepMs);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
