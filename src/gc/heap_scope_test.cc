// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The current heap of a thread, and what containers ask of the heap.

#include "halfword/heap_scope.h"

#include <thread>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/internal/backing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(HeapScopeTest, TheFirstHeapOfAThreadIsItsCurrentOne) {
  const auto first = Heap::Create();
  const auto second = Heap::Create();

  EXPECT_EQ(&CurrentAllocationHandle(), &first->GetAllocationHandle());
}

TEST(HeapScopeTest, ScopesNestAndEnd) {
  const auto first = Heap::Create();
  const auto second = Heap::Create();
  {
    const HeapScope outer(*second);
    EXPECT_EQ(&CurrentAllocationHandle(), &second->GetAllocationHandle());
    {
      const HeapScope inner(*first);
      EXPECT_EQ(&CurrentAllocationHandle(), &first->GetAllocationHandle());
    }
    EXPECT_EQ(&CurrentAllocationHandle(), &second->GetAllocationHandle());
  }
  EXPECT_EQ(&CurrentAllocationHandle(), &first->GetAllocationHandle());
}

TEST(HeapScopeTest, AnotherHeapTakesThePlaceOfOneThatEnds) {
  auto first = Heap::Create();
  auto second = Heap::Create();

  first.reset();
  EXPECT_EQ(&CurrentAllocationHandle(), &second->GetAllocationHandle());
  second.reset();

  EXPECT_EQ(current_allocation_handle, nullptr);
}

TEST(HeapScopeTest, EachThreadHasItsOwn) {
  const auto heap = Heap::Create();
  AllocationHandle* of_thread = &heap->GetAllocationHandle();

  std::thread([&] { of_thread = current_allocation_handle; }).join();

  EXPECT_EQ(of_thread, nullptr);
}

TEST(HeapScopeDeathTest, AThreadWithoutAHeapIsToldWhatToDo) {
  EXPECT_DEATH(CurrentAllocationHandle(), "create one first");
}

#if HALFWORD_DCHECK_ENABLED
TEST(HeapScopeDeathTest, TheHeapBeforeAScopeMustOutliveIt) {
  EXPECT_DEATH(
      {
        auto first = Heap::Create();
        const auto second = Heap::Create();
        const HeapScope scope(*second);
        first.reset();
      },
      "outlives it");
}
#endif

TEST(BackingTest, WhatLiesInAnObjectBelongsToTheObjectsHeap) {
  const auto first = Heap::Create();
  const auto second = Heap::Create();
  const auto* const object =
      MakeGarbageCollected<Block>(second->GetAllocationHandle());
  const int local = 0;

  EXPECT_EQ(&HandleFor(object), &second->GetAllocationHandle());
  EXPECT_EQ(&HandleOfObject(object), &second->GetAllocationHandle());
  EXPECT_EQ(&HandleFor(&local), &first->GetAllocationHandle());
}

TEST(BackingTest, RoundingUpTellsWhatTheSlotWillHold) {
  struct Bytes : GarbageCollected<Bytes> {
    HALFWORD_FIELDS(Bytes)
    HALFWORD_TRAILING(Bytes, char)
  };
  const auto heap = Heap::Create();
  AllocationHandle& handle = heap->GetAllocationHandle();

  for (const size_t bytes :
       {1u, 8u, 9u, 100u, 129u, 1000u, 5000u, 8192u, 8193u, 100000u}) {
    const size_t usable = RoundUpToUsable(bytes);
    const auto* const object = MakeGarbageCollected<Bytes>(
        handle, AdditionalBytes(usable - sizeof(Bytes)));
    EXPECT_GE(usable, bytes);
    EXPECT_EQ(UsableBytesOf(object), usable) << bytes;
  }
}

TEST(BackingTest, AFreedBackingIsTakenAgainUnlessAMarkerRuns) {
  const auto heap = Heap::Create();
  AllocationHandle& handle = heap->GetAllocationHandle();
  auto* const object = MakeGarbageCollected<Block>(handle);
  CollectorOf(*heap).CloseRuns();
  const size_t live_bytes = CollectorOf(*heap).live_bytes_estimate();

  write_barrier_is_on = true;  // as while a marker runs
  EXPECT_EQ(FreeBacking(object, BackingContent::kReferences),
            BackingFate::kToClear);
  write_barrier_is_on = false;
  EXPECT_EQ(CollectorOf(*heap).live_bytes_estimate(), live_bytes);

  EXPECT_EQ(FreeBacking(object, BackingContent::kReferences),
            BackingFate::kFreed);
  EXPECT_LT(CollectorOf(*heap).live_bytes_estimate(), live_bytes);
}

TEST(BackingTest, ACallbackFreesNoneThatAnOperationMayBeReading) {
  Block* object = nullptr;
  size_t freed_bytes = 1;
  const auto heap =
      Heap::Create({.cycle_callback = [&](Heap& of, const CycleRecord&) {
        const Collector& collector = CollectorOf(of);
        const size_t before = collector.live_bytes_estimate();
        EXPECT_EQ(FreeBacking(object, BackingContent::kReferences),
                  BackingFate::kKept)
            << "somebody may be reading it";
        freed_bytes = before - collector.live_bytes_estimate();
      }});
  const Persistent<Block> held =
      MakeGarbageCollected<Block>(heap->GetAllocationHandle());
  object = held.Get();

  heap->Collect();

  EXPECT_EQ(freed_bytes, 0u);
}

class Tables : public GarbageCollected<Tables> {
 public:
  HeapHashMap<WeakMember<Block>, Member<Block>> map_;
  HeapVector<Member<Block>> keys_;
  HALFWORD_FIELDS(Tables, map_, keys_)
};

// The pause looks at no entry of it, and it does not stay until the next cycle.
TEST(BackingTest, ALargeOneThatIsFreedWhileACycleMarksEndsWithTheCycle) {
  constexpr size_t kCount = 20'000;
  CycleRecord last;
  const auto heap =
      Heap::Create({.marking_support = MarkingType::kIncremental,
                    .growth_bytes_min = SIZE_MAX,
                    .cycle_callback = [&](Heap&, const CycleRecord& record) {
                      last = record;
                    }});
  Collector& collector = CollectorOf(*heap);
  const auto step_to_the_end = [&] {
    while (!collector.StepMarking(StackState::kNoHeapPointers)) continue;
  };
  const Persistent<Tables> tables =
      MakeGarbageCollected<Tables>(heap->GetAllocationHandle());
  CallAndScrub([&] {
    for (size_t i = 0; i < kCount; ++i) {
      Block* const key =
          MakeGarbageCollected<Block>(heap->GetAllocationHandle());
      key->words_[0] = i;
      tables->keys_.push_back(key);
      tables->map_[key] = key;
    }
  });
  CollectPrecisely(*heap);
  collector.BeginMarking();
  step_to_the_end();
  tables->map_.reserve(3 * kCount);
  step_to_the_end();
  tables->map_.reserve(10 * kCount);
  tables->keys_.reserve(10 * kCount);
  step_to_the_end();
  collector.FinishMarking({.stack = StackState::kNoHeapPointers});

  EXPECT_LT(last.weak_reference_count, 20 * kCount) << "of the last one alone";
  const size_t used = collector.used_page_bytes();
  CollectPrecisely(*heap);
  EXPECT_EQ(collector.used_page_bytes(), used);
  EXPECT_EQ(tables->map_.size(), kCount);
  for (size_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(tables->map_[tables->keys_[i]]->words_[0], i);
  }
  EXPECT_EQ(Findings(*heap), "");
}

TEST(BackingTest, SeedsDifferUnlessTheyAreGiven) {
  const auto first = Heap::Create();
  const auto second = Heap::Create();
  const auto third = Heap::Create({.hash_seed = 42});

  EXPECT_NE(HashSeedOf(first->GetAllocationHandle()),
            HashSeedOf(second->GetAllocationHandle()));
  EXPECT_EQ(HashSeedOf(third->GetAllocationHandle()), 42u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
