// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Which lists of properties are shapes, and which objects are of them.

#include "analysis/shapes.h"

#include <string>
#include <vector>

#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

using Texts = std::vector<std::string>;

void AddObject(TestGraph* graph, const Texts& properties) {
  const uint32_t object = graph->Add("object", "Object", 1);
  for (const std::string& property : properties) {
    graph->Connect(object, "property", property, 0);
  }
}

TestGraph GraphOf(const std::vector<Texts>& objects) {
  TestGraph graph = GraphWithRoot();
  for (const Texts& properties : objects) AddObject(&graph, properties);
  return graph;
}

// "2 {x, y}" of each shape.
Texts Shapes(const TestGraph& graph) {
  Texts texts;
  for (const Shape& shape : FindShapes(Read(graph))) {
    texts.push_back(std::to_string(shape.count) + " " + shape.name);
  }
  return texts;
}

// By object.
Texts Matches(const TestGraph& graph) {
  const Snapshot snapshot = Read(graph);
  const std::vector<Shape> shapes = FindShapes(snapshot);
  const std::vector<uint32_t> match_of = MatchShapes(snapshot, shapes);
  Texts texts;
  for (const PropertyLists::Object& object : snapshot.plain_objects.objects()) {
    const uint32_t match = match_of[object.list];
    texts.push_back(match == kNoShape ? "-" : shapes[match].name);
  }
  return texts;
}

TEST(ShapesTest, AreListsThatTwoObjectsHaveTheMostFrequentFirst) {
  EXPECT_EQ(Shapes(GraphOf({{"x", "y"},
                            {"b"},
                            {"x", "y"},
                            {"a"},
                            {"b"},
                            {},
                            {"y", "x"},
                            {},
                            {"a"},
                            {"b"}})),
            (Texts{"3 {b}", "2 {x, y}", "2 {a}"}));
  EXPECT_EQ(Shapes(GraphOf({})), Texts());
}

TEST(ShapesTest, DoNotCountTheProto) {
  EXPECT_EQ(Shapes(GraphOf(
                {{"__proto__"}, {"__proto__"}, {"__proto__", "a"}, {"a"}})),
            Texts{"2 {a}"});
}

TEST(ShapesTest, QuoteWhatWouldBeAmbiguous) {
  const Texts odd = {"a,b", "it's", "q\"t\n", "{", "}", "\u00e4 b"};
  EXPECT_EQ(Shapes(GraphOf({odd, odd})),
            Texts{"2 {\"a,b\", \"it's\", \"q\\\"t\\n\", \"{\", \"}\", "
                  "\u00e4 b}"});
}

TEST(ShapesTest, StopGrowingAt120Units) {
  const std::string long_name(60, 'p');
  const Texts fits = {long_name, std::string(59, 'q'), "r"};
  const Texts cut = {long_name, std::string(60, 'q'), "r"};
  EXPECT_EQ(Shapes(GraphOf({fits, fits})),
            Texts{"2 {" + long_name + ", " + fits[1] + "}"});
  EXPECT_EQ(Shapes(GraphOf({cut, cut})), Texts{"2 {" + long_name + "}"});
  // An emoji is two units, of four bytes.
  std::string smiles;
  for (int i = 0; i < 59; ++i) smiles += "\U0001F600";
  EXPECT_EQ(Shapes(GraphOf({{smiles, "a"}, {smiles, "a"}})),
            Texts{"2 {" + smiles + ", a}"});
  EXPECT_EQ(Shapes(GraphOf({{smiles, "ab"}, {smiles, "ab"}})),
            Texts{"2 {" + smiles + "}"});
}

TEST(ShapesTest, AreOneInAThousandObjects) {
  std::vector<Texts> objects(3'998);
  objects.insert(objects.begin(), 4, {"b"});
  objects.insert(objects.begin(), 3, {"a"});
  EXPECT_EQ(Shapes(GraphOf(objects)), Texts());
  objects.resize(4000);
  EXPECT_EQ(Shapes(GraphOf(objects)), Texts{"4 {b}"});
  objects.resize(3000);
  EXPECT_EQ(Shapes(GraphOf(objects)), (Texts{"4 {b}", "3 {a}"}));
}

TEST(ShapesTest, AreLookedForFromTheRootOn) {
  TestGraph graph = GraphOf({{"a"}, {"a"}});
  std::swap(graph.nodes[0], graph.nodes[2]);
  graph.root = 2;
  EXPECT_EQ(Shapes(graph), Texts());
}

TEST(ShapesTest, MatchObjectsThatHaveAllTheirProperties) {
  EXPECT_EQ(
      Matches(GraphOf(
          {{"a", "b"}, {"a", "b"}, {"b", "a"}, {"c", "b", "a"}, {"a"}, {}})),
      (Texts{"{a, b}", "{a, b}", "{a, b}", "{a, b}", "-", "-"}));
}

TEST(ShapesTest, MatchTheLargestThenTheFirst) {
  EXPECT_EQ(Matches(GraphOf({{"a"},
                             {"a"},
                             {"a"},
                             {"b", "c"},
                             {"b", "c"},
                             {"c", "d"},
                             {"c", "d"},
                             {"c", "d"},
                             {"a", "b", "c", "d"}})),
            (Texts{"{a}", "{a}", "{a}", "{b, c}", "{b, c}", "{c, d}", "{c, d}",
                   "{c, d}", "{c, d}"}));
}

TEST(ShapesTest, MatchPropertiesAsOftenAsTheyOccur) {
  TestGraph graph = GraphOf({{"a", "a"}, {"a", "a"}, {"a"}});
  EXPECT_EQ(Matches(graph), (Texts{"{a, a}", "{a, a}", "-"}));

  // The same text in another slot.
  const uint32_t object = graph.Add("object", "Object", 1);
  graph.Connect(object, "property", "a", 0);
  graph.edges.push_back({object, "property", graph.NewSlot("a"), 0});
  EXPECT_EQ(Matches(graph)[3], "{a, a}");
}

TEST(ShapesTest, MayBeThoseOfAnotherSnapshot) {
  const std::vector<Shape> shapes =
      FindShapes(Read(GraphOf({{"a", "b"}, {"a", "b"}})));
  const Snapshot other = Read(GraphOf({{"z"}, {"b", "z", "a"}}));
  EXPECT_EQ(MatchShapes(other, shapes), (std::vector<uint32_t>{kNoShape, 0}));
  EXPECT_EQ(MatchShapes(other, {}),
            (std::vector<uint32_t>{kNoShape, kNoShape}));
}

}  // namespace

}  // namespace halfword::analysis
