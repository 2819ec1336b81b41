// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Whether each step sees what those before it have changed.

#include "analysis/figures.h"

#include <string>
#include <vector>

#include "analysis/distances.h"
#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

TestGraph SmallPage() {
  TestGraph graph = GraphWithRoot();
  graph.extra_native_bytes = 1000;
  const uint32_t window = graph.Add("object", "Window", 10);
  const uint32_t array = graph.Add("array", "", 20);
  const uint32_t buffer =
      graph.Add("native", "system / JSArrayBufferData", 40, 2);
  graph.Connect(0, "shortcut", "1", window);
  graph.Connect(window, "internal", "elements", array);
  graph.Connect(array, "internal", "1", buffer);
  return graph;
}

TEST(FiguresTest, ComeInTheOrderOfDevTools) {
  Snapshot snapshot = Read(SmallPage());

  const Figures figures = ComputeFigures(&snapshot, FigureScope::kNodes);

  EXPECT_EQ(figures.statistics.total_bytes, 1070);
  EXPECT_EQ(figures.statistics.native_bytes, 1040);
  EXPECT_EQ(figures.statistics.typed_array_bytes, 0) << "it is renamed";
  EXPECT_EQ(snapshot.graph.self_bytes, (std::vector<uint32_t>{0, 30, 0, 40}));
  EXPECT_EQ(figures.is_renamed, (std::vector<bool>{false, false, false, true}));
  EXPECT_EQ(figures.is_page_node, (std::vector<bool>{false, true, true, true}));
  EXPECT_EQ(figures.distances,
            (std::vector<int32_t>{kSystemDistance, 1, 2, 3}));
  ASSERT_EQ(figures.class_rows.size(), 2);
  EXPECT_EQ(figures.class_rows[0].retained_bytes, 70);
  EXPECT_EQ(figures.class_rows[1].name, "Detached system / JSArrayBufferData");
}

TEST(FiguresTest, OfASummaryAreTheSameRows) {
  Snapshot snapshot = Read(SmallPage());
  Snapshot again = Read(SmallPage());
  const Figures nodes = ComputeFigures(&snapshot, FigureScope::kNodes);
  const Figures summary = ComputeFigures(&again, FigureScope::kSummary);

  EXPECT_TRUE(summary.distances.empty());
  EXPECT_EQ(summary.statistics.total_bytes, nodes.statistics.total_bytes);
  ASSERT_EQ(summary.class_rows.size(), nodes.class_rows.size());
  for (size_t i = 0; i < nodes.class_rows.size(); ++i) {
    EXPECT_EQ(summary.class_rows[i].name, nodes.class_rows[i].name);
    EXPECT_EQ(summary.class_rows[i].retained_bytes,
              nodes.class_rows[i].retained_bytes);
  }
}

TEST(FiguresTest, MoveNoSizesWithoutAUserRoot) {
  TestGraph graph = SmallPage();
  graph.edges[0] = {0, "element", 1, graph.Add("synthetic", "(GC roots)")};
  graph.Connect(4, "element", "1", 1);
  Snapshot snapshot = Read(graph);

  ComputeFigures(&snapshot, FigureScope::kNodes);

  EXPECT_EQ(snapshot.graph.self_bytes,
            (std::vector<uint32_t>{0, 10, 20, 40, 0}));
}

TEST(FiguresTest, TellWhatIsDone) {
  Snapshot snapshot = Read(SmallPage());
  std::vector<std::string> phases;
  ComputeFigures(&snapshot, FigureScope::kSummary,
                 [&](const char* phase, double) { phases.push_back(phase); });
  EXPECT_EQ(phases.size(), 5);
}

}  // namespace

}  // namespace halfword::analysis
