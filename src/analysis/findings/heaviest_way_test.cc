// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Ways by hand, and those of random graphs against a slow search.

#include "analysis/findings/heaviest_way.h"

#include <algorithm>
#include <random>
#include <string>

#include "analysis/file/snapshot_testing.h"
#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

std::string WayTo(const TestGraph& graph, const std::vector<uint64_t>& retained,
                  Node node, const std::vector<Node>& user_roots = {1}) {
  const Snapshot snapshot = Read(graph);
  std::string text;
  for (const WayStep& step :
       FindHeaviestWay(snapshot, user_roots, retained, node)) {
    text += "/" + step.edge + ":" + std::to_string(step.node);
  }
  return text;
}

TEST(HeaviestWayTest, LeadsThroughWhatHoldsMuch) {
  TestGraph graph = GraphWithRoot();
  for (int i = 0; i < 5; ++i) graph.Add("object", "n", 1);
  graph.Connect(0, "shortcut", "w", 1);
  graph.Connect(1, "property", "near", 2);
  graph.Connect(2, "property", "small", 5);
  graph.Connect(1, "property", "far", 3);
  graph.Connect(3, "element", "7", 4);
  graph.Connect(4, "property", "large", 5);
  EXPECT_EQ(WayTo(graph, {200, 100, 10, 60, 50, 1}, 5),
            "/:1/far:3/7:4/large:5");
  EXPECT_EQ(WayTo(graph, {200, 100, 10, 60, 5, 1}, 5), "/:1/near:2/small:5");
}

TEST(HeaviestWayTest, HasTheFewestSteps) {
  TestGraph graph = GraphWithRoot();
  for (int i = 0; i < 4; ++i) graph.Add("object", "n", 1);
  graph.Connect(1, "property", "a", 2);
  graph.Connect(2, "property", "b", 3);
  graph.Connect(1, "property", "c", 3);
  graph.Connect(3, "property", "d", 4);
  EXPECT_EQ(WayTo(graph, {100, 90, 80, 20, 1}, 4), "/:1/c:3/d:4");
}

TEST(HeaviestWayTest, BeginsAtTheRootForWhatTheSystemHolds) {
  TestGraph graph = GraphWithRoot();
  for (int i = 0; i < 3; ++i) graph.Add("object", "n", 1);
  graph.Connect(0, "element", "1", 2);
  graph.Connect(2, "property", "p", 3);
  graph.Connect(1, "weak", "w", 3);
  EXPECT_EQ(WayTo(graph, {9, 9, 9, 1}, 3), "/:0/1:2/p:3");
}

TEST(HeaviestWayTest, IsTheObjectAloneIfNothingHoldsIt) {
  TestGraph graph = GraphWithRoot();
  graph.Add("object", "n", 1);
  graph.Add("object", "cycle", 1);
  graph.Connect(2, "property", "p", 2);
  EXPECT_EQ(WayTo(graph, {9, 9, 1}, 2), "/:2");
  EXPECT_EQ(WayTo(graph, {9, 9, 1}, 1), "/:1");
}

// The most that the lightest step can retain, by growing a set of nodes.
uint64_t BestBound(const TestGraph& graph,
                   const std::vector<uint64_t>& retained, Node node) {
  std::vector<uint64_t> bounds = retained;
  std::sort(bounds.rbegin(), bounds.rend());
  for (const uint64_t bound : bounds) {
    std::vector<bool> reaches(retained.size());
    reaches[node] = true;
    for (size_t round = 0; round < retained.size(); ++round) {
      for (const TestGraph::Link& edge : graph.edges) {
        if (reaches[edge.target] && retained[edge.source] >= bound) {
          reaches[edge.source] = true;
        }
      }
    }
    if (reaches[1]) return bound;
  }
  return 0;
}

TEST(HeaviestWayTest, IsTheHeaviestOfRandomGraphs) {
  const internal::TestSeed seed;
  std::mt19937 random(seed.value());
  for (int i = 0; i < 200; ++i) {
    TestGraph graph = GraphWithRoot();
    std::vector<uint64_t> retained = {1000};
    constexpr uint32_t kNodes = 12;
    for (uint32_t j = 0; j < kNodes; ++j) {
      graph.Add("object", "n", 1);
      retained.push_back(random() % 50);
    }
    for (int j = 0; j < 25; ++j) {
      const auto any = [&] {
        return 1 + static_cast<uint32_t>(random() % kNodes);
      };
      graph.Connect(any(), "property", "p", any());
    }
    const Snapshot snapshot = Read(graph);
    const std::vector<WayStep> way =
        FindHeaviestWay(snapshot, {1}, retained, kNodes);
    const uint64_t best = BestBound(graph, retained, kNodes);
    if (way.front().node != 1) {
      EXPECT_EQ(best, 0);
      continue;
    }
    uint64_t lightest = UINT64_MAX;
    for (const WayStep& step : way) {
      if (step.node != kNodes) {
        lightest = std::min(lightest, retained[step.node]);
      }
    }
    EXPECT_EQ(lightest, best);
  }
}

}  // namespace

}  // namespace halfword::analysis
