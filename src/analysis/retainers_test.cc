// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What holds a node, nearest first; a hand-made graph is as in DevTools.

#include "analysis/retainers.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "analysis/distances.h"
#include "analysis/file/snapshot_testing.h"
#include "analysis/user_roots.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace halfword::analysis {

namespace {

// A snapshot, and what views of single nodes need.
class Open {
 public:
  explicit Open(Snapshot snapshot)
      : snapshot_(std::move(snapshot)),
        distances_(
            FindDistances(snapshot_.graph,
                          FindUserRoots(snapshot_.graph, *snapshot_.strings))),
        browser_(snapshot_, is_renamed_) {}

  std::vector<Retainer> RetainersOf(Node node) const {
    return FindRetainers(snapshot_.graph, distances_, browser_, node);
  }
  std::vector<Retainer> WeakHoldersOf(Node node) const {
    return FindWeakHolders(snapshot_.graph, distances_, browser_, node);
  }
  std::vector<Retainer> PathOf(Node node) const {
    return FindPath(snapshot_.graph, distances_, browser_, node);
  }
  const NodeBrowser& browser() const { return browser_; }

 private:
  const Snapshot snapshot_;
  const std::vector<bool> is_renamed_;
  const std::vector<int32_t> distances_;
  const NodeBrowser browser_;
};

TEST(RetainersTest, ComeAsInDevTools) {
  const std::filesystem::path folder = HALFWORD_SNAPSHOT_CASES;
  std::ifstream file(folder / "18-retainers.expected.json");
  const nlohmann::json wanted = nlohmann::json::parse(file);
  const Open open(
      ReadSnapshot((folder / "18-retainers.heapsnapshot").string()));

  // Ids are odd and ascending in this file.
  for (const auto& [id, key] :
       {std::pair(17U, "x_byDistance"), std::pair(13U, "v_byDistance")}) {
    nlohmann::json rows = nlohmann::json::array();
    for (const Retainer& retainer : open.RetainersOf((id - 1) / 2)) {
      const EdgeDetails edge = open.browser().EdgeAt(retainer.edge);
      rows.push_back({edge.name, edge.type,
                      open.browser().DetailsOf(retainer.node).id,
                      retainer.distance, false});
    }
    EXPECT_EQ(rows, wanted[key]);
  }
}

TEST(RetainersTest, AreToldFromWeakHolders) {
  TestGraph graph = GraphWithRoot();
  const uint32_t held = graph.Add("object", "held");
  graph.Connect(0, "property", "p", held);
  graph.Connect(graph.Add("object", "a"), "weak", "w", held);
  graph.Connect(graph.Add("object", "b"), "property", "p", held);
  const Open open(Read(graph));
  ASSERT_EQ(open.RetainersOf(held).size(), 1);
  EXPECT_EQ(open.RetainersOf(held)[0].name, "b");
  ASSERT_EQ(open.WeakHoldersOf(held).size(), 1);
  EXPECT_EQ(open.WeakHoldersOf(held)[0].name, "a");
}

TEST(RetainersTest, AreSortedByNameAsUtf16) {
  TestGraph graph = GraphWithRoot();
  graph.Add("object", "held");
  for (const char* const name : {"\uffee", "\U0001F600", "b"}) {
    graph.Connect(graph.Add("object", name), "property", "x", 1);
  }
  std::string names;
  for (const Retainer& retainer : Open(Read(graph)).RetainersOf(1)) {
    names += retainer.name + " ";
  }
  EXPECT_EQ(names, "b \U0001F600 \uffee ");
}

TEST(RetainersTest, LeadToAUserRoot) {
  TestGraph graph = GraphWithRoot();
  for (uint32_t node = 1; node < 6; ++node) {
    graph.Add("object", "A");
    graph.Connect(node - 1, "property", "x", node);
    graph.Connect(node, "property", "back", node - 1);
  }
  std::vector<Node> path;
  for (const Retainer& retainer : Open(Read(graph)).PathOf(4)) {
    path.push_back(retainer.node);
  }
  EXPECT_EQ(path, (std::vector<Node>{3, 2, 1}));
}

TEST(RetainersTest, EndAfterTwentySteps) {
  TestGraph graph = GraphWithRoot();
  for (uint32_t node = 1; node < 60; ++node) {
    graph.Add("object", "A");
    graph.Connect(node - 1, "property", "x", node);
  }
  EXPECT_EQ(Open(Read(graph)).PathOf(59).size(), 20);
  EXPECT_TRUE(Open(Read(graph)).PathOf(1).empty()) << "only the root has it";
}

}  // namespace

}  // namespace halfword::analysis
