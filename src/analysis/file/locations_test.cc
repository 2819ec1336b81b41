// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Which objects have a place in the source.

#include "analysis/file/locations.h"

#include <string>
#include <vector>

#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

TestGraph GraphWithObjects() {
  TestGraph graph = GraphWithRoot();
  graph.location_fields = {"object_index", "script_id", "line", "column"};
  graph.Add("object", "A");
  graph.Add("closure", "B");
  graph.Add("object", "C");
  return graph;
}

// "node: script,line,column" of each.
std::vector<std::string> Lines(const Locations& locations) {
  std::vector<std::string> lines;
  for (const Location& location : locations.nodes) {
    const Place& place = locations.places[location.place];
    lines.push_back(
        std::to_string(location.node) + ": " + std::to_string(place.script_id) +
        "," + std::to_string(place.line) + "," + std::to_string(place.column));
  }
  return lines;
}

TEST(LocationsTest, TakesTheLastOfEachObjectByNode) {
  TestGraph graph = GraphWithObjects();
  graph.locations = {{3, 1, 2, 3}, {1, 4, 5, 6}, {3, 7, 8, 9}, {1, 4, 5, 6}};

  const Locations locations = Read(graph).locations;

  EXPECT_EQ(Lines(locations),
            (std::vector<std::string>{"1: 4,5,6", "3: 7,8,9"}));
  EXPECT_EQ(locations.places.size(), 3);
}

TEST(LocationsTest, LeavesOutWhatIsNoObject) {
  TestGraph graph = GraphWithObjects();
  graph.locations = {{0, 1, 1, 1}, {2, 1, 1, 1}, {4, 1, 1, 1}};
  EXPECT_TRUE(Read(graph).locations.nodes.empty());
}

// DevTools looks for the index at which a node begins.
TEST(LocationsTest, LeavesOutWhatIsInTheMiddleOfANode) {
  TestGraph graph = GraphWithObjects();
  graph.locations = {{3, 1, 2, 3}};
  std::string text = graph.Text();
  text.replace(text.find("18,1,2,3"), 8, "19,1,2,3");
  EXPECT_TRUE(ReadText(text).locations.nodes.empty());
}

TEST(LocationsTest, ReadsFieldsInAnyOrder) {
  TestGraph graph = GraphWithObjects();
  graph.location_fields = {"column", "new", "object_index", "line",
                           "script_id"};
  graph.locations = {{1, 4, 5, 6}};
  EXPECT_EQ(Lines(Read(graph).locations),
            (std::vector<std::string>{"1: 4,5,6"}));
}

TEST(LocationsTest, AreFoundOfNodesOfAnyType) {
  TestGraph graph = GraphWithObjects();
  graph.locations = {{1, 4, 5, 6}, {2, 7, 8, 9}, {3, 1, 1, 1}, {2, 7, 0, 1}};
  const Snapshot snapshot = Read(graph);

  const auto places = FindPlaces(*snapshot.file, snapshot.sections, {0, 1, 2});

  EXPECT_EQ(places.size(), 2);
  EXPECT_EQ(places.at(1), (Place{4, 5, 6}));
  EXPECT_EQ(places.at(2), (Place{7, 0, 1})) << "the last of two";
}

TEST(LocationsTest, HasNoneWhereTheHeaderTellsOfNone) {
  TestGraph graph = GraphWithObjects();
  graph.location_fields.clear();
  EXPECT_TRUE(Read(graph).locations.nodes.empty());
}

}  // namespace

}  // namespace halfword::analysis
