// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What of a node stands in the graph.

#include "analysis/file/node_section.h"

#include <string>

#include "analysis/file/snapshot_error.h"
#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

std::string ErrorOf(const TestGraph& graph) {
  try {
    Read(graph);
  } catch (const SnapshotError& error) {
    const std::string text = error.what();
    return text.substr(text.find(": ") + 2);
  }
  return "none";
}

TEST(NodeSectionTest, FillsTheGraph) {
  TestGraph graph = GraphWithRoot();
  graph.extra_native_bytes = 5'000'000'000;
  const uint32_t object = graph.Add("object", "O", 4294967295);
  const uint32_t native = graph.Add("native", "N", 7, 2);
  graph.Connect(0, "element", "1", object);
  graph.Connect(object, "property", "x", native);
  graph.Connect(object, "property", "y", native);
  // The upper bits are the class of the node in DevTools' memory.
  graph.nodes[object].detachedness = 4 + 1;

  const HeapGraph read = Read(graph).graph;

  ASSERT_EQ(read.node_count(), 3);
  EXPECT_EQ(read.root, 0);
  EXPECT_EQ(read.extra_native_bytes, 5'000'000'000);
  EXPECT_TRUE(read.has_detachedness);
  EXPECT_EQ(read.KindOf(0), NodeKind::kSynthetic);
  EXPECT_EQ(read.KindOf(object), NodeKind::kObject);
  EXPECT_EQ(read.KindOf(native), NodeKind::kNative);
  EXPECT_EQ(read.self_bytes[object], 4294967295);
  EXPECT_EQ(read.names[native], graph.nodes[native].name);
  EXPECT_EQ(read.detachedness[object], Detachedness::kAttached);
  EXPECT_EQ(read.detachedness[native], Detachedness::kDetached);
  EXPECT_EQ(read.FirstEdge(0), 0);
  EXPECT_EQ(read.FirstEdge(object), 1);
  EXPECT_EQ(read.FirstEdge(native), 3);
  EXPECT_EQ(read.EndEdge(native), 3);
}

TEST(NodeSectionTest, ReadsFieldsInAnyOrderAndPassesOverOthers) {
  for (const std::vector<std::string>& fields :
       std::vector<std::vector<std::string>>{
           {"type", "name", "id", "self_size", "edge_count"},
           {"edge_count", "self_size", "id", "name", "type"},
           {"id", "type", "trace_node_id", "detachedness", "edge_count", "new",
            "name", "self_size"}}) {
    TestGraph graph = GraphWithRoot();
    graph.node_fields = fields;
    const uint32_t array = graph.Add("array", "A", 12, 1);
    graph.Connect(0, "element", "1", array);

    const HeapGraph read = Read(graph).graph;

    EXPECT_EQ(read.KindOf(array), NodeKind::kArray);
    EXPECT_EQ(read.self_bytes[array], 12);
    EXPECT_EQ(read.names[array], graph.nodes[array].name);
    EXPECT_EQ(read.EdgeAt(0).target, array);
    EXPECT_EQ(read.has_detachedness, graph.has_detachedness());
    EXPECT_EQ(read.detachedness[array], graph.has_detachedness()
                                            ? Detachedness::kAttached
                                            : Detachedness::kUnknown);
  }
}

TEST(NodeSectionTest, KnowsTypesByTheirNames) {
  TestGraph graph = GraphWithRoot();
  graph.node_types = {"synthetic", "wasm", "closure"};
  const uint32_t wasm = graph.Add("wasm", "W");
  const uint32_t closure = graph.Add("closure", "C");
  const uint32_t beyond = graph.Add("none of the list", "B");

  const Snapshot snapshot = Read(graph);

  EXPECT_EQ(snapshot.graph.KindOf(0), NodeKind::kSynthetic);
  EXPECT_EQ(snapshot.graph.KindOf(wasm), NodeKind::kOther);
  EXPECT_EQ(snapshot.graph.KindOf(closure), NodeKind::kClosure);
  EXPECT_EQ(snapshot.graph.KindOf(beyond), NodeKind::kOther);
  EXPECT_EQ(snapshot.node_section.other_types,
            (NodeNumbers{{wasm, 1}, {beyond, 3}}));
}

TEST(NodeSectionTest, RefusesANameThatIsNoString) {
  TestGraph graph = GraphWithRoot();
  graph.nodes[0].name = 1;
  EXPECT_EQ(ErrorOf(graph), "the name of node 0 is string 1 of 1");
  graph.nodes[0].name = 4294967295;
  EXPECT_NE(ErrorOf(graph), "none");
}

TEST(NodeSectionTest, RefusesMoreEdgesThanThereAre) {
  TestGraph graph = GraphWithRoot();
  graph.Add("object", "A");
  graph.Connect(0, "element", "1", 1);
  std::string text = graph.Text();
  // The root's edge count.
  text.replace(text.find("9,0,1,0,1,0"), 11, "9,0,1,0,2,0");

  EXPECT_THROW(ReadText(text), SnapshotError);
}

TEST(NodeSectionTest, GivesEdgesThatAreLeftOverToTheLastNode) {
  TestGraph graph = GraphWithRoot();
  graph.Add("object", "A");
  graph.Connect(0, "element", "1", 1);
  std::string text = graph.Text();
  text.replace(text.find("9,0,1,0,1,0"), 11, "9,0,1,0,0,0");

  const HeapGraph read = ReadText(text).graph;

  EXPECT_EQ(read.EndEdge(0), 0);
  EXPECT_EQ(read.FirstEdge(1), 0);
  EXPECT_EQ(read.EndEdge(1), 1);
}

TEST(NodeSectionTest, RefusesFewerNodesThanTheHeaderTells) {
  TestGraph graph = GraphWithRoot();
  graph.strings.emplace_back(1000, 'x');
  std::string text = graph.Text();
  text.replace(text.find("\"node_count\":1"), 14, "\"node_count\":2");

  EXPECT_THROW(ReadText(text), SnapshotError);
}

}  // namespace

}  // namespace halfword::analysis
