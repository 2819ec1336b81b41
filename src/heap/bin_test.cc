// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Runs of a bin cover just the free slots of its page.

#include "heap/bin.h"

#include <vector>

#include "gtest/gtest.h"
#include "heap/heap_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(BinTest, OpensEachRowOfFreeSlotsOnce) {
  TestHeap heap;
  // One shared page, of which every third slot stays.
  std::vector<void*> objects;
  for (size_t i = 0; i < kPageBytes / 96; ++i) {
    objects.push_back(heap.Allocate<Sized<96, 7>>());
  }
  heap.CloseRuns();
  for (size_t i = 0; i < objects.size(); i += 3) TestHeap::Keep(objects[i]);
  heap.SweepAll();

  // A type that still allocates in shared pages.
  std::vector<void*> again;
  const size_t used = heap.used_page_bytes();
  while (heap.used_page_bytes() == used) {
    again.push_back(heap.Allocate<Sized<96, 9>>());
  }
  again.pop_back();  // the first one of another page

  size_t expected = 0;
  for (size_t i = 0; i < objects.size(); ++i) {
    if (i % 3 == 0) continue;
    ASSERT_LT(expected, again.size());
    EXPECT_EQ(again[expected++], objects[i]);
  }
  EXPECT_EQ(expected, again.size());
}

// So that the collector hears sooner what was allocated.
TEST(BinTest, OpensARowInPieces) {
  TestHeap heap;
  heap.set_run_bytes_max(200);
  const auto first = reinterpret_cast<uintptr_t>(heap.Allocate<Sized<64, 8>>());
  Bin& bin = HeapCoreTestPeer::Bins(heap).front();

  EXPECT_EQ(bin.buffer->end, first + uintptr_t{3} * 64);
  EXPECT_EQ(heap.allocated_since_collection_bytes(), 3u * 64);
  for (size_t i = 1; i < bin.map->slot_count; ++i) {
    EXPECT_EQ(reinterpret_cast<uintptr_t>(heap.Allocate<Sized<64, 8>>()),
              first + i * 64);
  }
  EXPECT_EQ(heap.used_page_bytes(), kPageBytes);
}

TEST(BinTest, OpensOneSlotAtLeast) {
  TestHeap heap;
  heap.set_run_bytes_max(1);
  const auto slot = reinterpret_cast<uintptr_t>(heap.Allocate<Sized<64, 8>>());

  EXPECT_EQ(HeapCoreTestPeer::Bins(heap).front().buffer->end, slot + 64);
}

TEST(BinTest, NotesWhatWasTakenWhenTheRunIsClosed) {
  TestHeap heap;
  void* const first = heap.Allocate<Sized<64, 8>>();
  void* const second = heap.Allocate<Sized<64, 8>>();
  const auto after = reinterpret_cast<uintptr_t>(second) + 64;
  EXPECT_FALSE(IsAllocated(reinterpret_cast<uintptr_t>(first)));

  heap.CloseRuns();

  EXPECT_TRUE(IsAllocated(reinterpret_cast<uintptr_t>(first)));
  EXPECT_TRUE(IsAllocated(reinterpret_cast<uintptr_t>(second)));
  EXPECT_FALSE(IsAllocated(after));
  // The rest of the page is not lost.
  EXPECT_EQ(reinterpret_cast<uintptr_t>(heap.Allocate<Sized<64, 8>>()), after);
}

TEST(BinTest, TellsWhatWasLeftWhenTheRunIsClosed) {
  TestHeap heap;
  heap.Allocate<Sized<64, 8>>();
  heap.Allocate<Sized<64, 8>>();
  Bin& bin = HeapCoreTestPeer::Bins(heap).front();
  const size_t slots = bin.map->slot_count;

  EXPECT_EQ(bin.CloseRun(), (slots - 2) * 64);
  EXPECT_EQ(bin.CloseRun(), 0u);
}

TEST(BinTest, TakesBackNoSlotButTheLast) {
  TestHeap heap;
  void* const first = heap.Allocate<Sized<64, 8>>();
  void* const last = heap.Allocate<Sized<64, 8>>();
  Bin& bin = HeapCoreTestPeer::Bins(heap).front();

  EXPECT_FALSE(bin.GiveBackLast(reinterpret_cast<uintptr_t>(first)));
  EXPECT_TRUE(bin.GiveBackLast(reinterpret_cast<uintptr_t>(last)));
  if (kMemoryDebug) FillFreedSlot(RecordOf(last), last);
  EXPECT_EQ((heap.Allocate<Sized<64, 8>>()), last);

  heap.CloseRuns();
  EXPECT_FALSE(bin.GiveBackLast(reinterpret_cast<uintptr_t>(last)));
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
