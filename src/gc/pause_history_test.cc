// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Percentiles of pauses, to within an eighth.

#include "gc/pause_history.h"

#include <limits>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(PauseHistoryTest, IsZeroWithoutPauses) {
  const PauseHistory history;
  EXPECT_EQ(history.count(), 0u);
  EXPECT_EQ(history.PercentileMs(0.99), 0);
}

TEST(PauseHistoryTest, KnowsLastLongestAndSum) {
  PauseHistory history;
  history.Add(3);
  history.Add(1);
  EXPECT_EQ(history.last_ms(), 1);
  EXPECT_EQ(history.max_ms(), 3);
  EXPECT_EQ(history.total_ms(), 4);
  EXPECT_EQ(history.count(), 2u);
}

TEST(PauseHistoryTest, PercentilesAreAnEighthTooLargeAtMost) {
  PauseHistory history;
  for (int i = 1; i <= 1000; ++i) history.Add(i * 0.01);
  for (const double share : {0.01, 0.5, 0.9, 0.99, 0.999, 1.0}) {
    const double exact = 10 * share;
    EXPECT_GE(history.PercentileMs(share), exact * 0.999) << share;
    EXPECT_LE(history.PercentileMs(share), exact * 1.125) << share;
  }
}

TEST(PauseHistoryTest, TakesWhatAClockMayGive) {
  PauseHistory history;
  history.Add(2);
  history.Add(std::numeric_limits<double>::quiet_NaN());
  history.Add(-1);
  EXPECT_EQ(history.last_ms(), 0);
  EXPECT_EQ(history.max_ms(), 2);
  EXPECT_EQ(history.total_ms(), 2);
  EXPECT_EQ(history.count(), 3u);
  EXPECT_EQ(history.PercentileMs(1), 2);
}

TEST(PauseHistoryTest, TakesTheShortestAndTheLongest) {
  PauseHistory history;
  history.Add(0);
  history.Add(1e9);
  EXPECT_EQ(history.PercentileMs(0.5), 0.001);
  EXPECT_EQ(history.PercentileMs(1), 1e9);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
