// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a report says of a heap.

#include "analysis/report/report.h"

#include "analysis/report/report_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {
namespace {

TEST(ReportTest, SaysWhatTheFileIs) {
  const SnapshotWithFigures heap(CacheGraph(3));

  const Report report = heap.Make();

  EXPECT_EQ(report.file_name, "a.heapsnapshot") << "and not where it is";
  EXPECT_EQ(report.producer, "unknown");
  EXPECT_EQ(report.node_count, 5);
  EXPECT_EQ(report.edge_count, 4);
  EXPECT_EQ(report.statistics.total_bytes, 56);
  EXPECT_EQ(report.file_bytes, CacheGraph(3).Text().size());
}

TEST(ReportTest, NamesStandardInput) {
  const SnapshotWithFigures heap(GraphWithRoot());

  EXPECT_EQ(MakeReport("-", heap.snapshot, heap.figures).file_name,
            "standard input");
}

TEST(ReportTest, DescribesTheObjectsOfTheTree) {
  const SnapshotWithFigures heap(CacheGraph(3));

  const Report report = heap.Make();

  ASSERT_EQ(report.objects.size(), 5);
  EXPECT_EQ(report.objects[0].name, "(root)");
  EXPECT_EQ(report.objects[0].group, ObjectGroup::kRoot);
  EXPECT_EQ(report.objects[1].name, "Cache");
  EXPECT_EQ(report.objects[1].class_name, "Cache");
  EXPECT_EQ(report.objects[1].id, 3);
  EXPECT_EQ(report.objects[1].distance, 1);
}

TEST(ReportTest, SumsUpConstructorsThatAreLeftOut) {
  const SnapshotWithFigures heap(LargerGraph());
  const size_t class_count = heap.figures.class_rows.size();
  ASSERT_GT(class_count, 2);

  const Report report = heap.Make({.class_count = 1});

  ASSERT_EQ(report.classes.size(), 1);
  EXPECT_EQ(report.classes[0].name, heap.figures.class_rows[0].name);
  EXPECT_EQ(report.other_class_count, class_count - 1);
  uint64_t shallow_bytes = report.classes[0].shallow_bytes;
  for (size_t i = 1; i < class_count; ++i) {
    shallow_bytes += heap.figures.class_rows[i].shallow_bytes;
  }
  EXPECT_EQ(
      report.classes[0].shallow_bytes + report.other_classes.shallow_bytes,
      shallow_bytes);
}

TEST(ReportTest, CutsLongNames) {
  TestGraph graph = GraphWithRoot();
  graph.Connect(0, "shortcut", "a",
                graph.Add("object", std::string(5000, 'a'), 10));
  const SnapshotWithFigures heap(graph);

  const Report report = heap.Make({.name_bytes = 20});

  EXPECT_EQ(report.objects[1].name, std::string(17, 'a') + "\u2026");
  EXPECT_EQ(report.classes[0].name, report.objects[1].name);
}

}  // namespace
}  // namespace halfword::analysis
