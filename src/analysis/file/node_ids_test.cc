// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Nodes by their ids.

#include "analysis/file/node_ids.h"

#include <optional>

#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

TEST(NodeIdsTest, FindTheFirstNodeThatHasOne) {
  TestGraph graph = GraphWithRoot();
  graph.node_fields = {"edge_count", "id", "self_size", "type", "name"};
  for (uint32_t i = 1; i < 3000; ++i) {
    graph.Add("object", "A");
    graph.nodes.back().id = i < 2999 ? i * 7919 : 7919;
  }
  const Snapshot snapshot = Read(graph);
  const auto find = [&](uint32_t id) {
    return FindNode(*snapshot.file, snapshot.sections, id);
  };

  EXPECT_EQ(find(1), 0);
  EXPECT_EQ(find(7919), 1);
  EXPECT_EQ(find(2998 * 7919), 2998);
  EXPECT_EQ(find(2), std::nullopt);
}

TEST(NodeIdsTest, AreReadInTheOrderOfNodes) {
  TestGraph graph = GraphWithRoot();
  graph.Add("object", "A");
  graph.nodes.back().id = 77;
  graph.Add("object", "A");
  const Snapshot snapshot = Read(graph);
  EXPECT_EQ(ReadNodeIds(*snapshot.file, snapshot.sections),
            std::vector<uint32_t>({1, 77, 5}));
}

}  // namespace

}  // namespace halfword::analysis
