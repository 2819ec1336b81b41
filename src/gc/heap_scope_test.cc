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
  FreeBacking(object);
  write_barrier_is_on = false;
  EXPECT_EQ(CollectorOf(*heap).live_bytes_estimate(), live_bytes);

  FreeBacking(object);
  EXPECT_LT(CollectorOf(*heap).live_bytes_estimate(), live_bytes);
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
