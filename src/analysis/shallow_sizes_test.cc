// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Who gets the sizes of parts.

#include "analysis/shallow_sizes.h"

#include <string>
#include <vector>

#include "analysis/detachedness.h"
#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

using Sizes = std::vector<uint32_t>;

Sizes Moved(const TestGraph& graph) {
  Snapshot snapshot = Read(graph);
  const std::vector<bool> is_renamed =
      SpreadDetachedness(&snapshot.graph, *snapshot.strings);
  MoveShallowSizes(&snapshot.graph, *snapshot.strings, is_renamed);
  return snapshot.graph.self_bytes;
}

TEST(ShallowSizesTest, MoveUpChainsOfParts) {
  TestGraph graph = GraphWithRoot();
  const uint32_t owner = graph.Add("object", "Owner", 1);
  const uint32_t array = graph.Add("array", "A", 10);
  const uint32_t hidden = graph.Add("hidden", "H", 100);
  const uint32_t text =
      graph.Add("native", "system / ExternalStringData", 1000);
  const uint32_t other = graph.Add("object", "Other", 10'000);
  const uint32_t shape = graph.Add("object shape", "S", 100'000);
  graph.Connect(owner, "internal", "x", array);
  graph.Connect(array, "shortcut", "x", hidden);
  graph.Connect(hidden, "hidden", "1", text);
  graph.Connect(text, "element", "1", other);
  graph.Connect(owner, "element", "1", shape);
  graph.Connect(hidden, "element", "1", array);
  EXPECT_EQ(Moved(graph), (Sizes{0, 1111, 0, 0, 0, 10'000, 100'000}));
}

TEST(ShallowSizesTest, StayWhereTwoHaveAPart) {
  TestGraph graph = GraphWithRoot();
  const uint32_t one = graph.Add("object", "One", 1);
  const uint32_t other = graph.Add("object", "Other", 2);
  const uint32_t shared = graph.Add("array", "Shared", 10);
  const uint32_t behind = graph.Add("array", "Behind", 100);
  graph.Connect(one, "element", "1", shared);
  graph.Connect(shared, "element", "1", behind);
  EXPECT_EQ(Moved(graph), (Sizes{0, 111, 2, 0, 0}));

  graph.Connect(other, "element", "1", shared);
  EXPECT_EQ(Moved(graph), (Sizes{0, 1, 2, 10, 100}));
  graph.edges.back().type = "weak";
  graph.edges.back().name_or_index = 0;
  EXPECT_EQ(Moved(graph), (Sizes{0, 111, 2, 0, 0}));
}

TEST(ShallowSizesTest, StayWithTheRootAndWithWhatIsSynthetic) {
  TestGraph graph;
  graph.Add("object", "a root that is an object", 1);
  graph.Add("synthetic", "(GC roots)", 2);
  graph.Add("array", "A", 10);
  graph.Add("array", "B", 20);
  graph.Add("array", "nobody's", 30);
  graph.Connect(0, "element", "1", 2);
  graph.Connect(1, "element", "1", 3);
  EXPECT_EQ(Moved(graph), (Sizes{1, 2, 10, 20, 30}));
}

TEST(ShallowSizesTest, AreKeptModuloTwoToThe32) {
  TestGraph graph = GraphWithRoot();
  graph.Add("object", "Owner", 4294967295);
  graph.Add("array", "A", 3);
  graph.Connect(1, "element", "1", 2);
  EXPECT_EQ(Moved(graph), (Sizes{0, 2, 0}));
}

// Its name is "Detached system / ExternalStringData" by then.
TEST(ShallowSizesTest, KnowADetachedTextNoMore) {
  TestGraph graph = GraphWithRoot();
  graph.Add("object", "Owner", 1);
  graph.Add("native", "system / ExternalStringData", 10, 2);
  graph.Connect(1, "element", "1", 2);
  EXPECT_EQ(Moved(graph), (Sizes{0, 1, 10}));
}

TEST(ShallowSizesTest, MoveAlongChainsOfAnyLength) {
  TestGraph graph = GraphWithRoot();
  graph.Add("object", "Owner", 1);
  for (uint32_t i = 2; i < 20'000; ++i) {
    graph.Add("array", "", 1);
    graph.Connect(i - 1, "element", "1", i);
  }
  EXPECT_EQ(Moved(graph)[1], 19'999);
}

}  // namespace

}  // namespace halfword::analysis
