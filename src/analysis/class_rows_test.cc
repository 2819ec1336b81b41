// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What rows count, what they retain, and their order.

#include "analysis/class_rows.h"

#include <string>
#include <vector>

#include "analysis/figures.h"
#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

constexpr Node kDeepCount = 3'000'000;

// "name: count, distance, shallow, retained" of each.
std::vector<std::string> Rows(const TestGraph& graph) {
  Snapshot snapshot = Read(graph);
  std::vector<std::string> lines;
  for (const ClassRow& row :
       ComputeFigures(&snapshot, FigureScope::kSummary).class_rows) {
    lines.push_back(row.name + ": " + std::to_string(row.count) + ", " +
                    std::to_string(row.distance) + ", " +
                    std::to_string(row.shallow_bytes) + ", " +
                    std::to_string(row.retained_bytes));
  }
  return lines;
}

TEST(ClassRowsTest, CountWhatHasASize) {
  TestGraph graph = GraphWithRoot();
  const uint32_t window = graph.Add("object", "Window", 1);
  const uint32_t first = graph.Add("object", "A", 10);
  const uint32_t empty = graph.Add("object", "A", 0);
  const uint32_t last = graph.Add("object", "A", 100);
  graph.Add("object", "None", 0);
  graph.Connect(0, "shortcut", "1", window);
  graph.Connect(window, "property", "a", first);
  graph.Connect(window, "property", "b", empty);
  graph.Connect(empty, "property", "c", last);
  EXPECT_EQ(Rows(graph), (std::vector<std::string>{"Window: 1, 1, 1, 111",
                                                   "A: 2, 2, 110, 110"}));
}

TEST(ClassRowsTest, ShowTheLeastDistanceAlsoIfItIsNone) {
  TestGraph graph = GraphWithRoot();
  graph.Add("object", "A", 1);
  graph.Add("object", "A", 1);
  graph.Connect(0, "shortcut", "1", 1);
  EXPECT_EQ(Rows(graph), std::vector<std::string>{"A: 2, -5, 2, 2"});
}

// A and B by turns: neither counts what another of its class retains.
TEST(ClassRowsTest, RetainWhatNoOtherOfTheClassDominates) {
  TestGraph graph = GraphWithRoot();
  for (uint32_t node = 1; node <= 4; ++node) {
    graph.Add("object", node % 2 == 1 ? "A" : "B", node);
    graph.Connect(node - 1, "element", "1", node);
  }
  EXPECT_EQ(Rows(graph),
            (std::vector<std::string>{"A: 2, 1, 4, 10", "B: 2, 2, 6, 9"}));
  // Without a size a node is not counted, and shields nothing.
  graph.nodes[1].self_bytes = 0;
  EXPECT_EQ(Rows(graph),
            (std::vector<std::string>{"B: 2, 2, 6, 9", "A: 1, 3, 3, 7"}));
}

TEST(ClassRowsTest, OfOneKeyTheLastTakesThePlaceOfTheFirst) {
  TestGraph graph = GraphWithRoot();
  graph.Add("object", "Foo", 1);
  graph.Add("object", "Foo", 10);
  graph.Add("object", "Foo", 100);
  graph.nodes[2].name = graph.NewSlot("Foo");
  EXPECT_EQ(Rows(graph), std::vector<std::string>{"Foo: 1, -5, 10, 10"});
}

TEST(ClassRowsTest, ComeByWhatTheyRetainThenByName) {
  TestGraph graph = GraphWithRoot();
  for (const char* const name : {"b", "", "\uffee", "\U0001F600", "a", "Z"}) {
    graph.Add("object", name, 5);
  }
  graph.Add("object", "z", 6);
  std::vector<std::string> names;
  for (const std::string& line : Rows(graph)) {
    names.push_back(line.substr(0, line.find(':')));
  }
  // In code units of UTF-16, where the halves of a pair come before U+E000.
  EXPECT_EQ(names, (std::vector<std::string>{"z", "", "Z", "a", "b",
                                             "\U0001F600", "\uffee"}));
}

TEST(ClassRowsTest, AreSummedAlongAListOfMillions) {
  Snapshot snapshot = Read(GraphWithRoot());
  HeapGraph& graph = snapshot.graph;
  graph.kinds.assign(kDeepCount, NodeKind::kString);
  graph.detachedness.assign(kDeepCount, Detachedness::kUnknown);
  graph.names.assign(kDeepCount, 0);
  graph.self_bytes.assign(kDeepCount, 2);
  graph.edges.Resize(kDeepCount - 1);
  graph.first_edges.Resize(size_t{kDeepCount} + 1);
  for (Node node = 0; node < kDeepCount; ++node) {
    if (node % 2 == 1) graph.kinds[node] = NodeKind::kSymbol;
    graph.first_edges[node] = node;
    if (node + 1 == kDeepCount) break;
    graph.edges[node] = HeapGraph::PackEdge(node + 1, EdgeKind::kOther);
  }
  graph.first_edges[kDeepCount] = kDeepCount - 1;

  const Figures figures = ComputeFigures(&snapshot, FigureScope::kSummary);

  ASSERT_EQ(figures.class_rows.size(), 2);
  EXPECT_EQ(figures.class_rows[0].name, "(string)");
  EXPECT_EQ(figures.class_rows[0].retained_bytes, 2 * kDeepCount);
  EXPECT_EQ(figures.class_rows[1].retained_bytes, 2 * kDeepCount - 2);
  EXPECT_EQ(figures.class_rows[1].count, kDeepCount / 2);
  EXPECT_EQ(figures.class_rows[1].distance, 1);
}

}  // namespace

}  // namespace halfword::analysis
