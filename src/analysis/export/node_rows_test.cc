// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// All columns, as DevTools' worker has computed them for its cases.

#include "analysis/export/node_rows.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "analysis/distances.h"
#include "analysis/export/edge_rows.h"
#include "analysis/export/table_testing.h"
#include "analysis/file/node_ids.h"
#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace halfword::analysis {

namespace {

std::vector<RecordedTables::Row> RowsOf(Snapshot snapshot) {
  const Figures figures = ComputeFigures(&snapshot, FigureScope::kNodes);
  const std::vector<uint32_t> ids =
      ReadNodeIds(*snapshot.file, snapshot.sections);
  TextCache texts(*snapshot.strings);
  Concatenations sums(snapshot.graph);
  RecordedTables tables;
  WriteEdges(snapshot, ids, {}, &texts, &sums, &tables);
  sums.Finish(*snapshot.strings);
  WriteNodes(snapshot, figures, ids, sums, {}, &texts, &tables);
  return tables.RowsOf("nodes");
}

// As the expectations have it.
std::string CellOf(const nlohmann::json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

TEST(NodeRowsTest, AreDevToolsFigures) {
  size_t row_count = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(HALFWORD_SNAPSHOT_CASES)) {
    const std::string name = entry.path().filename();
    const size_t ending = name.find(".expected.json");
    if (ending == std::string::npos) continue;
    std::ifstream file(entry.path());
    const nlohmann::json wanted = nlohmann::json::parse(file);
    if (!wanted.contains("nodes")) continue;
    SCOPED_TRACE(name);
    std::string file_name = name.substr(0, ending);
    if (file_name == "22-repeated-user-root") file_name += ".a";
    const std::vector<RecordedTables::Row> rows = RowsOf(ReadSnapshot(
        entry.path().parent_path() / (file_name + ".heapsnapshot")));
    ASSERT_EQ(rows.size(), wanted["nodes"].size());
    for (size_t i = 0; i < rows.size(); ++i) {
      const nlohmann::json& row = wanted["nodes"][i];
      RecordedTables::Row cells;
      for (size_t column = 0; column < 9; ++column) {
        cells.push_back(CellOf(row[column]));
      }
      if (row[6] == kNoDistance) cells[6] = "NULL";
      if (row[7] == row[0]) cells[7] = "NULL";
      EXPECT_EQ(rows[i], cells);
      ++row_count;
    }
  }
  EXPECT_GE(row_count, 100);
}

TEST(NodeRowsTest, AreCompleteWhenTheyAreManyBatches) {
  constexpr uint32_t kCount = 40'000;
  TestGraph graph = GraphWithRoot();
  for (uint32_t i = 1; i <= kCount; ++i) {
    graph.nodes.push_back(
        {"string", graph.NewSlot("s" + std::to_string(i)), 16, 0, 2 * i + 1});
    graph.edges.push_back({0, "element", i, i});
  }
  graph.nodes.push_back({"a new type", 0, 1, 0, 2 * kCount + 3});
  graph.node_types.push_back("a new type");

  const std::vector<RecordedTables::Row> rows = RowsOf(Read(graph));

  ASSERT_EQ(rows.size(), kCount + 2);
  for (uint32_t i = 1; i <= kCount; ++i) {
    ASSERT_EQ(rows[i][2], "s" + std::to_string(i));
    ASSERT_EQ(rows[i][7], "1");
  }
  EXPECT_EQ(rows.back()[1], "a new type");
}

}  // namespace

}  // namespace halfword::analysis
