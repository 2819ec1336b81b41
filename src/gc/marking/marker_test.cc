// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Marking is complete and counts right, and neither depth nor width of a graph
// are too much for it, nor objects of many kinds. What of an object is followed
// is in marker_tracing_test.cc, the stack in stack_scanner_test.cc.

#include "gc/marking/marker.h"

#include <algorithm>
#include <atomic>
#include <ctime>
#include <random>
#include <thread>
#include <vector>

#include "base/test_seed.h"
#include "gc/marking/marker_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

HALFWORD_INSTANTIATE_FOR_PAGES(MarkerTest);

class Link : public GarbageCollected<Link> {
 public:
  Member<Link> next_;
  HALFWORD_FIELDS(Link, next_)
};

// Marks from one object and sweeps, without the verification that follows a
// collection in some builds, which would take most of the time.
size_t MarkFrom(Collector& collector, const void* root) {
  collector.CloseRuns();
  collector.FinishSweep();
  Marker marker(&collector);
  marker.MarkRoot(root);
  marker.Finish();
  marker.SettleWeakReferences();
  const size_t marked_count = CountMarks(collector);
  collector.BeginSweep(marker.live_bytes());
  collector.FinishSweep();
  return marked_count;
}

TEST_P(MarkerTest, MarksACycleOnce) {
  Link* const first = Make<Link>();
  Link* const second = Make<Link>();
  first->next_ = second;
  second->next_ = first;

  EXPECT_EQ(MarkFrom(collector(), first), 2u);
}

TEST_P(MarkerTest, CountsWhatItMarks) {
  ResetHeap({.growth_bytes_min = SIZE_MAX});
  Link* list = nullptr;
  for (int i = 0; i < 1000; ++i) {
    Link* const link = Make<Link>();
    link->next_ = list;
    list = link;
    Make<Link>();
  }

  EXPECT_EQ(MarkFrom(collector(), list), 1000u);
  EXPECT_EQ(heap().CollectStatistics(HeapStatistics::kBrief).used_size_bytes,
            1000 * (std::max(sizeof(Link), kGranuleBytes) + kCanaryBytes));
}

TEST_P(MarkerTest, MarksAListOfTenMillion) {
  constexpr size_t kLinks = 10'000'000;
  ResetHeap({.growth_bytes_min = SIZE_MAX});
  Link* list = nullptr;
  for (size_t i = 0; i < kLinks; ++i) {
    Link* const link = Make<Link>();
    link->next_ = list;
    list = link;
  }

  EXPECT_EQ(MarkFrom(collector(), list), kLinks);
}

TEST_P(MarkerTest, MarksAnObjectOfAMillionReferences) {
  constexpr size_t kCells = 1'000'000;
  ResetHeap({.growth_bytes_min = SIZE_MAX});
  Row* const row = MakeGarbageCollected<Row>(heap().GetAllocationHandle(),
                                             TrailingBytes<Row>(kCells));
  for (size_t i = 0; i < kCells; ++i) row->cells()[i] = Make<Leaf>();

  EXPECT_EQ(MarkFrom(collector(), row), kCells + 1);
}

class Branch : public GarbageCollected<Branch> {
 public:
  Member<Branch> left_;
  Member<Branch> right_;
  HALFWORD_FIELDS(Branch, left_, right_)
};

// A random graph, so that objects are in the ring several times at once.
TEST_P(MarkerTest, MarksEachObjectOfATangleOnce) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  constexpr size_t kBranches = 20000;
  ResetHeap({.growth_bytes_min = SIZE_MAX});
  std::vector<Branch*> branches;
  for (size_t i = 0; i < kBranches; ++i) branches.push_back(Make<Branch>());
  for (size_t i = 0; i < kBranches; ++i) {
    branches[i]->left_ = branches[(i + 1) % kBranches];
    branches[i]->right_ = branches[random() % kBranches];
  }

  EXPECT_EQ(MarkFrom(collector(), branches[0]), kBranches);
}

class ThreeWays : public GarbageCollected<ThreeWays> {
 public:
  Member<ThreeWays> ways_[3];
  HALFWORD_FIELDS(ThreeWays, ways_)
};

class ByHand : public GarbageCollected<ByHand> {
 public:
  void Trace(Visitor* visitor) const { visitor->Trace(next_); }
  Member<ThreeWays> next_;
};

class Crossing : public ThreeWays {
 public:
  Member<Leaf> leaf_;
  Member<ByHand> by_hand_;
  Member<Row> row_;
  WeakMember<Leaf> weak_;
  HALFWORD_FIELDS(Crossing, leaf_, by_hand_, row_, weak_)
  HALFWORD_BASES(Crossing, ThreeWays)
};

// Kinds that are traced in different ways, in no order, and first and last a
// part that is all alike: batches are sorted here and not there.
TEST_P(MarkerTest, MarksEachObjectOfAMixtureOnce) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  constexpr size_t kCrossings = 20000;
  ResetHeap({.growth_bytes_min = SIZE_MAX});
  std::vector<ThreeWays*> ways;
  size_t count = 0;
  for (size_t i = 0; i < kCrossings; ++i) {
    const bool is_plain = i < kCrossings / 3 || random() % 3 == 0;
    auto* const crossing = is_plain ? nullptr : Make<Crossing>();
    ways.push_back(is_plain ? Make<ThreeWays>() : crossing);
    ++count;
    if (is_plain) continue;
    crossing->weak_ = Make<Leaf>();
    crossing->leaf_ = Make<Leaf>();
    crossing->by_hand_ = Make<ByHand>();
    count += 2;
    if (random() % 4 != 0) continue;
    crossing->row_ = Make<Row>(TrailingBytes<Row>(5));
    crossing->row_->cells()[random() % 5] = crossing->leaf_;
    ++count;
  }
  for (size_t i = 0; i < kCrossings; ++i) {
    ways[i]->ways_[0] = ways[(i + 1) % kCrossings];
    ways[i]->ways_[1] = ways[random() % kCrossings];
    if (random() % 2 != 0) ways[i]->ways_[2] = ways[random() % kCrossings];
  }

  EXPECT_EQ(MarkFrom(collector(), ways[0]), count);
}

// A tree as deep as it can be: each branch has a twig and the next branch, on
// changing sides, so that one of the two always waits while the other is gone
// down.
TEST_P(MarkerTest, MarksATreeFiveMillionDeep) {
  constexpr size_t kDepth = 5'000'000;
  ResetHeap({.growth_bytes_min = SIZE_MAX});
  Branch* tree = nullptr;
  for (size_t i = 0; i < kDepth; ++i) {
    Branch* const twig = Make<Branch>();
    Branch* const branch = Make<Branch>();
    branch->left_ = i % 2 == 0 ? tree : twig;
    branch->right_ = i % 2 == 0 ? twig : tree;
    tree = branch;
  }

  EXPECT_EQ(MarkFrom(collector(), tree), 2 * kDepth);
}

// A word of the stack may look like a reference to an object of another heap,
// which comes and goes on its own thread. Nothing orders the two threads, so
// ThreadSanitizer sees every access of one to what the other writes.
TEST(MarkerThreadTest, LeavesTheRecordsOfOtherHeapsToTheirThreads) {
  const TestHeap heap;
  std::atomic<uintptr_t> address = 0;
  std::atomic<bool> is_gone = false;
  std::thread other([&] {
    {
      TestHeap other_heap;
      address.store(reinterpret_cast<uintptr_t>(other_heap.Allocate<Leaf>()),
                    std::memory_order_relaxed);
    }
    is_gone.store(true, std::memory_order_relaxed);
  });

  Marker marker(&heap);
  bool was_gone;
  do {
    was_gone = is_gone.load(std::memory_order_relaxed);
    marker.MarkConservatively(address.load(std::memory_order_relaxed),
                              &address);
  } while (!was_gone);
  other.join();
  marker.Finish();

  EXPECT_EQ(marker.live_bytes(), 0u);
}

// Where all that an array refers to is marked, looking at it takes time, too.
TEST_P(MarkerTest, ABoundedDrainStopsInsideALongArray) {
  constexpr size_t kCount = size_t{1} << 18;
  auto* const row = Make<Row>(AdditionalBytes(kCount * sizeof(Member<Leaf>)));
  Leaf* const leaf = Make<Leaf>(1);
  for (size_t i = 0; i < kCount; ++i) row->cells()[i] = leaf;
  collector().CloseRuns();
  collector().FinishSweep();
  Marker marker(&collector());
  marker.MarkRoot(row);
  int calls = 1;
  while (!marker.DrainSome(1000)) ++calls;
  EXPECT_GT(calls, 200);
  EXPECT_EQ(CountMarks(collector()), 2u);
  marker.Finish();
  marker.SettleWeakReferences();
  collector().BeginSweep(marker.live_bytes());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
