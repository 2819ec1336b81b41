// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Names as views show them; those of a hand-made graph are DevTools'.

#include "analysis/node_browser.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "analysis/detachedness.h"
#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace halfword::analysis {

namespace {

TEST(NodeBrowserTest, NamesNodesAsDevToolsDoes) {
  const std::filesystem::path folder = HALFWORD_SNAPSHOT_CASES;
  std::ifstream file(folder / "23-names.expected.json");
  const nlohmann::json wanted = nlohmann::json::parse(file);
  const Snapshot snapshot =
      ReadSnapshot((folder / "23-names.heapsnapshot").string());
  const std::vector<bool> is_renamed;
  const NodeBrowser browser(snapshot, is_renamed);

  for (Node node = 0; node < wanted["names"].size(); ++node) {
    EXPECT_EQ(browser.DetailsOf(node).id, wanted["names"][node][0]);
    EXPECT_EQ(browser.NameOf(node),
              wanted["names"][node][1].get<std::string>());
  }
}

TEST(NodeBrowserTest, FindsNodesAndEdgesFarInsideAFile) {
  TestGraph graph = GraphWithRoot();
  for (uint32_t i = 1; i < 3000; ++i) {
    graph.Add("object", "A" + std::to_string(i % 50), i);
    graph.Connect(i / 2, "property", "p" + std::to_string(i % 40), i);
    graph.Connect(i, "element", std::to_string(i), i / 3);
  }
  const Snapshot snapshot = Read(graph);
  const std::vector<TestGraph::Link> edges = graph.SortedEdges();
  const std::vector<bool> is_renamed;
  const NodeBrowser browser(snapshot, is_renamed);

  for (Node node = 0; node < 3000; node += 71) {
    const NodeDetails details = browser.DetailsOf(node);
    EXPECT_EQ(details.id, 2 * node + 1);
    EXPECT_EQ(details.first_edge, snapshot.graph.FirstEdge(node));
    EXPECT_EQ(details.edge_count,
              snapshot.graph.EndEdge(node) - snapshot.graph.FirstEdge(node));
    EXPECT_EQ(browser.NameOf(node), graph.strings[graph.nodes[node].name]);
  }
  for (uint32_t i = 0; i < edges.size(); i += 71) {
    const EdgeDetails edge = browser.EdgeAt(i);
    EXPECT_EQ(edge.type, edges[i].type);
    EXPECT_EQ(edge.target, edges[i].target);
    EXPECT_EQ(edge.name, edge.type == "element"
                             ? std::to_string(edges[i].name_or_index)
                             : graph.strings[edges[i].name_or_index]);
  }
}

TEST(NodeBrowserTest, ShowsShortcutsThatAreNumbersAsThose) {
  TestGraph graph = GraphWithRoot();
  const std::vector<std::string> names = {"12abc", " 7", "-4x", "x1", "", "+"};
  for (const std::string& name : names) {
    graph.Connect(0, "shortcut", name, 0);
  }
  const Snapshot snapshot = Read(graph);
  const std::vector<bool> is_renamed;
  const NodeBrowser browser(snapshot, is_renamed);

  std::vector<std::string> shown;
  for (uint32_t i = 0; i < names.size(); ++i) {
    shown.push_back(browser.EdgeAt(i).name);
  }
  EXPECT_EQ(shown, (std::vector<std::string>{"12", "7", "-4", "x1", "", "+"}));
}

TEST(NodeBrowserTest, EndsInACycleOfConcatenations) {
  TestGraph graph = GraphWithRoot();
  graph.Add("concatenated string", "");
  graph.Connect(1, "internal", "first", 1);
  graph.Connect(1, "internal", "second", 1);
  const Snapshot snapshot = Read(graph);
  const std::vector<bool> is_renamed;
  EXPECT_EQ(NodeBrowser(snapshot, is_renamed).NameOf(1), "");
}

TEST(NodeBrowserTest, ShowsNewNamesOfWhatIsDetached) {
  TestGraph graph = GraphWithRoot();
  graph.Add("native", "Dom", 1, 2);
  Snapshot snapshot = Read(graph);
  const std::vector<bool> is_renamed =
      SpreadDetachedness(&snapshot.graph, *snapshot.strings);
  EXPECT_EQ(NodeBrowser(snapshot, is_renamed).NameOf(1), "Detached Dom");
}

// Found by snapshot_fuzz: 65,536 steps of a cycle, once a retainer, took twelve
// seconds.
TEST(NodeBrowserTest, EndsCyclesOfConcatenations) {
  TestGraph graph = GraphWithRoot();
  const uint32_t held = graph.Add("object", "Held");
  for (int i = 0; i < 200; ++i) {
    const uint32_t rope = graph.Add("concatenated string", "(concatenated)");
    graph.Connect(rope, "internal", "first", rope);
    graph.Connect(rope, "internal", "second", rope);
    graph.Connect(rope, "internal", "x", held);
  }
  const Snapshot snapshot = Read(graph);
  const std::vector<bool> is_renamed(snapshot.graph.node_count());
  const NodeBrowser browser(snapshot, is_renamed);

  for (uint32_t rope = held + 1; rope <= held + 200; ++rope) {
    EXPECT_EQ(browser.NameOf(rope), "");
  }
}

TEST(NodeBrowserTest, GoesDownToTheFirstLetterOfALongConcatenation) {
  constexpr uint32_t kDepth = 100'000;
  TestGraph graph = GraphWithRoot();
  const uint32_t letter = graph.Add("string", "a");
  for (uint32_t i = 0; i < kDepth; ++i) {
    const uint32_t rope = graph.Add("concatenated string", "");
    graph.Connect(rope, "internal", "first", i == 0 ? letter : rope - 1);
    graph.Connect(rope, "internal", "second", letter);
  }
  const Snapshot snapshot = Read(graph);
  const std::vector<bool> is_renamed(snapshot.graph.node_count());

  EXPECT_EQ(NodeBrowser(snapshot, is_renamed).NameOf(letter + kDepth),
            std::string(1024, 'a'));
}

}  // namespace

}  // namespace halfword::analysis
