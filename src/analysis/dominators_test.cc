// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Beside the definition: a dominates b if b cannot be reached without a.

#include "analysis/dominators.h"

#include <string>
#include <utility>
#include <vector>

#include "analysis/file/snapshot_testing.h"
#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

constexpr Node kDeepCount = 3'000'000;

// By node; checks that parents come first and the root before all.
std::vector<Node> ParentsOf(const DominatorTree& tree) {
  std::vector<Node> parents(tree.count(), UINT32_MAX);
  EXPECT_EQ(tree.parents[0], 0);
  for (uint32_t place = 0; place < tree.count(); ++place) {
    EXPECT_TRUE(place == 0 || tree.parents[place] < place);
    EXPECT_EQ(parents[tree.nodes[place]], UINT32_MAX) << "twice in the tree";
    parents[tree.nodes[place]] = tree.nodes[tree.parents[place]];
  }
  return parents;
}

std::vector<Node> Dominators(const TestGraph& graph,
                             std::vector<bool> is_page = {}) {
  Snapshot snapshot = Read(graph);
  is_page.resize(graph.nodes.size());
  return ParentsOf(FindDominators(&snapshot.graph, is_page));
}

// A graph of nothing but ordinary edges, without a file.
HeapGraph PlainGraph(const std::vector<std::vector<Node>>& targets) {
  HeapGraph graph;
  graph.self_bytes.assign(targets.size(), 1);
  graph.first_edges.Resize(targets.size() + 1);
  size_t count = 0;
  for (const std::vector<Node>& list : targets) count += list.size();
  graph.edges.Resize(count);
  uint32_t next = 0;
  for (Node node = 0; node < targets.size(); ++node) {
    graph.first_edges[node] = next;
    for (const Node target : targets[node]) {
      graph.edges[next++] = HeapGraph::PackEdge(target, EdgeKind::kOther);
    }
  }
  graph.first_edges[targets.size()] = next;
  return graph;
}

std::vector<bool> Reached(const std::vector<std::vector<Node>>& targets,
                          Node without) {
  std::vector<bool> is_reached(targets.size());
  std::vector<Node> found;
  if (without != 0) found.push_back(0);
  if (without != 0) is_reached[0] = true;
  while (!found.empty()) {
    const Node node = found.back();
    found.pop_back();
    for (const Node target : targets[node]) {
      if (target == without || is_reached[target]) continue;
      is_reached[target] = true;
      found.push_back(target);
    }
  }
  return is_reached;
}

std::vector<Node> SlowDominators(std::vector<std::vector<Node>> targets) {
  const Node count = static_cast<Node>(targets.size());
  std::vector<bool> has_parent(count);
  for (Node node = 0; node < count; ++node) {
    for (const Node target : targets[node]) {
      if (target != node) has_parent[target] = true;
    }
  }
  for (Node node = 1; node < count; ++node) {
    if (!has_parent[node]) targets[0].push_back(node);
  }
  const std::vector<bool> is_reached = Reached(targets, count);
  std::vector<std::vector<Node>> dominators_of(count);
  for (Node node = 0; node < count; ++node) {
    const std::vector<bool> still = Reached(targets, node);
    for (Node other = 0; other < count; ++other) {
      if (is_reached[other] && !still[other] && other != node) {
        dominators_of[other].push_back(node);
      }
    }
  }
  // The nearest is the one that has the most dominators of its own.
  std::vector<Node> nearest(count, 0);
  for (Node node = 0; node < count; ++node) {
    for (const Node dominator : dominators_of[node]) {
      if (dominators_of[dominator].size() >=
          dominators_of[nearest[node]].size()) {
        nearest[node] = dominator;
      }
    }
  }
  return nearest;
}

TEST(DominatorsTest, AgreeWithTheDefinitionOnRandomGraphs) {
  const internal::TestSeed seed;
  std::mt19937 random(seed.value());
  for (int i = 0; i < 3000; ++i) {
    const auto some = [&](uint64_t below) {
      return static_cast<Node>(random() % below);
    };
    const Node count = 1 + some(30);
    const size_t edge_count = random() % (size_t{3} * count);
    std::vector<std::vector<Node>> targets(count);
    for (size_t edge = 0; edge < edge_count; ++edge) {
      targets[some(count)].push_back(some(count));
    }

    HeapGraph graph = PlainGraph(targets);
    const DominatorTree tree = FindDominators(&graph, std::vector<bool>(count));

    ASSERT_EQ(ParentsOf(tree), SlowDominators(targets)) << "graph " << i;
    EXPECT_EQ(graph.edge_count(), 0);
  }
}

TEST(DominatorsTest, PassOverEdgesThatHoldNothing) {
  TestGraph graph = GraphWithRoot();
  const uint32_t window = graph.Add("object", "Window");
  const uint32_t by_weak = graph.Add("object", "W");
  const uint32_t by_shortcut = graph.Add("object", "S");
  const uint32_t by_itself = graph.Add("object", "I");
  const uint32_t held = graph.Add("object", "H");
  graph.Connect(0, "shortcut", "1", window);
  graph.Connect(window, "weak", "1", by_weak);
  graph.Connect(window, "shortcut", "1", by_shortcut);
  graph.Connect(by_itself, "property", "x", by_itself);
  graph.Connect(window, "hidden", "1", held);
  EXPECT_EQ(Dominators(graph), (std::vector<Node>{0, 0, 0, 0, 0, window}));
}

TEST(DominatorsTest, LetNoDebuggerHoldAPage) {
  TestGraph graph = GraphWithRoot();
  const uint32_t debugger = graph.Add("object", "Debugger");
  const uint32_t window = graph.Add("object", "Window");
  const uint32_t page = graph.Add("object", "Page");
  graph.Connect(0, "element", "1", debugger);
  graph.Connect(0, "shortcut", "1", window);
  graph.Connect(window, "property", "x", page);
  graph.Connect(debugger, "property", "x", page);
  EXPECT_EQ(Dominators(graph, {false, false, true, true})[page], window);
  EXPECT_EQ(Dominators(graph)[page], 0);

  graph.Connect(0, "element", "2", page);
  EXPECT_EQ(Dominators(graph, {false, false, true, true})[page], 0)
      << "the root may";
}

TEST(DominatorsTest, LetTheKeyOfAPairHoldItsValue) {
  TestGraph graph = GraphWithRoot();
  const uint32_t table = graph.Add("object", "Table");
  const uint32_t key = graph.Add("object", "Key");
  const uint32_t value = graph.Add("object", "Value");
  graph.Connect(0, "element", "1", table);
  graph.Connect(0, "element", "2", key);
  graph.ConnectPair(table, key, value);
  EXPECT_EQ(Dominators(graph)[value], key);
}

TEST(DominatorsTest, HangEachNodeOfALostCycleOnTheRoot) {
  const std::vector<std::vector<Node>> targets = {{1},    {2},    {},
                                                  {4, 5}, {3, 2}, {}};
  HeapGraph graph = PlainGraph(targets);
  const DominatorTree tree = FindDominators(&graph, std::vector<bool>(6));
  EXPECT_EQ(ParentsOf(tree), (std::vector<Node>{0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(FindRetainedBytes(graph, tree)[0], 6);
}

TEST(DominatorsTest, HaveTheRootWhereverItIs) {
  HeapGraph graph = PlainGraph({{}, {0}, {1}});
  graph.root = 2;
  EXPECT_EQ(ParentsOf(FindDominators(&graph, std::vector<bool>(3))),
            (std::vector<Node>{1, 2, 2}));
}

// Dominators do not depend on the order of nodes: the same graph from both
// ends.
TEST(DominatorsTest, AreTheSameWhateverTheOrderOfNodes) {
  constexpr uint32_t kCount = 100;
  TestGraph forward;
  TestGraph backward;
  backward.root = kCount - 1;
  for (uint32_t node = 0; node < kCount; ++node) {
    forward.Add(node == 0 ? "synthetic" : "object", "A");
    backward.Add(node == backward.root ? "synthetic" : "object", "A");
  }
  const auto connect = [&](uint32_t source, uint32_t target) {
    forward.Connect(source, "property", "x", target);
    backward.Connect(kCount - 1 - source, "property", "x", kCount - 1 - target);
  };
  for (uint32_t node = 0; node + 1 < kCount; ++node) {
    connect(node, node + 1);
    if (node % 3 == 0) connect(node, std::min(node + 20, kCount - 1));
    for (uint32_t above = 1; above < node; above += 9) connect(node, above);
  }

  const std::vector<Node> parents = Dominators(forward);
  const std::vector<Node> mirrored = Dominators(backward);

  for (uint32_t node = 0; node < kCount; ++node) {
    EXPECT_EQ(kCount - 1 - mirrored[kCount - 1 - node], parents[node]) << node;
  }
}

// A list whose items hold a value each, and a table that holds all values.
std::vector<std::vector<Node>> ListBesideTable(Node count) {
  std::vector<std::vector<Node>> targets(2 * count + 2);
  const Node table = 2 * count + 1;
  targets[0] = {1, table};
  for (Node i = 1; i <= count; ++i) {
    if (i != count) targets[i].push_back(i + 1);
    targets[i].push_back(count + i);
    targets[table].push_back(count + i);
  }
  return targets;
}

TEST(DominatorsTest, AreFoundWhereAListAndATableHoldTheSame) {
  constexpr Node kCount = 300'000;
  HeapGraph graph = PlainGraph(ListBesideTable(kCount));
  const std::vector<Node> parents =
      ParentsOf(FindDominators(&graph, std::vector<bool>(graph.node_count())));
  for (Node i = 1; i <= kCount; ++i) {
    ASSERT_EQ(parents[i], i - 1);
    ASSERT_EQ(parents[kCount + i], 0);
  }
}

TEST(DominatorsTest, AgreeWithTheDefinitionWhereWaysUpAreLong) {
  const internal::TestSeed seed;
  std::mt19937 random(seed.value());
  for (int i = 0; i < 5; ++i) {
    std::vector<std::vector<Node>> targets = ListBesideTable(150);
    for (int j = 0; j < 20; ++j) {
      targets[random() % targets.size()].push_back(
          static_cast<Node>(random() % targets.size()));
    }
    HeapGraph graph = PlainGraph(targets);
    EXPECT_EQ(ParentsOf(FindDominators(&graph,
                                       std::vector<bool>(graph.node_count()))),
              SlowDominators(targets));
  }
}

TEST(DominatorsTest, SumWhatTheyRetain) {
  HeapGraph graph = PlainGraph({{1, 2}, {3}, {3}, {4}, {}});
  graph.self_bytes = {1, 10, 100, 4294967295, 4294967295};
  const DominatorTree tree = FindDominators(&graph, std::vector<bool>(5));
  const std::vector<uint64_t> retained = FindRetainedBytes(graph, tree);

  std::vector<uint64_t> by_node(5);
  for (uint32_t place = 0; place < 5; ++place) {
    by_node[tree.nodes[place]] = retained[place];
  }
  EXPECT_EQ(by_node, (std::vector<uint64_t>{8589934701, 10, 100, 8589934590,
                                            4294967295}));
}

// A list, and edges back from each to the first: deep walks, long paths.
TEST(DominatorsTest, AreFoundInAListOfMillions) {
  std::vector<std::vector<Node>> targets(kDeepCount);
  for (Node node = 0; node + 1 < kDeepCount; ++node) {
    targets[node] = {node / 2, node + 1};
  }
  HeapGraph graph = PlainGraph(targets);

  const DominatorTree tree =
      FindDominators(&graph, std::vector<bool>(kDeepCount));
  const std::vector<uint64_t> retained = FindRetainedBytes(graph, tree);

  for (uint32_t place = 1; place < kDeepCount; ++place) {
    ASSERT_EQ(tree.nodes[place], place);
    ASSERT_EQ(tree.parents[place], place - 1);
    ASSERT_EQ(retained[place], kDeepCount - place);
  }
}

}  // namespace

}  // namespace halfword::analysis
