// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Edges in their order, across blocks of the file, asked for or passed by.

#include "analysis/file/edge_walk.h"

#include <vector>

#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

TEST(EdgeWalkTest, GivesEachEdgeWithItsSourceAndName) {
  TestGraph graph = GraphWithRoot();
  const uint32_t a = graph.Add("object", "A", 1);
  const uint32_t b = graph.Add("object", "B", 1);
  graph.Connect(0, "element", "7", a);
  graph.Connect(0, "property", "b", b);
  graph.Connect(b, "internal", "a", a);
  const Snapshot snapshot = Read(graph);

  EdgeWalk walk(snapshot);
  ASSERT_TRUE(walk.NextSource());
  EXPECT_EQ(walk.source(), 0);
  const auto first = walk.NextEdge();
  ASSERT_TRUE(first.has_value());
  EXPECT_TRUE(first->type.has_index);
  EXPECT_EQ(first->name, 7);
  EXPECT_EQ(first->target, a);
  const auto second = walk.NextEdge();
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(snapshot.strings->TextOf(second->name), "b");
  EXPECT_FALSE(walk.NextEdge().has_value());
  ASSERT_TRUE(walk.NextSource());
  EXPECT_FALSE(walk.NextEdge().has_value());
  ASSERT_TRUE(walk.NextSource());
  EXPECT_EQ(walk.source(), b);
  EXPECT_EQ(walk.node_row()[snapshot.sections.header.node.id], 5);
  EXPECT_EQ(walk.NextEdge()->target, a);
  EXPECT_FALSE(walk.NextSource());
}

TEST(EdgeWalkTest, PassesByWhatIsNotAskedFor) {
  TestGraph graph = GraphWithRoot();
  for (uint32_t i = 1; i <= 3000; ++i) {
    graph.Connect(0, "element", "1", graph.Add("object", "A", 1));
    graph.Connect(i, "element", std::to_string(i), 0);
  }
  const Snapshot snapshot = Read(graph);

  EdgeWalk walk(snapshot);
  ASSERT_TRUE(walk.NextSource());
  while (walk.NextSource()) {
    ASSERT_EQ(walk.NextEdge()->name, walk.source());
  }
}

}  // namespace

}  // namespace halfword::analysis
