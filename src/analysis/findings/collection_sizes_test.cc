// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What counts as a reference of a collection, and whose it is.

#include "analysis/findings/collection_sizes.h"

#include <string>

#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

std::vector<uint32_t> SizesIn(const TestGraph& graph) {
  Snapshot snapshot = Read(graph);
  const Figures figures = ComputeFigures(&snapshot, FigureScope::kNodes);
  return FindCollectionSizes(snapshot, figures);
}

TEST(CollectionSizesTest, CountElementsAndProperties) {
  TestGraph graph = GraphWithRoot();
  const uint32_t list = graph.Add("object", "Array", 16);
  const uint32_t item = graph.Add("object", "Item", 16);
  graph.Connect(0, "property", "p", list);
  for (int i = 0; i < 5; ++i) {
    graph.Connect(list, "element", std::to_string(i), item);
  }
  graph.Connect(list, "property", "x", item);
  graph.Connect(list, "internal", "map", item);
  graph.Connect(list, "weak", "w", item);
  const std::vector<uint32_t> sizes = SizesIn(graph);
  EXPECT_EQ(sizes[list], 6);
  EXPECT_EQ(sizes[item], 0);
}

TEST(CollectionSizesTest, AreThoseOfTheArrayThatIsTheirOwn) {
  TestGraph graph = GraphWithRoot();
  const uint32_t map = graph.Add("object", "Map", 16);
  const uint32_t table = graph.Add("array", "table", 160);
  const uint32_t item = graph.Add("object", "Item", 16);
  graph.Connect(0, "property", "p", map);
  graph.Connect(map, "internal", "table", table);
  for (int i = 0; i < 8; ++i) {
    graph.Connect(table, "internal", std::to_string(i), item);
  }
  const std::vector<uint32_t> sizes = SizesIn(graph);
  EXPECT_EQ(sizes[map], 8);
  EXPECT_EQ(sizes[table], 0);
}

TEST(CollectionSizesTest, AreNotThoseOfASharedArray) {
  TestGraph graph = GraphWithRoot();
  const uint32_t table = graph.Add("array", "table", 160);
  for (int i = 0; i < 2; ++i) {
    const uint32_t map = graph.Add("object", "Map", 16);
    graph.Connect(0, "property", "p", map);
    graph.Connect(map, "internal", "table", table);
  }
  graph.Connect(table, "internal", "1", 0);
  const std::vector<uint32_t> sizes = SizesIn(graph);
  EXPECT_EQ(sizes, std::vector<uint32_t>({0, 1, 0, 0}));
}

}  // namespace

}  // namespace halfword::analysis
