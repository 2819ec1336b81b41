// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Shortest ways from where ways begin.

#include "analysis/findings/ways.h"

#include <string>

#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

// "node -edge-> node ..."
std::string WayTo(const TestGraph& graph, Node node) {
  Snapshot snapshot = Read(graph);
  const Figures figures = ComputeFigures(&snapshot, FigureScope::kNodes);
  std::string text;
  for (const WayStep& step : Ways(snapshot, figures).To(node)) {
    if (!text.empty()) text += " -" + step.edge + "-> ";
    text += graph.strings[graph.nodes[step.node].name];
  }
  return text;
}

TEST(WaysTest, AreShortest) {
  TestGraph graph = GraphWithRoot();
  const uint32_t window = graph.Add("object", "Window", 1);
  const uint32_t a = graph.Add("object", "a", 1);
  const uint32_t b = graph.Add("object", "b", 1);
  const uint32_t c = graph.Add("object", "c", 1);
  graph.Connect(0, "shortcut", "w", window);
  graph.Connect(window, "property", "long", a);
  graph.Connect(a, "property", "way", b);
  graph.Connect(b, "property", "here", c);
  graph.Connect(window, "weak", "weakly", c);
  graph.Connect(window, "element", "7", b);
  EXPECT_EQ(WayTo(graph, c), "Window -7-> b -here-> c");
  EXPECT_EQ(WayTo(graph, window), "Window");
}

TEST(WaysTest, BeginAtTheRootForWhatTheSystemHolds) {
  TestGraph graph = GraphWithRoot();
  const uint32_t window = graph.Add("object", "Window", 1);
  const uint32_t roots = graph.Add("synthetic", "(GC roots)");
  const uint32_t held = graph.Add("object", "held", 1);
  graph.strings[graph.nodes[0].name] = "root";
  graph.Connect(0, "shortcut", "w", window);
  graph.Connect(0, "element", "1", roots);
  graph.Connect(roots, "element", "2", held);
  EXPECT_EQ(WayTo(graph, held), "root -1-> (GC roots) -2-> held");
}

TEST(WaysTest, AreNoneToWhatNothingReaches) {
  TestGraph graph = GraphWithRoot();
  const uint32_t orphan = graph.Add("object", "orphan", 1);
  graph.Connect(orphan, "property", "self", orphan);
  EXPECT_EQ(WayTo(graph, orphan), "orphan");
}

TEST(WaysTest, AreGroupedByClassesAndEdgesButNotByIndexes) {
  TestGraph graph = GraphWithRoot();
  const uint32_t window = graph.Add("object", "Window", 1);
  const uint32_t list = graph.Add("object", "Array", 1);
  const uint32_t table = graph.Add("array", "", 1);
  graph.Connect(0, "shortcut", "w", window);
  graph.Connect(window, "property", "list", list);
  graph.Connect(window, "internal", "table", table);
  std::vector<Node> items;
  for (int i = 0; i < 6; ++i) {
    items.push_back(graph.Add("object", "Item", 1));
    if (i < 4) {
      graph.Connect(list, "element", std::to_string(i), items.back());
    } else {
      graph.Connect(table, "internal", std::to_string(3 * i), items.back());
    }
  }
  items.push_back(graph.Add("object", "Item", 1));
  graph.Connect(list, "property", "last", items.back());
  Snapshot snapshot = Read(graph);
  const Figures figures = ComputeFigures(&snapshot, FigureScope::kNodes);
  const Ways ways(snapshot, figures);

  const std::vector<Ways::Group> groups =
      ways.GroupByWay(items, figures.classes);

  ASSERT_EQ(groups.size(), 3);
  EXPECT_EQ(groups[0].first, items[0]);
  EXPECT_EQ(groups[0].count, 4);
  EXPECT_EQ(groups[1].first, items[4]);
  EXPECT_EQ(groups[1].count, 2);
  EXPECT_EQ(groups[2].count, 1);
  EXPECT_EQ(ways.FoldedTo(items[4]).back().edge, "[]");
  EXPECT_EQ(ways.FoldedTo(items[6]).back().edge, "last");
}

TEST(WaysTest, MayBeLong) {
  TestGraph graph = GraphWithRoot();
  uint32_t last = 0;
  for (int i = 0; i < 100'000; ++i) {
    const uint32_t next = graph.Add("object", "n", 1);
    graph.Connect(last, "property", "next", next);
    last = next;
  }
  Snapshot snapshot = Read(graph);
  const Figures figures = ComputeFigures(&snapshot, FigureScope::kNodes);
  EXPECT_EQ(Ways(snapshot, figures).To(last).size(), 100'000);
}

}  // namespace

}  // namespace halfword::analysis
