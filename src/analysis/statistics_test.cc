// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Which part of the pie a node is of.

#include "analysis/statistics.h"

#include <vector>

#include "analysis/detachedness.h"
#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

SnapshotStatistics Statistics(const TestGraph& graph) {
  Snapshot snapshot = Read(graph);
  const std::vector<bool> is_renamed =
      SpreadDetachedness(&snapshot.graph, *snapshot.strings);
  return FindStatistics(snapshot.graph, *snapshot.strings, is_renamed);
}

TEST(StatisticsTest, GoByType) {
  TestGraph graph = GraphWithRoot();
  graph.extra_native_bytes = 10'000'000'000;
  graph.Add("hidden", "Array", 1);
  graph.Add("native", "N", 2);
  graph.Add("native", "system / JSArrayBufferData", 4);
  graph.Add("native", "system / JSArrayBufferData", 8, 2);  // detached
  graph.Add("code", "Array", 16);
  graph.Add("string", "Array", 32);
  graph.Add("concatenated string", "", 64);
  graph.Add("sliced string", "", 128);
  graph.Add("object", "O", 256);
  graph.Add("symbol", "S", 4294967295);

  const SnapshotStatistics sums = Statistics(graph);

  EXPECT_EQ(sums.total_bytes, 10'000'000'000 + 511 + 4294967295);
  EXPECT_EQ(sums.native_bytes, 10'000'000'014);
  EXPECT_EQ(sums.typed_array_bytes, 4);
  EXPECT_EQ(sums.code_bytes, 16);
  EXPECT_EQ(sums.string_bytes, 224);
  EXPECT_EQ(sums.js_array_bytes, 0);
  EXPECT_EQ(sums.system_bytes, 1);
}

TEST(StatisticsTest, CountArraysWithElementsThatAreTheirsAlone) {
  TestGraph graph = GraphWithRoot();
  const uint32_t array = graph.Add("object", "Array", 1);
  const uint32_t closure = graph.Add("closure", "Array", 2);
  graph.Add("array", "Array", 4);
  const uint32_t own = graph.Add("array", "", 8);
  const uint32_t shared = graph.Add("array", "", 16);
  const uint32_t second = graph.Add("array", "", 32);
  graph.Connect(array, "property", "elements", second);
  graph.Connect(array, "internal", "elements", own);
  graph.Connect(array, "internal", "elements", second);
  graph.Connect(closure, "internal", "elements", shared);
  graph.Connect(0, "weak", "x", shared);

  EXPECT_EQ(Statistics(graph).js_array_bytes, 1 + 2 + 4 + 8);
}

}  // namespace

}  // namespace halfword::analysis
