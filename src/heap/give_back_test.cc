// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What is given back before a collection finds it: it is used again, counted
// off, destroyed once, and zero the next time.

#include <cstring>
#include <set>
#include <vector>

#include "gtest/gtest.h"
#include "heap/heap_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Text : public GarbageCollected<Text> {
 public:
  uint32_t size_;
  HALFWORD_FIELDS(Text, size_)
  HALFWORD_TRAILING(Text, char)
};

class Counted : public GarbageCollected<Counted> {
 public:
  ~Counted() { ++destroyed; }
  char bytes_[48];
  static inline int destroyed = 0;
  HALFWORD_FIELDS(Counted, bytes_)
};

TEST(GiveBackTest, ForgetsAnAbandonedSlot) {
  TestHeap heap;
  void* const small = heap.Allocate<Sized<32>>();
  void* const large = heap.Allocate<Text>(5 * kPageBytes);
  const size_t before = heap.used_page_bytes();

  heap.Abandon(small);
  heap.Abandon(large);

  heap.CloseRuns();
  EXPECT_FALSE(IsAllocated(reinterpret_cast<uintptr_t>(small)));
  EXPECT_LT(heap.used_page_bytes(), before);
}

TEST(GiveBackTest, AbandonedSlotsAreNotCountedAsAllocated) {
  TestHeap heap;
  heap.Allocate<Sized<32>>();
  for (int i = 0; i < 10'000; ++i) heap.Abandon(heap.Allocate<Sized<32>>());

  heap.CloseRuns();
  EXPECT_EQ(heap.allocated_since_collection_bytes(), 32u);
  EXPECT_LE(heap.used_page_bytes(), 2 * kPageBytes);
}

// A page of slots that is full, and swept.
template <typename T>
std::vector<void*> FillPage(TestHeap* heap) {
  std::vector<void*> slots;
  for (size_t i = 0; i < kPageBytes / (sizeof(T) + kCanaryBytes); ++i) {
    slots.push_back(heap->Allocate<T>());
  }
  return slots;
}

TEST(GiveBackTest, UsesFreedSlotsOfTheOpenPageAgain) {
  TestHeap heap;
  std::vector<void*> slots;
  for (int i = 0; i < 10; ++i) slots.push_back(heap.Allocate<Sized<48>>());
  std::memset(slots[3], 0xff, sizeof(Sized<48>));

  heap.Free(slots[3]);
  heap.Free(slots[7]);

  std::set<void*> again;
  for (int i = 0; i < 2; ++i) {
    auto* const slot = heap.Allocate<Sized<48>>();
    EXPECT_TRUE(IsAllZero(slot, sizeof(Sized<48>)));
    again.insert(slot);
  }
  EXPECT_EQ(again, (std::set<void*>{slots[3], slots[7]}));
}

TEST(GiveBackTest, UsesFreedSlotsOfAFullPageAgain) {
  TestHeap heap;
  // Types that still allocate in shared pages.
  const std::vector<void*> full = FillPage<Sized<64, 21>>(&heap);
  FillPage<Sized<64, 22>>(&heap);
  const size_t used = heap.used_page_bytes();
  for (size_t i = 0; i < full.size(); i += 2) heap.Free(full[i]);

  for (size_t i = 0; i < full.size(); i += 2) {
    heap.Allocate<Sized<64, 23>>();
  }

  EXPECT_EQ(heap.used_page_bytes(), used);
}

// Nothing else would find that it is empty: no collection comes due.
TEST(GiveBackTest, APageGoesToThePoolWithItsLastObject) {
  TestHeap heap;
  const std::vector<void*> full = FillPage<Sized<64, 21>>(&heap);
  const std::vector<void*> open = FillPage<Sized<64, 22>>(&heap);
  heap.Allocate<Sized<64, 23>>();
  ASSERT_EQ(heap.used_page_bytes(), 3 * kPageBytes);

  for (size_t i = 1; i < full.size(); ++i) heap.Free(full[i]);
  EXPECT_EQ(heap.used_page_bytes(), 3 * kPageBytes);
  heap.Free(full[0]);
  EXPECT_EQ(heap.used_page_bytes(), 2 * kPageBytes);
  EXPECT_FALSE(heap.IsLive(full[0]));

  // A class of another size has it.
  EXPECT_EQ(
      PageIndexOf(reinterpret_cast<uintptr_t>(heap.Allocate<Sized<128, 21>>())),
      PageIndexOf(reinterpret_cast<uintptr_t>(full[0])));
  for (void* const slot : open) heap.Free(slot);
  EXPECT_EQ(heap.used_page_bytes(), 2 * kPageBytes);
}

TEST(GiveBackTest, APageThatWaitsForItsSweepGoesToThePoolWhenItIsSwept) {
  TestHeap heap;
  const std::vector<void*> slots = FillPage<Sized<64, 21>>(&heap);
  heap.CloseRuns();
  for (void* const slot : slots) TestHeap::Keep(slot);
  heap.BeginSweep(0);

  for (void* const slot : slots) {
    heap.Unmark(slot);
    heap.Free(slot);
  }
  EXPECT_EQ(heap.used_page_bytes(), kPageBytes);
  heap.FinishSweep();
  EXPECT_EQ(heap.used_page_bytes(), 0u);
}

// A program that makes and frees one object at a time does not ask for a page
// each time.
TEST(GiveBackTest, ABinKeepsThePageThatItAllocatesFrom) {
  TestHeap heap;
  std::vector<void*> slots = FillPage<Sized<64, 21>>(&heap);
  slots.push_back(heap.Allocate<Sized<64, 22>>());
  for (void* const slot : slots) heap.Free(slot);
  EXPECT_EQ(heap.used_page_bytes(), kPageBytes);

  heap.ReleaseUnusedPages();
  EXPECT_EQ(heap.used_page_bytes(), 0u);
  heap.Allocate<Sized<64, 21>>();
  heap.ReleaseUnusedPages();
  EXPECT_EQ(heap.used_page_bytes(), kPageBytes);
}

TEST(GiveBackTest, AHeapAtItsLimitTakesThatPageToo) {
  TestHeap heap;
  heap.set_limit_bytes(2 * kPageBytes);
  heap.Free(heap.Allocate<Sized<64, 21>>());
  heap.Allocate<Sized<128, 21>>();
  ASSERT_EQ(heap.used_page_bytes(), 2 * kPageBytes);

  EXPECT_NE((heap.Allocate<Sized<256, 21>>()), nullptr);
  EXPECT_EQ((heap.Allocate<Sized<512, 21>>()), nullptr);
  EXPECT_EQ(heap.failure(), AllocationFailure::kLimit);
}

TEST(GiveBackTest, AFreedObjectIsDestroyedOnceWhereverItsPageIs) {
  Counted::destroyed = 0;
  int expected = 0;
  {
    TestHeap heap;
    // In the open run, in a swept page, in a page that waits for its sweep.
    heap.Free(heap.Allocate<Counted>());
    EXPECT_EQ(Counted::destroyed, ++expected);
    auto* const first = heap.Allocate<Counted>();
    auto* const second = heap.Allocate<Counted>();
    heap.CloseRuns();
    TestHeap::Keep(first);
    TestHeap::Keep(second);
    heap.SweepAll();
    heap.Free(first);
    EXPECT_EQ(Counted::destroyed, ++expected);
    heap.CloseRuns();
    TestHeap::Keep(second);
    heap.BeginSweep(0);
    heap.Free(second);
    EXPECT_EQ(Counted::destroyed, ++expected);
    EXPECT_FALSE(heap.IsLive(second));
  }
  EXPECT_EQ(Counted::destroyed, expected);
}

// It was counted whole when it was opened, and what is freed may have been
// taken off that.
TEST(GiveBackTest, WhatIsLeftOfARunIsTakenOffOnce) {
  TestHeap heap;
  void* const old = heap.Allocate<Text>(3 * kPageBytes);
  heap.CloseRuns();
  TestHeap::Keep(old);
  heap.SweepAll();
  void* const small = heap.Allocate<Sized<32>>();
  heap.Free(old);

  heap.CloseRuns();
  EXPECT_LE(heap.allocated_since_collection_bytes(), kPageBytes);
  EXPECT_EQ(heap.live_bytes_estimate(), 32u);
  heap.Free(small);
  EXPECT_EQ(heap.live_bytes_estimate(), 0u);
}

TEST(GiveBackTest, FreedBytesAreTakenOffWhatWasAllocatedOrLives) {
  TestHeap heap;
  void* const old = heap.Allocate<Text>(3 * kPageBytes);
  heap.CloseRuns();
  TestHeap::Keep(old);
  heap.SweepAll();
  const size_t live = heap.live_bytes_estimate();
  heap.Allocate<Sized<32>>();
  void* const large = heap.Allocate<Text>(5 * kPageBytes);
  heap.CloseRuns();
  EXPECT_EQ(heap.live_bytes_estimate(), live + 32 + 6 * kPageBytes);

  heap.Free(large);
  EXPECT_EQ(heap.allocated_since_collection_bytes(), 32u);
  heap.Free(old);
  EXPECT_EQ(heap.allocated_since_collection_bytes(), 0u);
  EXPECT_LE(heap.live_bytes_estimate(), 32u);
}

TEST(GiveBackTest, ASlotIsResizedWithinItselfAndItsRestIsZero) {
  TestHeap heap;
  auto* const text = heap.Allocate<Text>(120);
  std::memset(text, 0xff, sizeof(Text) + 120);

  EXPECT_TRUE(heap.Resize(text, sizeof(Text) + 20));
  EXPECT_TRUE(IsAllZero(reinterpret_cast<char*>(text + 1) + 20, 100));
  EXPECT_TRUE(heap.Resize(text, sizeof(Text) + 120));
  EXPECT_FALSE(heap.Resize(text, 2 * (sizeof(Text) + 120)));
}

TEST(GiveBackTest, ALargeObjectGivesTheEndOfItsPagesBack) {
  TestHeap heap;
  auto* const text = heap.Allocate<Text>(10 * kPageBytes);
  ASSERT_EQ(heap.used_page_bytes(), 11 * kPageBytes);

  EXPECT_TRUE(heap.Resize(text, 3 * kPageBytes + 1));
  EXPECT_EQ(heap.used_page_bytes(), 4 * kPageBytes);
  EXPECT_EQ(heap.allocated_since_collection_bytes(), 4 * kPageBytes);
  EXPECT_FALSE(heap.Resize(text, 4 * kPageBytes + 1));
  EXPECT_TRUE(heap.Resize(text, 1));
  EXPECT_EQ(heap.used_page_bytes(), kPageBytes);

  heap.Free(text);
  EXPECT_EQ(heap.used_page_bytes(), 0u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
