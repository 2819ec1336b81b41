// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Ways, and what is no way.

#include "analysis/distances.h"

#include <string>
#include <vector>

#include "analysis/file/snapshot_testing.h"
#include "analysis/user_roots.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

constexpr int32_t kSystem = kSystemDistance;

std::vector<int32_t> Distances(const TestGraph& graph) {
  const Snapshot snapshot = Read(graph);
  return FindDistances(snapshot.graph,
                       FindUserRoots(snapshot.graph, *snapshot.strings));
}

TEST(DistancesTest, CountFromUserRootsThenFromTheRoot) {
  TestGraph graph = GraphWithRoot();
  const uint32_t gc = graph.Add("synthetic", "(GC roots)");
  const uint32_t window = graph.Add("object", "Window");
  const uint32_t far = graph.Add("object", "Far");
  const uint32_t internal = graph.Add("object", "System");
  graph.Add("object", "Lost");
  graph.Connect(0, "element", "1", gc);
  graph.Connect(0, "shortcut", "1", window);
  graph.Connect(window, "property", "x", far);
  graph.Connect(gc, "element", "1", far);
  graph.Connect(gc, "element", "2", internal);

  EXPECT_EQ(Distances(graph), (std::vector<int32_t>{kSystem, kSystem + 1, 1, 2,
                                                    kSystem + 2, kNoDistance}));
}

TEST(DistancesTest, CountFromTheRootWhereThereIsNoUserRoot) {
  TestGraph graph = GraphWithRoot();
  graph.Add("synthetic", "(GC roots)");
  graph.Add("object", "A");
  graph.Connect(0, "element", "1", 1);
  graph.Connect(1, "element", "1", 2);
  EXPECT_EQ(Distances(graph), (std::vector<int32_t>{0, 1, 2}));
}

TEST(DistancesTest, DoNotGoAlongWeakAndRefusedEdges) {
  TestGraph graph = GraphWithRoot();
  const uint32_t descriptors = graph.Add("array", "(map descriptors)");
  for (int i = 0; i < 4; ++i) graph.Add("object", "A");
  graph.Connect(0, "element", "1", descriptors);
  graph.Connect(descriptors, "weak", "1", 2);
  graph.Connect(descriptors, "internal", "4", 3);
  graph.Connect(descriptors, "element", "7", 4);
  graph.Connect(descriptors, "element", "1", 5);
  EXPECT_EQ(Distances(graph),
            (std::vector<int32_t>{kSystem, 1, kNoDistance, kNoDistance,
                                  kNoDistance, 2}));
}

TEST(DistancesTest, TakeTheFartherOfAPair) {
  TestGraph graph = GraphWithRoot();
  const uint32_t table = graph.Add("object", "Table");
  const uint32_t step = graph.Add("object", "Step");
  const uint32_t key = graph.Add("object", "Key");
  const uint32_t value = graph.Add("object", "Value");
  graph.Connect(0, "shortcut", "t", table);
  graph.ConnectPair(table, key, value);
  graph.Connect(table, "property", "s", step);
  EXPECT_EQ(Distances(graph)[value], kNoDistance) << "half a pair is no way";

  graph.Connect(step, "property", "k", key);
  EXPECT_EQ(Distances(graph)[value], 4);
}

TEST(DistancesTest, LookAtAUserRootOnceForEachOfItsEdges) {
  TestGraph graph = GraphWithRoot();
  const uint32_t table = graph.Add("object", "Table");
  const uint32_t key = graph.Add("object", "Key");
  const uint32_t value = graph.Add("object", "Value");
  graph.ConnectPair(table, key, value);
  for (int i = 0; i < 100; ++i) {
    graph.Connect(0, "shortcut", "t", table);
    EXPECT_EQ(Distances(graph)[value], i == 0 ? kNoDistance : 2);
  }
}

TEST(DistancesTest, ReachTheRootToo) {
  TestGraph graph = GraphWithRoot();
  graph.Add("object", "A");
  graph.Add("object", "B");
  graph.Connect(0, "element", "1", 1);
  graph.Connect(1, "element", "1", 0);
  graph.Connect(0, "weak", "2", 2);
  graph.Connect(1, "element", "2", 2);
  EXPECT_EQ(Distances(graph), (std::vector<int32_t>{kSystem, 1, 1}));
}

}  // namespace

}  // namespace halfword::analysis
