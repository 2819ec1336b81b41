// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// That nothing is lost, whatever is cut.

#include "analysis/report/report_tree.h"

#include <algorithm>
#include <random>
#include <string>

#include "analysis/report/report_testing.h"
#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::analysis {
namespace {

// What each row retains is told completely; parents come first.
void ExpectWhole(const ReportTree& tree) {
  std::vector<uint64_t> told(tree.rows.size());
  std::vector<uint64_t> objects(tree.rows.size());
  for (uint32_t i = 0; i < tree.rows.size(); ++i) {
    const ReportRow& row = tree.rows[i];
    told[i] += row.self_bytes + row.other_bytes;
    EXPECT_GE(row.level_count, 1);
    if (i == 0) continue;
    ASSERT_LT(row.parent, i);
    told[row.parent] += row.retained_bytes;
    objects[row.parent] += row.object_count;
  }
  for (const Bundle& bundle : tree.bundles) told[bundle.row] += bundle.bytes;
  for (uint32_t i = 0; i < tree.rows.size(); ++i) {
    EXPECT_EQ(told[i], tree.rows[i].retained_bytes) << i;
    EXPECT_GE(tree.rows[i].object_count, objects[i] + 1) << i;
  }
}

TEST(ReportTreeTest, HasAllOfASmallHeap) {
  const SnapshotWithFigures heap(ListGraph(3));

  const ReportTree tree = heap.Cut({});

  EXPECT_EQ(tree.rows.size(), 7);
  EXPECT_EQ(tree.rows[0].retained_bytes, 330);
  EXPECT_EQ(tree.rows[0].object_count, 7);
  ExpectWhole(tree);
}

TEST(ReportTreeTest, FoldsAListIntoFewRows) {
  const SnapshotWithFigures heap(ListGraph(50'000));

  const ReportTree tree = heap.Cut({.part_count = 1000});

  EXPECT_LT(tree.rows.size(), 200);
  const auto middle =
      std::max_element(tree.rows.begin(), tree.rows.end(),
                       [](const ReportRow& a, const ReportRow& b) {
                         return a.level_count < b.level_count;
                       });
  EXPECT_GT(middle->level_count, 40'000);
  EXPECT_EQ(middle->self_bytes, 10 * middle->level_count);
  ASSERT_EQ(tree.bundles.size(), 1) << "the values";
  EXPECT_EQ(tree.bundles[0].count, middle->level_count);
  EXPECT_EQ(tree.bundles[0].bytes, 100 * middle->level_count);
  ExpectWhole(tree);
}

TEST(ReportTreeTest, BundlesWhatIsTooSmall) {
  const SnapshotWithFigures heap(CacheGraph(1000));

  const ReportTree tree = heap.Cut({.part_count = 100});

  ASSERT_EQ(tree.rows.size(), 2);
  EXPECT_EQ(tree.least_bytes, 160);
  EXPECT_EQ(tree.rows[1].self_bytes, 8);
  EXPECT_EQ(tree.rows[1].object_count, 1001);
  ASSERT_EQ(tree.bundles.size(), 1);
  EXPECT_EQ(tree.bundles[0].row, 1);
  EXPECT_EQ(tree.bundles[0].count, 1000);
  EXPECT_EQ(heap.figures.classes.NameOf(tree.bundles[0].class_index), "Entry");
  ExpectWhole(tree);
}

TEST(ReportTreeTest, BundlesWhatIsTooMany) {
  TestGraph graph = CacheGraph(50);
  graph.Connect(3, "property", "text", graph.Add("string", "text", 1000));
  const SnapshotWithFigures heap(graph);

  const ReportTree tree = heap.Cut({.child_count = 5});

  ASSERT_EQ(tree.rows.size(), 2 + 5 + 1);
  EXPECT_EQ(tree.rows[0].other_count, 0);
  ASSERT_EQ(tree.bundles.size(), 1);
  EXPECT_EQ(tree.bundles[0].count, 45);
  EXPECT_TRUE(
      std::any_of(tree.rows.begin(), tree.rows.end(),
                  [](const ReportRow& row) { return row.self_bytes == 1000; }))
      << "the largest stay";
  ExpectWhole(tree);
}

TEST(ReportTreeTest, CountsWhatIsInNoBundle) {
  const SnapshotWithFigures heap(CacheGraph(1000));

  const ReportTree tree = heap.Cut({.bundle_count = 0, .part_count = 100});

  EXPECT_TRUE(tree.bundles.empty());
  EXPECT_EQ(tree.rows[1].other_count, 1000);
  EXPECT_EQ(tree.rows[1].other_bytes, 16'000);
  ExpectWhole(tree);
}

TEST(ReportTreeTest, OfAHeapOfNothingHasTheRoot) {
  const SnapshotWithFigures heap(GraphWithRoot());

  const ReportTree tree = heap.Cut({});

  ASSERT_EQ(tree.rows.size(), 1);
  EXPECT_EQ(tree.rows[0].retained_bytes, 0);
}

TEST(ReportTreeTest, IsWholeHoweverItIsCut) {
  const internal::TestSeed seed;
  std::mt19937_64 random(seed.value());
  for (int round = 0; round < 30; ++round) {
    TestGraph graph = GraphWithRoot();
    const uint32_t count = 2 + static_cast<uint32_t>(random() % 300);
    for (uint32_t node = 1; node < count; ++node) {
      // Mostly below the last ones, so that some ways are long.
      const auto above = static_cast<uint32_t>(
          random() % 4 == 0 ? random() % node
                            : node - 1 - random() % std::min(node, 3U));
      const std::string name = random() % 2 == 0 ? "A" : "B";
      graph.Add("object", name, static_cast<uint32_t>(random() % 50));
      graph.Connect(above, above == 0 ? "shortcut" : "property",
                    "p" + std::to_string(node), node);
    }
    const SnapshotWithFigures heap(graph);
    for (const CutLimits& limits :
         {CutLimits{}, CutLimits{.row_count = 5, .bundle_count = 3},
          CutLimits{.row_count = 40, .part_count = 20},
          CutLimits{.child_count = 1},
          CutLimits{.row_count = 0, .bundle_count = 0}}) {
      const ReportTree tree = heap.Cut(limits);
      EXPECT_LE(tree.rows.size(), std::max<size_t>(1, limits.row_count));
      ExpectWhole(tree);
    }
  }
}

}  // namespace
}  // namespace halfword::analysis
