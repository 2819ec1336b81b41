// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Names and keys of classes, and who is of one class.

#include "analysis/class_table.h"

#include <string>
#include <vector>

#include "analysis/detachedness.h"
#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

ClassTable TableOf(const TestGraph& graph) {
  Snapshot snapshot = Read(graph);
  const std::vector<bool> is_renamed =
      SpreadDetachedness(&snapshot.graph, *snapshot.strings);
  return ClassTable(snapshot, is_renamed, FindShapes(snapshot));
}

std::vector<std::string> Keys(const TestGraph& graph) {
  const ClassTable table = TableOf(graph);
  std::vector<std::string> keys;
  for (Node node = 1; node < graph.nodes.size(); ++node) {
    keys.push_back(table.KeyOf(table.ClassOf(node)));
  }
  return keys;
}

TEST(ClassTableTest, NamesByTypeAndByName) {
  TestGraph graph = GraphWithRoot();
  std::vector<std::string> wanted;
  for (const std::string_view type : kNodeTypes) {
    graph.Add(type, "X");
    wanted.push_back(",(" + std::string(type) + ")");
  }
  wanted[0] = ",(system)";
  wanted[3] = wanted[8] = ",X";
  wanted[4] = ",(compiled code)";
  wanted[5] = ",Function";
  wanted[6] = ",RegExp";
  EXPECT_EQ(Keys(graph), wanted);
}

TEST(ClassTableTest, NamesTypesOfTheFile) {
  TestGraph graph = GraphWithRoot();
  graph.node_types.push_back("wasm");
  graph.Add("wasm", "X");
  graph.Add("beyond the list", "X");
  EXPECT_EQ(Keys(graph), (std::vector<std::string>{",(wasm)", ",(undefined)"}));
}

TEST(ClassTableTest, NamesTagsWithoutAttributes) {
  TestGraph graph = GraphWithRoot();
  const uint32_t tag = graph.Add("native", "<p id=\"a b\">");
  const uint32_t plain = graph.Add("native", "<p>");
  graph.Add("native", "Detached <p x>");
  const uint32_t renamed = graph.Add("native", "<p y>", 1, 2);
  graph.Add("object", "<a b");
  graph.Add("native", "Detached x y");
  graph.Add("string", "<p x>");

  EXPECT_EQ(Keys(graph), (std::vector<std::string>{
                             ",<p>", ",<p>", ",Detached <p>", ",Detached <p>",
                             ",<a>", ",Detached x y", ",(string)"}));
  const ClassTable table = TableOf(graph);
  EXPECT_EQ(table.ClassOf(tag), table.ClassOf(plain));
  EXPECT_EQ(table.ClassOf(3), table.ClassOf(renamed));
}

TEST(ClassTableTest, KeepsTwinsOfTheStringTableApart) {
  TestGraph graph = GraphWithRoot();
  graph.Add("object", "Foo");
  graph.Add("object", "Foo");
  graph.Add("object", "x");
  graph.nodes[3].name = graph.NewSlot("Foo");
  graph.Add("object", "(system)");
  graph.Add("hidden", "h");
  graph.Add("native", "Dom", 1, 2);
  graph.Add("native", "Detached Dom");
  const ClassTable table = TableOf(graph);

  EXPECT_EQ(table.ClassOf(1), table.ClassOf(2));
  for (const Node node : {1U, 4U, 6U}) {
    const Node twin = node == 1 ? 3 : node + 1;
    EXPECT_NE(table.ClassOf(node), table.ClassOf(twin)) << node;
    EXPECT_EQ(table.KeyOf(table.ClassOf(node)),
              table.KeyOf(table.ClassOf(twin)))
        << node;
  }
}

TEST(ClassTableTest, ToldApartByPlacesAreObjectsOnly) {
  TestGraph graph = GraphWithRoot();
  graph.location_fields = {"object_index", "script_id", "line", "column"};
  graph.Add("object", "Foo");
  graph.Add("object", "Foo");
  graph.Add("object", "Foo");
  graph.Add("closure", "Foo");
  graph.nodes[2].name = graph.NewSlot("Foo");
  graph.locations = {{1, 7, 8, 9}, {2, 7, 8, 9}, {4, 7, 8, 9}};

  EXPECT_EQ(Keys(graph), (std::vector<std::string>{"7,8,9,Foo", "7,8,9,Foo",
                                                   ",Foo", ",Function"}));
  const ClassTable table = TableOf(graph);
  EXPECT_EQ(table.ClassOf(1), table.ClassOf(2)) << "one text, one class";
  EXPECT_EQ(table.NameOf(table.ClassOf(1)), "Foo");
}

TEST(ClassTableTest, ToldApartByShapesArePlainObjects) {
  TestGraph graph = GraphWithRoot();
  graph.location_fields = {"object_index", "script_id", "line", "column"};
  for (int i = 0; i < 4; ++i) {
    const uint32_t object = graph.Add("object", "Object");
    if (i != 3) graph.Connect(object, "property", "x", 0);
  }
  graph.locations = {{2, 1, 2, 3}};
  EXPECT_EQ(Keys(graph),
            (std::vector<std::string>{",{x}", "1,2,3,{x}", ",{x}", ",Object"}));
}

}  // namespace

}  // namespace halfword::analysis
