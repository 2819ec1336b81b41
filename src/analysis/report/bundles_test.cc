// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What belongs together, and which are taken.

#include "analysis/report/bundles.h"

#include "gtest/gtest.h"

namespace halfword::analysis {
namespace {

TEST(BundleCounterTest, CountsByRowAndClass) {
  BundleCounter counter;
  counter.Add(1, 7, 10, 5);
  counter.Add(1, 7, 11, 6);
  counter.Add(1, 8, 12, 20);
  counter.Add(1, 8, 13, 20);
  counter.Add(0, 7, 14, 3);
  counter.Add(0, 7, 15, 3);

  const std::vector<Bundle> taken = counter.Take(1, 10);

  ASSERT_EQ(taken.size(), 3);
  EXPECT_EQ(taken[0].row, 0);
  EXPECT_EQ(taken[1].row, 1);
  EXPECT_EQ(taken[1].class_index, 8);
  EXPECT_EQ(taken[1].bytes, 40);
  EXPECT_EQ(taken[2].count, 2);
  EXPECT_EQ(taken[2].bytes, 11);
  EXPECT_EQ(taken[2].first_place, 10);
}

TEST(BundleCounterTest, TakesWhatIsWorthIt) {
  BundleCounter counter;
  counter.Add(0, 1, 1, 100);  // alone
  for (const uint32_t place : {2U, 3U}) counter.Add(0, 2, place, 4);
  for (const uint32_t place : {4U, 5U}) counter.Add(0, 3, place, 50);
  for (const uint32_t place : {6U, 7U}) counter.Add(0, 4, place, 60);

  const std::vector<Bundle> taken = counter.Take(9, 1);

  ASSERT_EQ(taken.size(), 1);
  EXPECT_EQ(taken[0].class_index, 4);
  EXPECT_TRUE(counter.Take(0, 10).empty()) << "they are taken once";
}

}  // namespace
}  // namespace halfword::analysis
