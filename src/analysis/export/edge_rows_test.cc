// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Rows of edges, beside what NodeBrowser says of single ones.

#include "analysis/export/edge_rows.h"

#include <string>
#include <vector>

#include "analysis/export/table_testing.h"
#include "analysis/file/node_ids.h"
#include "analysis/file/snapshot_testing.h"
#include "analysis/node_browser.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

std::vector<RecordedTables::Row> RowsOf(const Snapshot& snapshot,
                                        size_t kept_bytes) {
  TextCache texts(*snapshot.strings, kept_bytes);
  Concatenations sums(snapshot.graph);
  RecordedTables tables;
  WriteEdges(snapshot, ReadNodeIds(*snapshot.file, snapshot.sections), {},
             &texts, &sums, &tables);
  return tables.RowsOf("edges");
}

TEST(EdgeRowsTest, NameEdgesAsTheBrowserDoes) {
  TestGraph graph = LargerGraph();
  graph.Connect(0, "shortcut", "12abc", 1);
  graph.Connect(1, "hidden", "4", 2);
  graph.Connect(1, "weak", "", 2);
  const Snapshot snapshot = Read(graph);
  const std::vector<bool> is_renamed;
  const NodeBrowser browser(snapshot, is_renamed);

  const auto rows = RowsOf(snapshot, TextCache::kKeptBytes);

  const std::vector<TestGraph::Link> edges = graph.SortedEdges();
  ASSERT_EQ(rows.size(), edges.size());
  for (uint32_t i = 0; i < rows.size(); ++i) {
    const EdgeDetails edge = browser.EdgeAt(i);
    EXPECT_EQ(rows[i],
              (RecordedTables::Row{
                  std::to_string(graph.nodes[edges[i].source].id), edge.type,
                  edge.name, std::to_string(graph.nodes[edge.target].id)}));
  }
}

TEST(EdgeRowsTest, AreCompleteWhenTheyAreManyBatches) {
  constexpr uint32_t kCount = 200'000;
  TestGraph graph = GraphWithRoot();
  for (uint32_t i = 0; i < 100; ++i) graph.Slot("p" + std::to_string(i));
  const uint32_t first = graph.Slot("p0");
  for (uint32_t i = 0; i < kCount; ++i) {
    graph.edges.push_back({0, "property", first + i % 100, 0});
  }
  const Snapshot snapshot = Read(graph);

  for (const size_t kept_bytes : {size_t{0}, TextCache::kKeptBytes}) {
    const auto rows = RowsOf(snapshot, kept_bytes);
    ASSERT_EQ(rows.size(), kCount);
    for (uint32_t i = 0; i < kCount; ++i) {
      ASSERT_EQ(rows[i][2], "p" + std::to_string(i % 100)) << i;
    }
  }
}

TEST(EdgeRowsTest, OfATypeThatIsNotInTheHeaderAreUndefined) {
  TestGraph graph = GraphWithRoot();
  graph.Connect(0, "property", "x", 0);
  std::string text = graph.Text();
  const size_t edges = text.find("\"edges\":[");
  ASSERT_NE(edges, std::string::npos);
  text.replace(text.find_first_of("0123456789", edges), 1, "99");
  const Snapshot snapshot = ReadText(text);

  EXPECT_EQ(RowsOf(snapshot, 0),
            (std::vector<RecordedTables::Row>{{"1", "undefined", "x", "1"}}));
}

}  // namespace

}  // namespace halfword::analysis
