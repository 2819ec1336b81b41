// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A heap whose allocations are tracked: numbers in the order of time, and a
// tree in which each stack is once.

#include "snapshot/allocation_tracker.h"

#include <algorithm>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "snapshot/snapshot_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Node : public GarbageCollected<Node> {
 public:
  Member<Node> next_;
  HALFWORD_FIELDS(Node, next_)
};

class Large : public GarbageCollected<Large> {
 public:
  uint64_t values_[10'000];
  HALFWORD_FIELDS(Large, values_)
};

class AllocationTrackerTest : public HeapTest {
 protected:
  [[gnu::noinline]] Node* MakeHere() {
    Node* const node = Make<Node>();
    asm volatile("" ::: "memory");
    return node;
  }
  const AllocationTracker& tracker() {
    return *SnapshotState::Of(heap().GetAllocationHandle()).tracker();
  }
};
HALFWORD_INSTANTIATE_FOR_PAGES(AllocationTrackerTest);

TEST_P(AllocationTrackerTest, NumbersAreInTheOrderOfAllocations) {
  const Persistent<Node> old = MakeHere();
  StartTrackingAllocations(heap());
  const Persistent<Node> first = MakeHere();
  const Persistent<Node> second = MakeHere();
  const Persistent<Node> third = MakeHere();

  EXPECT_NE(SnapshotIdOf(old.Get()), 0u) << "numbered as tracking begins";
  EXPECT_LT(SnapshotIdOf(old.Get()), SnapshotIdOf(first.Get()));
  EXPECT_LT(SnapshotIdOf(first.Get()), SnapshotIdOf(second.Get()));
  EXPECT_LT(SnapshotIdOf(second.Get()), SnapshotIdOf(third.Get()));
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(AllocationTrackerTest, EachStackIsOneSite) {
  StartTrackingAllocations(heap());
  for (int i = 0; i < 100; ++i) MakeHere();

  uint64_t allocations = 0;
  size_t sites = 0;
  for (const TraceTree::Node& node : tracker().tree().nodes()) {
    allocations += node.count;
    sites += node.count != 0 ? 1 : 0;
  }
  EXPECT_EQ(allocations, 100u);
  EXPECT_EQ(sites, 1u) << "also of those for which a page is new";
}

// A stripped program has no names to know them by.
TEST_P(AllocationTrackerTest, LeavesOutTheFramesOfTheAllocator) {
  StartTrackingAllocations(heap());
  MakeHere();

  const std::vector<std::string> names = tracker().functions().ReadNames();
  EXPECT_TRUE(
      std::any_of(names.begin(), names.end(), [](const std::string& name) {
        return name.find("MakeHere") != std::string::npos;
      }));
  for (const std::string& name : names) {
    for (const char* own : {"OnAllocation", "TryAllocate", "OutOfLine"}) {
      EXPECT_EQ(name.find(own), std::string::npos) << name;
    }
  }
}

TEST_P(AllocationTrackerTest, AnObjectKeepsItsNumberThroughCollections) {
  StartTrackingAllocations(heap());
  const Persistent<Node> root = MakeHere();
  for (int i = 0; i < 1000; ++i) MakeHere();
  const uint64_t id = SnapshotIdOf(root.Get());
  CollectPrecisely(heap());
  for (int i = 0; i < 1000; ++i) MakeHere();
  const LoadedSnapshot snapshot(heap());

  EXPECT_EQ(SnapshotIdOf(root.Get()), id);
  EXPECT_EQ(snapshot.NodeOfId(id), snapshot.NodeOf(root.Get()));
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(AllocationTrackerTest, WhatIsAllocatedAfterItsEndHasNoSite) {
  StartTrackingAllocations(heap());
  Persistent<Node> tracked = MakeHere();
  StopTrackingAllocations(heap());
  const uint64_t id = SnapshotIdOf(tracked.Get());
  const size_t site_count = tracker().tree().nodes().size();
  const Persistent<Node> later = MakeHere();

  EXPECT_EQ(SnapshotIdOf(later.Get()), 0u);
  EXPECT_EQ(tracker().tree().nodes().size(), site_count);
  // Its slot is used again, by objects that nobody sees.
  tracked = nullptr;
  CollectPrecisely(heap());
  std::vector<Persistent<Node>> others;
  for (int i = 0; i < 3000; ++i) others.emplace_back(MakeHere());
  const LoadedSnapshot snapshot(heap());
  EXPECT_EQ(snapshot.NodeOfId(id), LoadedSnapshot::kNone);
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(AllocationTrackerTest, LargeObjectsHaveSites) {
  StartTrackingAllocations(heap());
  const Persistent<Node> before = MakeHere();
  const Persistent<Large> large = Make<Large>();
  const LoadedSnapshot snapshot(heap());

  EXPECT_GT(SnapshotIdOf(large.Get()), SnapshotIdOf(before.Get()));
  EXPECT_NE(snapshot[snapshot.NodeOf(large.Get())].trace, 0u);
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(AllocationTrackerTest, TheHeapMayEndWhileItIsTracked) {
  StartTrackingAllocations(heap());
  for (int i = 0; i < 100; ++i) MakeHere();
  ResetHeap({});
  EXPECT_NE(MakeHere(), nullptr);
}

TEST(AllocationTrackerNumberTest, WithoutNumbersItGivesNone) {
  uint32_t next = kLastNumber;
  AllocationTracker tracker(&next);

  EXPECT_EQ(tracker.OnAllocation(16).number, kLastNumber);
  EXPECT_EQ(tracker.OnAllocation(16).number, 0u);
  EXPECT_EQ(next, kLastNumber + 1);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
