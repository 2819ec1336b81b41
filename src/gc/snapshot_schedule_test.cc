// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Which live sizes make a snapshot due.

#include "gc/snapshot_schedule.h"

#include <cstdint>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr size_t kLimit = 1000;

TEST(SnapshotScheduleTest, TheFirstIsDueAboveFourFifths) {
  const SnapshotSchedule schedule(3);

  EXPECT_FALSE(schedule.IsDue(0, kLimit));
  EXPECT_FALSE(schedule.IsDue(800, kLimit));
  EXPECT_TRUE(schedule.IsDue(801, kLimit));
}

TEST(SnapshotScheduleTest, EachNextIsDueAtFivePercentMore) {
  SnapshotSchedule schedule(4);

  schedule.Take(810, kLimit);
  EXPECT_FALSE(schedule.IsDue(850, kLimit));
  EXPECT_TRUE(schedule.IsDue(851, kLimit));
  schedule.Take(851, kLimit);
  EXPECT_FALSE(schedule.IsDue(900, kLimit));
  EXPECT_TRUE(schedule.IsDue(901, kLimit));
  schedule.Take(901, kLimit);
  EXPECT_TRUE(schedule.IsDue(951, kLimit));
  schedule.Take(951, kLimit);
  EXPECT_FALSE(schedule.has_left());
  EXPECT_FALSE(schedule.IsDue(1000, kLimit));
}

TEST(SnapshotScheduleTest, AJumpPassesStepsBy) {
  SnapshotSchedule schedule(4);

  schedule.Take(920, kLimit);

  EXPECT_FALSE(schedule.IsDue(950, kLimit));
  EXPECT_TRUE(schedule.IsDue(951, kLimit));
  schedule.Take(1000, kLimit);
  EXPECT_TRUE(schedule.has_left());
  EXPECT_FALSE(schedule.IsDue(1000, kLimit));
}

TEST(SnapshotScheduleTest, TheBudgetEndsWhereTheNextIsDue) {
  SnapshotSchedule schedule(2);

  EXPECT_EQ(schedule.BudgetBytes(300, kLimit), 500u);
  EXPECT_EQ(schedule.BudgetBytes(799, kLimit), 10u) << "a hundredth at least";
  schedule.Take(801, kLimit);
  EXPECT_EQ(schedule.BudgetBytes(801, kLimit), 49u);
  schedule.Take(851, kLimit);
  EXPECT_EQ(schedule.BudgetBytes(851, kLimit), SIZE_MAX);
}

TEST(SnapshotScheduleTest, OfNoneNothingIsDue) {
  const SnapshotSchedule schedule(0);

  EXPECT_FALSE(schedule.IsDue(1000, kLimit));
  EXPECT_EQ(schedule.BudgetBytes(900, kLimit), SIZE_MAX);
}

TEST(SnapshotScheduleTest, LargeLimitsDoNotOverflow) {
  SnapshotSchedule schedule(4);
  const size_t limit = SIZE_MAX / 2;

  EXPECT_FALSE(schedule.IsDue(limit / 2, limit));
  EXPECT_TRUE(schedule.IsDue(limit, limit));
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
