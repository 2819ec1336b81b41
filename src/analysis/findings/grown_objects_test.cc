// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What has grown, and by how much.

#include "analysis/findings/grown_objects.h"

#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

TestGraph GraphOf(const std::vector<uint32_t>& sizes) {
  TestGraph graph = GraphWithRoot();
  for (const uint32_t bytes : sizes) {
    graph.Connect(0, "shortcut", "w", graph.Add("object", "List", bytes));
  }
  return graph;
}

std::vector<GrownObject> FindBetween(const TestGraph& older,
                                     const TestGraph& newer) {
  Snapshot before = Read(older);
  ComputeFigures(&before, FigureScope::kNodes);
  const SizesById sizes = SizesById::Of(before);
  Snapshot now = Read(newer);
  const Figures figures = ComputeFigures(&now, FigureScope::kNodes);
  return FindGrownObjects(now, figures, sizes);
}

TEST(GrownObjectsTest, AreThoseThatHaveGrownMuchTheMostFirst) {
  const std::vector<GrownObject> found = FindBetween(
      GraphOf({100, 100, 100, 5000}), GraphOf({1124, 1123, 9000, 100, 5000}));
  ASSERT_EQ(found.size(), 2) << "what is new has not grown";
  EXPECT_EQ(found[0].node, 3);
  EXPECT_EQ(found[0].grown_bytes, 8900);
  EXPECT_EQ(found[1].node, 1);
  EXPECT_EQ(found[1].grown_bytes, 1024);
}

TEST(GrownObjectsTest, AreNotThoseOfTheEngine) {
  TestGraph older = GraphOf({100});
  const uint32_t roots = older.Add("synthetic", "(GC roots)");
  older.Connect(0, "element", "1", roots);
  older.Connect(roots, "element", "1", older.Add("hidden", "table", 100));
  TestGraph newer = older;
  newer.nodes.back().self_bytes = 9000;
  EXPECT_TRUE(FindBetween(older, newer).empty());
}

}  // namespace

}  // namespace halfword::analysis
