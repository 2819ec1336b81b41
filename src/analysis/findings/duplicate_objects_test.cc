// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What looks equal, and what must not.

#include "analysis/findings/duplicate_objects.h"

#include <string>

#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

class DuplicateObjectsTest : public testing::Test {
 protected:
  // An object below the root, of one size.
  uint32_t Object(const std::string& name) {
    const uint32_t node = graph_.Add("object", name, 32);
    graph_.Connect(0, "property", "p", node);
    return node;
  }
  uint32_t Text(const std::string& text) {
    return graph_.Add("string", text, 16);
  }
  std::vector<DuplicateObjects> Find() {
    Snapshot snapshot = Read(graph_);
    const Figures figures = ComputeFigures(&snapshot, FigureScope::kNodes);
    return FindDuplicateObjects(snapshot, figures);
  }

  TestGraph graph_ = GraphWithRoot();
};

using Nodes = std::vector<Node>;

TEST_F(DuplicateObjectsTest, HoldEqualStrings) {
  const uint32_t a = Object("Point");
  const uint32_t b = Object("Point");
  const uint32_t other = Object("Point");
  graph_.Connect(a, "property", "name", Text("x"));
  graph_.Connect(b, "property", "name", Text("x"));
  graph_.Connect(other, "property", "name", Text("y"));
  const auto found = Find();
  ASSERT_EQ(found.size(), 1);
  EXPECT_EQ(found[0].members, Nodes({a, b}));
  EXPECT_EQ(found[0].self_bytes, 64);
  EXPECT_EQ(found[0].wasted_bytes, 32);
}

TEST_F(DuplicateObjectsTest, HoldObjectsThatLookEqual) {
  uint32_t lists[2];
  for (uint32_t& head : lists) {
    head = Text("end");
    for (int i = 0; i < 5; ++i) {
      const uint32_t node = graph_.Add("object", "Link", 32);
      graph_.Connect(node, "property", "next", head);
      head = node;
    }
    graph_.Connect(0, "property", "p", head);
  }
  const auto found = Find();
  ASSERT_EQ(found.size(), 5);
  for (const DuplicateObjects& group : found) {
    EXPECT_EQ(group.members.size(), 2);
  }
}

TEST_F(DuplicateObjectsTest, DifferInNamesClassesAndSizes) {
  const uint32_t text = Text("x");
  graph_.Connect(0, "property", "p", text);
  graph_.Connect(Object("A"), "property", "a", text);
  graph_.Connect(Object("A"), "property", "b", text);
  graph_.Connect(Object("B"), "property", "a", text);
  const uint32_t larger = Object("A");
  graph_.Connect(larger, "property", "a", text);
  graph_.nodes[larger].self_bytes = 64;
  EXPECT_TRUE(Find().empty());
}

TEST_F(DuplicateObjectsTest, DoNotHoldThemselves) {
  for (int i = 0; i < 2; ++i) {
    const uint32_t node = Object("Parent");
    const uint32_t child = graph_.Add("object", "Child", 32);
    graph_.Connect(node, "property", "child", child);
    graph_.Connect(child, "property", "parent", node);
    graph_.Connect(node, "property", "self", node);
  }
  EXPECT_TRUE(Find().empty());
}

TEST_F(DuplicateObjectsTest, HaveMoreThanWhatTheirClassShares) {
  const uint32_t map = graph_.Add("object shape", "map", 8);
  for (int i = 0; i < 2; ++i) {
    graph_.Connect(Object("Empty"), "internal", "map", map);
  }
  EXPECT_TRUE(Find().empty());
}

}  // namespace

}  // namespace halfword::analysis
