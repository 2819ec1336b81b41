// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Paths of functions, and what is counted at their ends.

#include "snapshot/trace_tree.h"

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(TraceTreeTest, APathIsOneNodeAFunction) {
  TraceTree tree;
  const auto a = tree.ChildOf(TraceTree::kRoot, 1);
  const auto ab = tree.ChildOf(a, 2);
  const auto ac = tree.ChildOf(a, 3);
  const auto b = tree.ChildOf(TraceTree::kRoot, 2);

  EXPECT_EQ(tree.nodes().size(), 5u);
  EXPECT_EQ(tree.ChildOf(TraceTree::kRoot, 1), a);
  EXPECT_EQ(tree.ChildOf(a, 2), ab);
  EXPECT_NE(ab, ac);
  EXPECT_NE(ab, b);
  EXPECT_EQ(tree.nodes()[ac].parent, a);
  EXPECT_EQ(tree.nodes()[ac].function, 3u);
}

TEST(TraceTreeTest, ChildrenStandInTheOrderOfTheirCalls) {
  TraceTree tree;
  constexpr uint32_t kCount = 10'000;
  const auto parent = tree.ChildOf(TraceTree::kRoot, 7);
  const auto other = tree.ChildOf(TraceTree::kRoot, 8);
  for (uint32_t i = 0; i < kCount; ++i) {
    tree.ChildOf(parent, kCount - i);
    tree.ChildOf(other, i);
  }

  uint32_t next = kCount;
  tree.ForEachChild(parent, [&](TraceTree::NodeIndex child) {
    EXPECT_EQ(tree.nodes()[child].function, next--);
    EXPECT_EQ(tree.nodes()[child].parent, parent);
  });
  EXPECT_EQ(next, 0u);
  size_t first_calls = 0;
  tree.ForEachChild(TraceTree::kRoot,
                    [&](TraceTree::NodeIndex) { ++first_calls; });
  EXPECT_EQ(first_calls, 2u);
  tree.ForEachChild(tree.ChildOf(parent, 1),
                    [](TraceTree::NodeIndex) { FAIL() << "it calls nothing"; });
}

TEST(TraceTreeTest, CountsAtTheNodeAlone) {
  TraceTree tree;
  const auto a = tree.ChildOf(TraceTree::kRoot, 1);
  const auto ab = tree.ChildOf(a, 2);
  tree.Count(ab, 16);
  tree.Count(ab, 48);

  EXPECT_EQ(tree.nodes()[ab].count, 2u);
  EXPECT_EQ(tree.nodes()[ab].bytes, 64u);
  EXPECT_EQ(tree.nodes()[a].count, 0u);
}

TEST(TraceTreeTest, BeyondItsBoundItHasNoNewNodes) {
  TraceTree tree;
  auto node = TraceTree::kRoot;
  for (size_t i = 1; i < TraceTree::kNodeCountMax; ++i) {
    node = tree.ChildOf(node, 7);
  }
  ASSERT_EQ(tree.nodes().size(), TraceTree::kNodeCountMax);

  EXPECT_EQ(tree.ChildOf(node, 7), TraceTree::kNoNode);
  EXPECT_EQ(tree.ChildOf(TraceTree::kRoot, 8), TraceTree::kNoNode);
  EXPECT_EQ(tree.ChildOf(TraceTree::kRoot, 7), 1u);
  EXPECT_EQ(tree.nodes().size(), TraceTree::kNodeCountMax);
  EXPECT_LE(tree.bytes(), 48 * TraceTree::kNodeCountMax);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
