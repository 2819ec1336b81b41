// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Sweeping: what is marked stays, the rest goes, destructors run once.

#include <vector>

#include "gtest/gtest.h"
#include "heap/heap_core.h"
#include "heap/heap_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Counted : public GarbageCollected<Counted> {
 public:
  ~Counted() { ++destroyed[number_]; }
  static std::vector<int> destroyed;
  uint64_t number_;
  HALFWORD_FIELDS(Counted, number_)
};
std::vector<int> Counted::destroyed;

TEST(SweepTest, KeepsWhatIsMarkedAndDestroysTheRestOnce) {
  constexpr size_t kCount = 5000;
  Counted::destroyed.assign(kCount, 0);
  {
    TestHeap heap;
    std::vector<Counted*> objects;
    for (size_t i = 0; i < kCount; ++i) {
      auto* const object = heap.Allocate<Counted>();
      object->number_ = i;
      objects.push_back(object);
    }
    heap.CloseRuns();
    for (size_t i = 0; i < kCount; i += 3) TestHeap::Keep(objects[i]);

    heap.SweepAll();

    for (size_t i = 0; i < kCount; ++i) {
      ASSERT_EQ(Counted::destroyed[i], i % 3 == 0 ? 0 : 1) << i;
      ASSERT_EQ(IsAllocated(reinterpret_cast<uintptr_t>(objects[i])),
                i % 3 == 0);
      ASSERT_FALSE(IsMarked(reinterpret_cast<uintptr_t>(objects[i])));
    }
  }
  // The end of the heap destroys the others.
  for (const int times : Counted::destroyed) ASSERT_EQ(times, 1);
}

TEST(SweepTest, GivesPagesWithoutSurvivorsBack) {
  TestHeap heap;
  for (int i = 0; i < 10000; ++i) heap.Allocate<Sized<64>>();
  heap.CloseRuns();
  const size_t used = heap.used_page_bytes();

  heap.SweepAll();

  EXPECT_GT(used, 30 * kPageBytes);
  EXPECT_EQ(heap.used_page_bytes(), 0u);
  EXPECT_EQ(heap.pool().free_page_count() * kPageBytes,
            heap.pool().chunk_bytes());
}

TEST(SweepTest, LeavesPagesForAllocationToSweep) {
  TestHeap heap;
  std::vector<void*> objects;
  for (int i = 0; i < 10000; ++i) objects.push_back(heap.Allocate<Sized<64>>());
  heap.CloseRuns();
  for (size_t i = 0; i < objects.size(); i += 2) TestHeap::Keep(objects[i]);
  const size_t used = heap.used_page_bytes();

  heap.BeginSweep(0);
  EXPECT_TRUE(heap.is_sweeping());
  for (int i = 0; i < 4000; ++i) ASSERT_NE(heap.Allocate<Sized<64>>(), nullptr);

  // All of it went into slots that sweeping freed.
  EXPECT_EQ(heap.used_page_bytes(), used);
  heap.FinishSweep();
  EXPECT_FALSE(heap.is_sweeping());
}

TEST(SweepTest, SweepsLargeObjectsAtOnce) {
  TestHeap heap;
  void* const kept = heap.Allocate<Sized<100000>>();
  heap.Allocate<Sized<100000>>();
  heap.CloseRuns();
  TestHeap::Keep(kept);
  const size_t used = heap.used_page_bytes();

  heap.BeginSweep(0);

  EXPECT_EQ(heap.used_page_bytes(), used / 2);
  EXPECT_TRUE(IsAllocated(reinterpret_cast<uintptr_t>(kept)));
  heap.FinishSweep();
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
