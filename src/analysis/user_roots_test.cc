// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Which targets of the root's edges are the user's, and what is the page's.

#include "analysis/user_roots.h"

#include <vector>

#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

std::vector<Node> UserRoots(const TestGraph& graph) {
  const Snapshot snapshot = Read(graph);
  return FindUserRoots(snapshot.graph, *snapshot.strings);
}

std::vector<bool> PageNodes(const TestGraph& graph) {
  const Snapshot snapshot = Read(graph);
  return FindPageNodes(snapshot.graph, *snapshot.strings);
}

TEST(UserRootsTest, AreTargetsOfTheRootThatAreNotSynthetic) {
  TestGraph graph = GraphWithRoot();
  const uint32_t window = graph.Add("object", "Window");
  const uint32_t weak = graph.Add("closure", "Weak");
  const uint32_t trees = graph.Add("synthetic", "(Document DOM trees)");
  const uint32_t gc = graph.Add("synthetic", "(GC roots)");
  const uint32_t below = graph.Add("object", "Below");
  graph.Connect(0, "element", "1", gc);
  graph.Connect(0, "weak", "w", weak);
  graph.Connect(0, "shortcut", "1", window);
  graph.Connect(0, "element", "2", trees);
  graph.Connect(0, "property", "again", window);
  graph.Connect(gc, "element", "1", below);

  EXPECT_EQ(UserRoots(graph), (std::vector<Node>{weak, window, trees, window}));
}

TEST(UserRootsTest, NeedNotBe) {
  TestGraph graph = GraphWithRoot();
  EXPECT_TRUE(UserRoots(graph).empty());
  graph.Add("synthetic", "(GC roots)");
  graph.Connect(0, "element", "1", 1);
  EXPECT_TRUE(UserRoots(graph).empty());
}

TEST(UserRootsTest, PageIsWhatShortcutsAndDocumentTreesHold) {
  TestGraph graph = GraphWithRoot();
  const uint32_t window = graph.Add("object", "Window");
  const uint32_t held = graph.Add("object", "Held");
  const uint32_t weak = graph.Add("object", "Weak");
  const uint32_t trees = graph.Add("synthetic", "(Document DOM trees)");
  const uint32_t document = graph.Add("native", "Document");
  const uint32_t other = graph.Add("object", "Other");
  graph.Connect(0, "shortcut", "1", window);
  graph.Connect(window, "hidden", "1", held);
  graph.Connect(held, "shortcut", "1", window);
  graph.Connect(window, "weak", "1", weak);
  graph.Connect(0, "element", "1", trees);
  graph.Connect(trees, "element", "1", document);
  graph.Connect(0, "element", "2", other);
  graph.Connect(other, "property", "x", window);

  EXPECT_EQ(PageNodes(graph),
            (std::vector<bool>{false, true, true, false, true, true, false}));
}

TEST(UserRootsTest, DocumentTreesNeedAnElementToBeThePages) {
  TestGraph graph = GraphWithRoot();
  graph.Add("synthetic", "(Document DOM trees)");
  graph.Connect(0, "property", "x", 1);
  EXPECT_FALSE(PageNodes(graph)[1]);
  graph.nodes[1].type = "object";
  graph.Connect(0, "element", "1", 1);
  EXPECT_FALSE(PageNodes(graph)[1]) << "an object is only called so";
}

}  // namespace

}  // namespace halfword::analysis
