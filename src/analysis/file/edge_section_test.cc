// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What of an edge stands in the graph, and what is noted beside it.

#include "analysis/file/edge_section.h"

#include <string>
#include <vector>

#include "analysis/file/snapshot_error.h"
#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

std::string ErrorOf(const std::string& text) {
  try {
    ReadText(text);
  } catch (const SnapshotError& error) {
    const std::string line = error.what();
    return line.substr(line.find(": ") + 2);
  }
  return "none";
}

TEST(EdgeSectionTest, TellsTheKindsThatRulesTellApart) {
  TestGraph graph = GraphWithRoot();
  graph.Add("object", "A");
  graph.edge_types.push_back("new");
  const std::pair<std::string, EdgeKind> rows[] = {
      {"context", EdgeKind::kOther},
      {"element", EdgeKind::kElement},
      {"property", EdgeKind::kOther},
      {"internal", EdgeKind::kInternal},
      {"hidden", EdgeKind::kHidden},
      {"shortcut", EdgeKind::kShortcut},
      {"weak", EdgeKind::kWeak},
      {"new", EdgeKind::kOther},
      {"beyond the list", EdgeKind::kOther}};
  for (const auto& [type, kind] : rows) graph.Connect(0, type, "1", 1);

  const HeapGraph read = Read(graph).graph;

  ASSERT_EQ(read.edge_count(), std::size(rows));
  for (uint32_t i = 0; i < std::size(rows); ++i) {
    EXPECT_EQ(read.EdgeAt(i).kind, rows[i].second) << rows[i].first;
    EXPECT_EQ(read.EdgeAt(i).target, 1);
  }
  EXPECT_TRUE(read.special_edges.empty());
}

TEST(EdgeSectionTest, ReadsFieldsInAnyOrder) {
  TestGraph graph = GraphWithRoot();
  graph.edge_fields = {"to_node", "new", "name_or_index", "type"};
  graph.Add("object", "A");
  graph.Connect(0, "weak", "x", 1);
  graph.Connect(1, "element", "123", 0);

  const HeapGraph read = Read(graph).graph;

  EXPECT_EQ(read.EdgeAt(0).target, 1);
  EXPECT_EQ(read.EdgeAt(0).kind, EdgeKind::kWeak);
  EXPECT_EQ(read.EdgeAt(1).target, 0);
  EXPECT_EQ(read.EdgeAt(1).kind, EdgeKind::kElement);
}

TEST(EdgeSectionTest, NotesPairs) {
  TestGraph graph = GraphWithRoot();
  const uint32_t table = graph.Add("array", "table");
  const uint32_t key = graph.Add("object", "K");
  const uint32_t value = graph.Add("object", "V");
  graph.ConnectPair(table, key, value);
  // Only internal edges are of pairs.
  graph.Connect(key, "property", graph.strings[graph.edges[0].name_or_index],
                value);

  const HeapGraph read = Read(graph).graph;

  ASSERT_EQ(read.special_edges.size(), 2);
  const SpecialEdge& first = read.SpecialOf(0);
  const SpecialEdge& second = read.SpecialOf(1);
  EXPECT_EQ(first.kind, EdgeKind::kInternal);
  EXPECT_TRUE(first.is_of_table);
  EXPECT_FALSE(second.is_of_table);
  EXPECT_TRUE(first.waits_for_pair && second.waits_for_pair);
  EXPECT_FALSE(first.is_refused || second.is_refused);
  EXPECT_EQ(first.pair, second.pair);
  EXPECT_LT(first.pair, read.pair_count);
  EXPECT_EQ(read.EdgeAt(2).kind, EdgeKind::kOther);
}

TEST(EdgeSectionTest, RefusesLinksOfDescriptorsToDistances) {
  TestGraph graph = GraphWithRoot();
  const uint32_t descriptors = graph.Add("array", "(map descriptors)");
  const uint32_t other = graph.Add("object", "(map descriptors)");
  for (const uint32_t node : {descriptors, other}) {
    for (const char* const index : {"1", "3", "4", "7"}) {
      graph.Connect(node, "element", index, 0);
      graph.Connect(node, "weak", index, 0);
      graph.Connect(node, "internal", index, 0);
    }
  }
  graph.ConnectPair(descriptors, other, 0);

  const HeapGraph read = Read(graph).graph;

  // Those of 4 and 7, and the pair's.
  ASSERT_EQ(read.special_edges.size(), 8);
  for (uint32_t i = 0; i < 6; ++i) {
    EXPECT_TRUE(read.special_edges[i].is_refused);
    EXPECT_EQ(read.special_edges[i].edge, 6 + i);
    EXPECT_EQ(read.special_edges[i].pair, SpecialEdge::kNoPair);
  }
  EXPECT_FALSE(read.special_edges[6].is_refused);
  EXPECT_FALSE(read.special_edges[6].waits_for_pair);
  EXPECT_TRUE(read.special_edges[6].is_of_table);
  EXPECT_TRUE(read.special_edges[7].waits_for_pair);
}

TEST(EdgeSectionTest, RefusesTheSloppyFunctionMapToDistances) {
  TestGraph graph = GraphWithRoot();
  for (const char* const type : {"hidden", "object"}) {
    const uint32_t context = graph.Add(type, "system / NativeContext");
    graph.Connect(context, "internal", "sloppy_function_map", 0);
    graph.Connect(context, "property", "sloppy_function_map", 0);
    graph.Connect(context, "internal", "x", 0);
  }

  const HeapGraph read = Read(graph).graph;

  ASSERT_EQ(read.special_edges.size(), 2);
  EXPECT_TRUE(read.SpecialOf(0).is_refused);
  EXPECT_EQ(read.SpecialOf(1).kind, EdgeKind::kOther);
}

TEST(EdgeSectionTest, NotesTheFirstElementsOfArrays) {
  TestGraph graph = GraphWithRoot();
  const uint32_t array = graph.Add("object", "Array");
  const uint32_t other = graph.Add("object", "Other");
  const uint32_t closure = graph.Add("closure", "Array");
  for (const uint32_t node : {array, other, closure}) {
    graph.Connect(node, "property", "elements", 0);
    graph.Connect(node, "internal", "elements", other);
    graph.Connect(node, "internal", "elements", closure);
  }

  EXPECT_EQ(Read(graph).graph.array_elements,
            (NodeNumbers{{array, other}, {closure, other}}));
}

TEST(EdgeSectionTest, ListsPropertiesOfPlainObjects) {
  TestGraph graph = GraphWithRoot();
  const uint32_t plain = graph.Add("object", "Object");
  const uint32_t empty = graph.Add("object", "Object");
  const uint32_t other = graph.Add("native", "Object");
  for (const uint32_t node : {plain, other}) {
    graph.Connect(node, "property", "y", 0);
    graph.Connect(node, "internal", "x", 0);
    graph.Connect(node, "property", "__proto__", 0);
    graph.Connect(node, "property", "x", 0);
  }

  const PropertyLists lists = Read(graph).plain_objects;

  ASSERT_EQ(lists.objects().size(), 2);
  const auto list = lists[lists.objects()[0].list];
  EXPECT_EQ(lists.objects()[0].node, plain);
  EXPECT_EQ(std::vector<NameSlot>(list.begin(), list.end()),
            (std::vector<NameSlot>{graph.Slot("y"), graph.Slot("x")}));
  EXPECT_EQ(lists.objects()[1].node, empty);
  EXPECT_TRUE(lists[lists.objects()[1].list].empty());
}

TEST(EdgeSectionTest, RefusesEdgesToNowhere) {
  TestGraph graph = GraphWithRoot();
  graph.Connect(0, "element", "1", 0);
  const std::string text = graph.Text();
  const size_t place = text.find("\"edges\":[1,1,0") + 13;
  const auto error_for = [&](const std::string& to_node) {
    return ErrorOf(std::string(text).replace(place, 1, to_node));
  };

  EXPECT_EQ(error_for("0"), "none");
  EXPECT_EQ(error_for("3"), "edge 0 leads to 3, where no node begins");
  EXPECT_EQ(error_for("6"), "edge 0 leads to 6, where no node begins");
  EXPECT_EQ(error_for("4294967290"),
            "edge 0 leads to 4294967290, where no node begins");
}

TEST(EdgeSectionTest, RefusesANameThatIsNoString) {
  TestGraph graph = GraphWithRoot();
  graph.Connect(0, "element", "77", 0);
  EXPECT_EQ(ErrorOf(graph.Text()), "none");
  graph.edges[0].type = "property";
  EXPECT_EQ(ErrorOf(graph.Text()), "the name of edge 0 is string 77 of 1");
}

TEST(EdgeSectionTest, RefusesFewerEdgesThanTheHeaderTells) {
  TestGraph graph = GraphWithRoot();
  graph.Connect(0, "element", "1", 0);
  std::string text = graph.Text();
  text.replace(text.find("\"edge_count\":1"), 14, "\"edge_count\":3");

  EXPECT_EQ(ErrorOf(text),
            "the array of edges ends before as many as the header tells");
}

}  // namespace

}  // namespace halfword::analysis
