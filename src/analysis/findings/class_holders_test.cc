// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Edges to a class, counted.

#include "analysis/findings/class_holders.h"

#include <string>

#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

TEST(ClassHoldersTest, AreCountedByClassAndEdge) {
  TestGraph graph = GraphWithRoot();
  const uint32_t list = graph.Add("object", "List", 8);
  const uint32_t map = graph.Add("object", "Map", 8);
  std::vector<Node> items;
  for (int i = 0; i < 5; ++i) {
    const uint32_t item = graph.Add("object", "Item", 8);
    graph.Connect(0, "property", "p", item);
    graph.Connect(list, "element", std::to_string(i), item);
    if (i != 0) graph.Connect(map, "property", "last", item);
    graph.Connect(map, "weak", "weakly", item);
    items.push_back(item);
  }
  graph.Connect(list, "property", "other", map);
  graph.edges.back().name_or_index = graph.NewSlot("last");
  graph.Connect(map, "property", "last", items[0]);
  graph.edges.back().name_or_index = graph.NewSlot("last");
  Snapshot snapshot = Read(graph);
  const Figures figures = ComputeFigures(&snapshot, FigureScope::kNodes);

  std::string found;
  for (const ClassHolder& row : FindClassHolders(snapshot, figures, items)) {
    found += figures.classes.NameOf(row.holder) + "." + row.edge + " " +
             std::to_string(row.count) + "\n";
  }
  EXPECT_EQ(found, "List.[] 5\nMap.last 5\n");
}

TEST(ClassHoldersTest, FoldTheSlotsOfTablesAndNameTheirOwners) {
  TestGraph graph = GraphWithRoot();
  std::vector<Node> items;
  for (const char* const owner : {"Map", "Set"}) {
    const uint32_t object = graph.Add("object", owner, 8);
    const uint32_t table = graph.Add("array", "", 80);
    graph.Connect(0, "property", "p", object);
    graph.Connect(object, "internal", "table", table);
    for (int i = 0; i < 3; ++i) {
      items.push_back(graph.Add("object", "Item", 8));
      graph.Connect(table, "internal", std::to_string(3 * i), items.back());
    }
    graph.Connect(object, "property", "7", items.back());
  }
  Snapshot snapshot = Read(graph);
  const Figures figures = ComputeFigures(&snapshot, FigureScope::kNodes);

  std::string found;
  for (const ClassHolder& row : FindClassHolders(snapshot, figures, items)) {
    found += figures.classes.NameOf(row.holder) + " of " +
             (row.owner == ClassHolder::kNoOwner
                  ? "none"
                  : figures.classes.NameOf(row.owner)) +
             row.edge + " " + std::to_string(row.count) + "\n";
  }
  EXPECT_EQ(found,
            "(array) of Map[] 3\n(array) of Set[] 3\n"
            "Map of none7 1\nSet of none7 1\n");
}

}  // namespace

}  // namespace halfword::analysis
