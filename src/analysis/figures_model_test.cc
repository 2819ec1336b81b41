// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The analyser beside a slow and plain implementation of the same rules, on
// random graphs.

#include <map>
#include <random>
#include <string>
#include <vector>

#include "analysis/figures.h"
#include "analysis/file/snapshot_testing.h"
#include "analysis/random_graph.h"
#include "analysis/reference_figures.h"
#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

constexpr int kGraphCount = 3000;

void CompareNodes(const Snapshot& snapshot, const Figures& figures,
                  const ReferenceFigures& wanted) {
  const HeapGraph& graph = snapshot.graph;
  const DominatorTree& tree = figures.tree;
  for (uint32_t place = 0; place < tree.count(); ++place) {
    const Node node = tree.nodes[place];
    ASSERT_EQ(graph.self_bytes[node], wanted.self_bytes[node]) << node;
    ASSERT_EQ(figures.retained_bytes[place], wanted.retained_bytes[node])
        << node;
    ASSERT_EQ(figures.distances[node], wanted.distances[node]) << node;
    ASSERT_EQ(tree.nodes[tree.parents[place]], wanted.dominators[node]) << node;
    ASSERT_EQ(static_cast<uint32_t>(graph.detachedness[node]),
              wanted.detachedness[node])
        << node;
    ASSERT_EQ(figures.is_page_node[node], wanted.is_page[node]) << node;
    ASSERT_EQ(figures.classes.NameOf(figures.classes.ClassOf(node)),
              wanted.class_names[node])
        << node;
  }
}

void CompareRows(const Figures& figures, const ReferenceFigures& wanted) {
  std::map<std::string, ReferenceFigures::Row> rows;
  for (const ClassRow& row : figures.class_rows) {
    const bool is_new =
        rows.try_emplace(
                figures.classes.KeyOf(row.index),
                ReferenceFigures::Row{row.name, row.count, row.distance,
                                      row.shallow_bytes, row.retained_bytes})
            .second;
    ASSERT_TRUE(is_new) << row.name;
  }
  ASSERT_EQ(rows.size(), wanted.rows.size());
  for (const auto& [key, row] : wanted.rows) {
    ASSERT_TRUE(rows[key] == row)
        << key << ": " << rows[key].count << " of " << rows[key].retained_bytes
        << ", not " << row.count << " of " << row.retained_bytes;
  }
}

void CompareStatistics(const SnapshotStatistics& sums,
                       const ReferenceFigures& wanted) {
  ASSERT_EQ((std::vector<uint64_t>{sums.total_bytes, sums.native_bytes,
                                   sums.typed_array_bytes, sums.code_bytes,
                                   sums.string_bytes, sums.js_array_bytes,
                                   sums.system_bytes}),
            wanted.statistics);
}

TEST(FiguresModelTest, AgreesOnRandomGraphs) {
  const internal::TestSeed seed;
  std::mt19937 random(seed.value());
  for (int i = 0; i < kGraphCount && !HasFatalFailure(); ++i) {
    const TestGraph graph = MakeRandomGraph(&random);
    SCOPED_TRACE("graph " + std::to_string(i) + "\n" + graph.Text());
    Snapshot snapshot = Read(graph);
    const Figures figures = ComputeFigures(&snapshot, FigureScope::kNodes);
    const ReferenceFigures wanted(graph);

    ASSERT_EQ(figures.tree.count(), graph.nodes.size());
    CompareNodes(snapshot, figures, wanted);
    CompareRows(figures, wanted);
    CompareStatistics(figures.statistics, wanted);
  }
}

}  // namespace

}  // namespace halfword::analysis
