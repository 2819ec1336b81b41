// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Who is to blame, and for what.

#include "analysis/report/accumulations.h"

#include <numeric>

#include "analysis/report/report_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {
namespace {

TEST(AccumulationsTest, BlamesTheCacheForItsEntries) {
  const SnapshotWithFigures heap(CacheGraph(1000));
  const ReportTree tree = heap.Cut({.part_count = 100});

  const auto found = FindAccumulations(tree, heap.figures, 10);

  ASSERT_EQ(found.size(), 1) << "the root has nothing else";
  EXPECT_EQ(tree.rows[found[0].row].self_bytes, 8);
  EXPECT_EQ(found[0].bytes, 16'008);
  EXPECT_EQ(found[0].class_count, 1000);
  EXPECT_EQ(found[0].class_bytes, 16'000);
  EXPECT_EQ(heap.figures.classes.NameOf(found[0].class_index), "Entry");
}

TEST(AccumulationsTest, LeavesOutCrumbs) {
  TestGraph graph = CacheGraph(1000);
  graph.Connect(0, "shortcut", "crumb", graph.Add("object", "Crumb", 10));
  const SnapshotWithFigures heap(graph);
  const ReportTree tree = heap.Cut({});

  const auto found = FindAccumulations(tree, heap.figures, 10);

  ASSERT_EQ(found.size(), 1) << "the root has the crumb";
  EXPECT_EQ(found[0].bytes, 16'008);
}

TEST(AccumulationsTest, SumsRowsAndBundlesOfAClass) {
  // Entries of half a percent have rows, and smaller ones a bundle.
  TestGraph graph = CacheGraph(100);
  for (const uint32_t bytes : {2U, 2U, 2U}) {
    graph.Connect(1, "property", "small" + std::to_string(graph.nodes.size()),
                  graph.Add("object", "Entry", bytes));
  }
  const SnapshotWithFigures heap(graph);
  const ReportTree tree = heap.Cut({.part_count = 200});

  const auto found = FindAccumulations(tree, heap.figures, 10);

  ASSERT_EQ(tree.rows.size(), 102);
  ASSERT_EQ(found.size(), 1);
  EXPECT_EQ(found[0].class_count, 100);
  EXPECT_EQ(found[0].class_bytes, 1600);
}

TEST(AccumulationsTest, CountsEveryByteOnce) {
  const SnapshotWithFigures heap(ListGraph(30));
  const ReportTree tree = heap.Cut({});

  const auto found = FindAccumulations(tree, heap.figures, 1000);

  const uint64_t sum = std::accumulate(
      found.begin(), found.end(), uint64_t{0},
      [](uint64_t part, const Accumulation& one) { return part + one.bytes; });
  EXPECT_EQ(sum, tree.rows[0].retained_bytes);
  EXPECT_EQ(FindAccumulations(tree, heap.figures, 2).size(), 2);
}

}  // namespace
}  // namespace halfword::analysis
