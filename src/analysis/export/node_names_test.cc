// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Names of all nodes of DevTools' cases, beside what NodeBrowser says.

#include "analysis/export/node_names.h"

#include <filesystem>
#include <string>
#include <vector>

#include "analysis/detachedness.h"
#include "analysis/export/edge_rows.h"
#include "analysis/export/table_testing.h"
#include "analysis/file/node_ids.h"
#include "analysis/file/snapshot_testing.h"
#include "analysis/node_browser.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

void ExpectNamesOfBrowser(Snapshot snapshot) {
  const std::vector<bool> is_renamed =
      SpreadDetachedness(&snapshot.graph, *snapshot.strings);
  const NodeBrowser browser(snapshot, is_renamed);
  TextCache texts(*snapshot.strings);
  Concatenations sums(snapshot.graph);
  RecordedTables tables;
  WriteEdges(snapshot, ReadNodeIds(*snapshot.file, snapshot.sections), {},
             &texts, &sums, &tables);
  sums.Finish(*snapshot.strings);
  NodeNames names(snapshot, is_renamed, sums, &texts);

  const Node count = snapshot.graph.node_count();
  texts.BeginBatch();
  for (Node node = 0; node < count; ++node) names.Want(node);
  texts.Load();
  for (Node node = 0; node < count; ++node) {
    EXPECT_EQ(names.NameOf(node), browser.NameOf(node)) << node;
  }
}

TEST(NodeNamesTest, AreThoseOfTheBrowserInEveryCase) {
  size_t case_count = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(HALFWORD_SNAPSHOT_CASES)) {
    if (entry.path().extension() != ".heapsnapshot") continue;
    SCOPED_TRACE(entry.path());
    try {
      ExpectNamesOfBrowser(ReadSnapshot(entry.path()));
      ++case_count;
    } catch (const SnapshotError&) {
      continue;  // a case that no reader takes
    }
  }
  EXPECT_GE(case_count, 25);
}

TEST(NodeNamesTest, OfObjectsWithManyPropertiesAreThoseOfTheBrowser) {
  TestGraph graph = GraphWithRoot();
  for (const uint32_t length : {1U, 5U, 40U}) {
    const uint32_t object = graph.Add("object", "Object", 8);
    graph.Connect(0, "element", std::to_string(length), object);
    for (uint32_t i = 0; i < 100; ++i) {
      const std::string name(length, static_cast<char>('a' + i % 26));
      graph.Connect(object, "property", name, 0);
      graph.Connect(object, "internal", "map", 0);
    }
  }
  graph.Add("concatenated string", "a sum without parts");
  ExpectNamesOfBrowser(Read(graph));
}

TEST(NodeNamesTest, OfObjectsWhosePropertiesHaveNoNamesEnd) {
  TestGraph graph = GraphWithRoot();
  const uint32_t object = graph.Add("object", "Object", 8);
  for (uint32_t i = 0; i < 100; ++i) {
    graph.edges.push_back({object, "property", graph.NewSlot(""), 0});
  }
  const Snapshot snapshot = Read(graph);
  const std::vector<bool> is_renamed(2);
  TextCache texts(*snapshot.strings);
  const Concatenations sums(snapshot.graph);
  NodeNames names(snapshot, is_renamed, sums, &texts);

  names.Want(object);
  texts.Load();

  EXPECT_EQ(names.NameOf(object), "{, \u2026}");
}

}  // namespace

}  // namespace halfword::analysis
