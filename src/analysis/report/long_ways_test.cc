// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Ways that are long, and what is not one.

#include "analysis/report/long_ways.h"

#include "gtest/gtest.h"

namespace halfword::analysis {
namespace {

// By place, the place above.
DominatorTree TreeOf(const std::vector<uint32_t>& parents) {
  DominatorTree tree;
  tree.nodes.Resize(parents.size());
  tree.parents.Resize(parents.size());
  for (uint32_t i = 0; i < parents.size(); ++i) {
    tree.nodes[i] = i;
    tree.parents[i] = parents[i];
  }
  return tree;
}

// Each place below the one before; what it retains falls by step.
WordArray FrontsOfChain(uint32_t count, uint64_t first, uint64_t step,
                        uint64_t least = 1) {
  std::vector<uint32_t> parents = {0};
  std::vector<uint64_t> retained = {first};
  for (uint32_t i = 1; i < count; ++i) {
    parents.push_back(i - 1);
    retained.push_back(retained.back() - step);
  }
  return FindLongWays(TreeOf(parents), retained, least);
}

TEST(LongWaysTest, FoldsTheMiddle) {
  const WordArray fronts = FrontsOfChain(100, 100'000, 10);

  for (const uint32_t place : {0U, 1U, 2U, 3U, 98U, 99U}) {
    EXPECT_EQ(fronts[place], place);
  }
  for (uint32_t place = 3; place < 98; ++place) EXPECT_EQ(fronts[place], 3);
}

TEST(LongWaysTest, LeavesShortWays) {
  const WordArray twelve = FrontsOfChain(12, 100'000, 10);
  const WordArray thirteen = FrontsOfChain(13, 100'000, 10);

  for (uint32_t place = 0; place < 12; ++place) {
    EXPECT_EQ(twelve[place], place);
  }
  EXPECT_EQ(thirteen[10], 3);
}

TEST(LongWaysTest, EndsWhereMuchBranchesOff) {
  // A step of 6 % in the middle of steps of nothing.
  std::vector<uint32_t> parents = {0};
  std::vector<uint64_t> retained = {100};
  for (uint32_t i = 1; i < 20; ++i) {
    parents.push_back(i - 1);
    retained.push_back(i < 10 ? 100 : 94);
  }

  const WordArray fronts = FindLongWays(TreeOf(parents), retained, 1);

  for (uint32_t place = 0; place < 20; ++place) {
    EXPECT_EQ(fronts[place], place) << "two ways of ten";
  }
}

TEST(LongWaysTest, LeavesWhatIsTooSmall) {
  const WordArray fronts = FrontsOfChain(100, 100'000, 10, 100'001);

  for (uint32_t place = 0; place < 100; ++place) {
    EXPECT_EQ(fronts[place], place);
  }
}

}  // namespace
}  // namespace halfword::analysis
