// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How far a state spreads, and what stops it.

#include "analysis/detachedness.h"

#include <string>
#include <vector>

#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

// By node: '?', 'a' or 'd'; upper case: it is renamed.
std::string States(const TestGraph& graph) {
  Snapshot snapshot = Read(graph);
  const std::vector<bool> is_renamed =
      SpreadDetachedness(&snapshot.graph, *snapshot.strings);
  std::string states;
  for (Node node = 0; node < snapshot.graph.node_count(); ++node) {
    const auto state = static_cast<size_t>(snapshot.graph.detachedness[node]);
    states += is_renamed[node] ? "?AD3"[state] : "?ad3"[state];
  }
  return states;
}

// A chain of natives behind a seed, along edges of one type.
TestGraph Chain(uint32_t state, const std::string& type) {
  TestGraph graph;
  graph.Add("native", "seed", 1, state);
  graph.Add("native", "next", 1);
  graph.Add("native", "last", 1);
  graph.Connect(0, type, "1", 1);
  graph.Connect(1, type, "1", 2);
  return graph;
}

TEST(DetachednessTest, SpreadsAlongEdgesThatAreNeitherWeakNorHidden) {
  for (const std::string type :
       {"context", "element", "property", "internal", "shortcut"}) {
    EXPECT_EQ(States(Chain(1, type)), "aaa") << type;
    EXPECT_EQ(States(Chain(2, type)), "DDD") << type;
  }
  for (const std::string type : {"weak", "hidden"}) {
    EXPECT_EQ(States(Chain(1, type)), "a??") << type;
    EXPECT_EQ(States(Chain(2, type)), "D??") << type;
  }
}

TEST(DetachednessTest, StopsAtWhatIsNotNative) {
  TestGraph graph = Chain(2, "element");
  graph.nodes[1].type = "object";
  EXPECT_EQ(States(graph), "D??");
  graph.nodes[1].detachedness = 2;
  EXPECT_EQ(States(graph), "Dd?") << "it keeps its state, but not a new name";
}

TEST(DetachednessTest, PrefersAttachedAndKeepsSeeds) {
  TestGraph graph;
  const uint32_t detached = graph.Add("native", "d", 1, 2);
  const uint32_t child = graph.Add("native", "child", 1);
  const uint32_t attached = graph.Add("native", "a", 1, 1);
  const uint32_t seed = graph.Add("native", "s", 1, 2);
  graph.Connect(detached, "element", "1", child);
  graph.Connect(attached, "element", "1", child);
  graph.Connect(attached, "element", "2", seed);
  graph.Connect(detached, "element", "2", attached);
  EXPECT_EQ(States(graph), "DaaD");
}

TEST(DetachednessTest, DoesNotSpreadAStateThatItDoesNotKnow) {
  EXPECT_EQ(States(Chain(3, "element")), "3??");
}

TEST(DetachednessTest, GoesByNamesWhereThereIsNoSuchField) {
  TestGraph graph;
  graph.node_fields = {"type", "name", "id", "self_size", "edge_count"};
  graph.Add("native", "Detached <div>", 1);
  graph.Add("native", "Other", 1);
  graph.Add("object", "Detached x", 1);
  graph.Connect(0, "element", "1", 1);
  EXPECT_EQ(States(graph), "d??");

  graph.node_fields.push_back("detachedness");
  EXPECT_EQ(States(graph), "???");
}

}  // namespace

}  // namespace halfword::analysis
