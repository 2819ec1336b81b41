// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Nodes of handles: taken, given back, walked, and cleared when a heap ends.

#include "gc/roots/persistent_region.h"

#include <memory>
#include <set>
#include <vector>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// More than one block of 4 KiB holds. Handles stand before their region where a
// test leaves some in use, since its end clears them.
constexpr size_t kManyHandles = 1000;

std::set<RootHandle*> HandlesOf(PersistentRegion& region) {
  std::set<RootHandle*> handles;
  region.ForEach([&](RootHandle* handle) { handles.insert(handle); });
  return handles;
}

TEST(PersistentRegionTest, GivesAHandleANodeThatNamesIt) {
  PersistentRegion region;
  RootHandle handle(SourceLocation::Current());
  const size_t line = handle.location().Line();

  region.Take(&handle);

  ASSERT_NE(handle.node(), nullptr);
  EXPECT_TRUE(handle.node()->is_used());
  EXPECT_EQ(handle.node()->owner(), &handle);
  EXPECT_EQ(handle.node()->location.Line(), line);
  EXPECT_EQ(handle.location().Line(), line);
  EXPECT_EQ(region.node_count(), 1u);
  PersistentRegion::GiveBack(&handle);
}

TEST(PersistentRegionTest, KeepsThePlaceOfAHandleThatLosesItsNode) {
  PersistentRegion region;
  RootHandle handle(SourceLocation::Current());
  const size_t line = handle.location().Line();
  region.Take(&handle);

  PersistentRegion::GiveBack(&handle);

  EXPECT_EQ(handle.node(), nullptr);
  EXPECT_EQ(handle.location().Line(), line);
  EXPECT_EQ(region.node_count(), 0u);
}

TEST(PersistentRegionTest, WalksTheUsedNodesOfAllBlocksAndNoOthers) {
  std::vector<RootHandle> handles(kManyHandles);
  PersistentRegion region;
  for (RootHandle& handle : handles) region.Take(&handle);
  std::set<RootHandle*> kept;
  for (size_t i = 0; i < kManyHandles; ++i) {
    if (i % 3 == 0) {
      kept.insert(&handles[i]);
    } else {
      PersistentRegion::GiveBack(&handles[i]);
    }
  }

  EXPECT_EQ(HandlesOf(region), kept);
  EXPECT_EQ(region.node_count(), kept.size());
}

TEST(PersistentRegionTest, UsesNodesThatWereGivenBackBeforeNewBlocks) {
  std::vector<RootHandle> handles(kManyHandles);
  PersistentRegion region;
  std::set<PersistentNode*> nodes;
  for (RootHandle& handle : handles) {
    region.Take(&handle);
    nodes.insert(handle.node());
  }
  ASSERT_EQ(nodes.size(), kManyHandles);
  for (RootHandle& handle : handles) PersistentRegion::GiveBack(&handle);

  for (RootHandle& handle : handles) {
    region.Take(&handle);
    EXPECT_EQ(nodes.erase(handle.node()), 1u);
  }
}

TEST(PersistentRegionTest, FindsTheRegionOfANodeFromTheNode) {
  PersistentRegion first;
  PersistentRegion second;
  RootHandle in_first;
  RootHandle in_second;
  first.Take(&in_first);
  second.Take(&in_second);

  PersistentRegion::GiveBack(&in_first);

  EXPECT_EQ(first.node_count(), 0u);
  EXPECT_EQ(second.node_count(), 1u);
  PersistentRegion::GiveBack(&in_second);
  EXPECT_EQ(second.node_count(), 0u);
}

TEST(PersistentRegionTest, LetsTheWalkClearTheHandleThatItStandsAt) {
  int object = 0;
  std::vector<RootHandle> handles(kManyHandles);
  PersistentRegion region;
  for (RootHandle& handle : handles) {
    handle.pointer = &object;
    region.Take(&handle);
  }

  size_t visited = 0;
  region.ForEach([&](RootHandle* handle) {
    ++visited;
    PersistentRegion::Clear(handle);
  });

  EXPECT_EQ(visited, kManyHandles);
  EXPECT_EQ(region.node_count(), 0u);
  for (const RootHandle& handle : handles) {
    EXPECT_EQ(handle.pointer, nullptr);
    EXPECT_EQ(handle.node(), nullptr);
  }
}

TEST(PersistentRegionTest, ClearsTheHandlesThatOutliveIt) {
  auto region = std::make_unique<PersistentRegion>();
  int object = 0;
  std::vector<RootHandle> handles(kManyHandles);
  for (RootHandle& handle : handles) {
    handle.pointer = &object;
    region->Take(&handle);
  }

  region.reset();

  for (const RootHandle& handle : handles) {
    EXPECT_EQ(handle.pointer, nullptr);
    EXPECT_EQ(handle.node(), nullptr);
  }
}

TEST(PersistentRegionTest, FreesTheBlocksThatHoldNoHandle) {
  std::vector<RootHandle> handles(kManyHandles);
  PersistentRegion region;
  for (RootHandle& handle : handles) region.Take(&handle);
  ASSERT_GE(region.block_count(), 4u);
  // One handle stays, in the last block.
  for (size_t i = 0; i < kManyHandles - 1; ++i) {
    PersistentRegion::GiveBack(&handles[i]);
  }

  region.FreeEmptyBlocks();

  EXPECT_EQ(region.block_count(), 2u);
  EXPECT_EQ(HandlesOf(region), std::set<RootHandle*>{&handles.back()});
  for (size_t i = 0; i < kManyHandles - 1; ++i) region.Take(&handles[i]);
  EXPECT_EQ(HandlesOf(region).size(), kManyHandles);
  for (RootHandle& handle : handles) PersistentRegion::GiveBack(&handle);
  region.FreeEmptyBlocks();
  EXPECT_EQ(region.block_count(), 1u);
}

#if HALFWORD_DCHECK_ENABLED
TEST(PersistentRegionDeathTest, RefusesASecondNodeForAHandle) {
  PersistentRegion region;
  RootHandle handle;
  region.Take(&handle);

  EXPECT_DEATH(region.Take(&handle), "a handle has one node");
  PersistentRegion::GiveBack(&handle);
}
#endif

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
