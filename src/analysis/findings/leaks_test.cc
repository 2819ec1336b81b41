// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A small heap for each kind of suspect.

#include "analysis/findings/leaks.h"

#include <string>

#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

class LeaksTest : public testing::Test {
 protected:
  LeaksTest() {
    window_ = graph_.Add("object", "Window", 8);
    graph_.Connect(0, "shortcut", "w", window_);
  }

  uint32_t Below(uint32_t holder, const std::string& type,
                 const std::string& name, uint32_t bytes,
                 uint32_t detachedness = 0) {
    const uint32_t node = graph_.Add(type, name, bytes, detachedness);
    graph_.Connect(holder, "property", "p", node);
    return node;
  }

  Leaks Find() {
    Snapshot snapshot = Read(graph_);
    const Figures figures = ComputeFigures(&snapshot, FigureScope::kNodes);
    return FindLeaks(snapshot, figures);
  }

  TestGraph graph_ = GraphWithRoot();
  uint32_t window_;
};

TEST_F(LeaksTest, AreTheTopsOfDetachedTrees) {
  const uint32_t wrapper = Below(window_, "object", "Cache", 8);
  const uint32_t top = Below(wrapper, "native", "<div>", 10, 2);
  Below(Below(top, "native", "<p>", 20, 2), "native", "<b>", 30, 2);
  Below(window_, "native", "<body>", 50, 1);
  const Leaks leaks = Find();
  ASSERT_EQ(leaks.detached.size(), 1);
  EXPECT_EQ(leaks.detached[0].node, top);
  EXPECT_EQ(leaks.detached[0].count, 3);
  EXPECT_EQ(leaks.detached[0].retained_bytes, 60);
}

TEST_F(LeaksTest, AreNotWhatNodeCallsDetached) {
  Below(window_, "native", "Node / BindingData", 10, 2);
  Below(window_, "native", "Node", 10, 2);
  const Leaks leaks = Find();
  ASSERT_EQ(leaks.detached.size(), 1);
  EXPECT_EQ(graph_.strings[graph_.nodes[leaks.detached[0].node].name], "Node");
}

TEST_F(LeaksTest, AreLargeCollectionsButNotWhereWaysBegin) {
  const uint32_t list = Below(window_, "object", "Array", 8);
  const uint32_t few = Below(window_, "object", "Array", 8);
  for (uint32_t i = 0; i < kReferencesMin; ++i) {
    Below(list, "object", "Item", 1);
    Below(window_, "object", "Item", 1);
    if (i != 0) Below(few, "object", "Item", 1);
  }
  const Leaks leaks = Find();
  ASSERT_EQ(leaks.collections.size(), 1);
  EXPECT_EQ(leaks.collections[0].node, list);
  EXPECT_EQ(leaks.collections[0].count, kReferencesMin);
}

TEST_F(LeaksTest, AreClosuresAndContextsThatHoldMuch) {
  const uint32_t closure = Below(window_, "closure", "listener", 10);
  const uint32_t context = Below(closure, "object", "system / Context", 10);
  Below(context, "object", "Buffer", 1000);
  Below(window_, "closure", "small", 10);
  const uint32_t shared =
      Below(window_, "object", "system / Context / app.js", 500);
  Below(window_, "object", "Rest", 1000);
  const Leaks leaks = Find();
  ASSERT_EQ(leaks.closures.size(), 2);
  EXPECT_EQ(leaks.closures[0].node, closure);
  EXPECT_EQ(leaks.closures[0].retained_bytes, 1020);
  EXPECT_EQ(leaks.closures[1].node, shared);
}

TEST_F(LeaksTest, AreObjectsAtWhichManyPartsHang) {
  const uint32_t outer = Below(window_, "object", "App", 8);
  const uint32_t inner = Below(outer, "object", "Store", 8);
  for (int i = 0; i < 10; ++i) Below(inner, "object", "Item", 100);
  const Leaks leaks = Find();
  // The outer one holds it all by the inner one.
  ASSERT_EQ(leaks.dominators.size(), 1);
  EXPECT_EQ(leaks.dominators[0].node, inner);
  EXPECT_EQ(leaks.dominators[0].retained_bytes, 1008);
}

TEST_F(LeaksTest, AreMapsAndNotTheirTables) {
  const uint32_t map = Below(window_, "object", "Map", 8);
  const uint32_t table = graph_.Add("array", "", 800);
  graph_.Connect(map, "internal", "table", table);
  for (int i = 0; i < 10; ++i) Below(table, "object", "Item", 100);
  const Leaks few = Find();
  ASSERT_EQ(few.dominators.size(), 1);
  EXPECT_EQ(few.dominators[0].node, map);
  EXPECT_EQ(few.dominators[0].retained_bytes, 1808);

  for (uint32_t i = 0; i < kReferencesMin; ++i) {
    Below(table, "object", "Item", 1);
  }
  const Leaks many = Find();
  ASSERT_EQ(many.collections.size(), 1);
  EXPECT_EQ(many.collections[0].node, map);
  EXPECT_TRUE(many.dominators.empty()) << "it is listed already";
}

TEST_F(LeaksTest, AreNoneInAnEmptyHeap) {
  const Leaks leaks = Find();
  EXPECT_TRUE(leaks.detached.empty());
  EXPECT_TRUE(leaks.collections.empty());
  EXPECT_TRUE(leaks.closures.empty());
  EXPECT_TRUE(leaks.dominators.empty());
}

}  // namespace

}  // namespace halfword::analysis
