// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A small tree.

#include "analysis/dominator_view.h"

#include <algorithm>

#include "gtest/gtest.h"

namespace halfword::analysis {
namespace {

// 0 ( 1 ( 2 3 ) 4 ), retaining 100, 60, 10, 50, 30.
DominatorTree SmallTree() {
  DominatorTree tree;
  tree.nodes.Resize(5);
  tree.parents.Resize(5);
  const uint32_t parents[] = {0, 0, 1, 1, 0};
  for (uint32_t i = 0; i < 5; ++i) tree.nodes[i] = i;
  std::copy(std::begin(parents), std::end(parents), tree.parents.begin());
  return tree;
}
const std::vector<uint64_t> kRetained = {100, 60, 10, 50, 30};

std::vector<std::pair<uint32_t, uint32_t>> Rows(size_t count) {
  std::vector<std::pair<uint32_t, uint32_t>> rows;
  for (const DominatorRow& row : FindLargest(SmallTree(), kRetained, count)) {
    rows.emplace_back(row.place, row.depth);
  }
  return rows;
}

using List = std::vector<std::pair<uint32_t, uint32_t>>;

TEST(FindLargestTest, ShowsATreeWithTheLargestFirst) {
  EXPECT_EQ(Rows(5), (List{{0, 0}, {1, 1}, {3, 2}, {2, 2}, {4, 1}}));
  EXPECT_EQ(Rows(100), Rows(5));
}

TEST(FindLargestTest, LeavesOutWhatRetainsLeast) {
  EXPECT_EQ(Rows(3), (List{{0, 0}, {1, 1}, {3, 2}}));
  EXPECT_EQ(Rows(1), (List{{0, 0}}));
  EXPECT_EQ(Rows(0), List{});
}

}  // namespace
}  // namespace halfword::analysis
