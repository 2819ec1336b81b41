// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// All that is told of one object.

#include "analysis/findings/object_retention.h"

#include "analysis/file/snapshot_error.h"
#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

TEST(ObjectRetentionTest, TellsWhyAnObjectIsThere) {
  TestGraph graph = GraphWithRoot();
  const uint32_t window = graph.Add("object", "Window", 8);
  const uint32_t cache = graph.Add("object", "Cache", 100);
  const uint32_t list = graph.Add("object", "List", 10);
  const uint32_t item = graph.Add("object", "Item", 5);
  graph.Connect(0, "shortcut", "w", window);
  graph.Connect(window, "property", "cache", cache);
  graph.Connect(cache, "property", "list", list);
  graph.Connect(list, "element", "0", item);
  graph.Connect(window, "property", "last", item);
  graph.Connect(cache, "weak", "w", item);
  Snapshot snapshot = Read(graph);

  const ObjectRetention found = FindRetention(&snapshot, 2 * item + 1);

  EXPECT_EQ(found.node, item);
  EXPECT_EQ(found.distance, 2);
  EXPECT_EQ(found.retained_bytes, 5);
  ASSERT_EQ(found.retainers.size(), 2);
  EXPECT_EQ(found.retainers[0].node, window);
  EXPECT_EQ(found.retainers[1].node, list);
  ASSERT_EQ(found.weak_holders.size(), 1);
  EXPECT_EQ(found.weak_holders[0].node, cache);
  ASSERT_EQ(found.path.size(), 1);
  EXPECT_EQ(found.path[0].node, window);
  ASSERT_EQ(found.heaviest_way.size(), 2);
  EXPECT_EQ(found.heaviest_way[0].node, window);
  EXPECT_EQ(found.heaviest_retained_bytes[0], 123);
}

TEST(ObjectRetentionTest, RefusesAnIdThatNoObjectHas) {
  Snapshot snapshot = Read(GraphWithRoot());
  EXPECT_THROW(FindRetention(&snapshot, 99), SnapshotError);
}

}  // namespace

}  // namespace halfword::analysis
