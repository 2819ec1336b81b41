// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Counting by the pages of keys and of tables.

#include "snapshot/pair_census.h"

#include <vector>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(PairCensusTest, CountsPairsByThePagesOfTheirKeys) {
  PairCensus census;
  EXPECT_EQ(census.count(), 0u);
  EXPECT_EQ(census.CountOf(7), 0u);

  census.Add(5, 2);
  census.Add(5, 0);
  census.Add(9, 2);

  EXPECT_EQ(census.count(), 3u);
  EXPECT_EQ(census.CountOf(0), 1u);
  EXPECT_EQ(census.CountOf(1), 0u);
  EXPECT_EQ(census.CountOf(2), 2u);
  EXPECT_EQ(census.CountOf(3), 0u);
  EXPECT_EQ(census.table_pages(), (std::vector<PageIndex>{5, 9}));
}

TEST(PairCensusTest, TakesMemoryByThePageAlone) {
  PairCensus census;
  for (int i = 0; i < 100'000; ++i) census.Add(3, 10);
  EXPECT_LE(census.bytes(), 100u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
