// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Sweeping: what is marked stays, the rest goes, destructors run once.

#include <algorithm>
#include <vector>

#include "base/clock.h"
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

// Pages of a heap that wait for their sweep.
size_t UnsweptCount(const HeapCore& heap) {
  size_t count = 0;
  for (const Bin& bin : heap.bins()) {
    bin.unswept.ForEach([&](PageIndex) { ++count; });
  }
  return count;
}

// Fills so many pages, which is then the limit, to the last slot.
std::vector<void*> FillPages(TestHeap& heap, size_t page_count) {
  heap.set_limit_bytes(page_count * kPageBytes);
  std::vector<void*> objects;
  while (void* const object = heap.Allocate<Sized<64>>()) {
    objects.push_back(object);
  }
  EXPECT_EQ(heap.failure(), AllocationFailure::kLimit);
  heap.CloseRuns();
  return objects;
}

TEST(SweepTest, AnAllocationSweepsNoMoreThanSomePages) {
  TestHeap heap;
  for (void* object : FillPages(heap, 1000)) TestHeap::Keep(object);
  heap.set_limit_bytes(SIZE_MAX);
  heap.BeginSweep(0);
  const size_t before = UnsweptCount(heap);

  ASSERT_NE(heap.Allocate<Sized<64>>(), nullptr);
  const size_t after_small = UnsweptCount(heap);
  ASSERT_NE(heap.Allocate<Sized<100000>>(), nullptr);
  const size_t after_large = UnsweptCount(heap);

  EXPECT_GT(before, 990u);
  EXPECT_GT(after_small, before - 200);
  EXPECT_LT(after_small, before - 20);
  // A large object may cost as much more as it is larger.
  EXPECT_GT(after_large, after_small - 500);
  heap.FinishSweep();
}

TEST(SweepTest, AnAllocationRunsNoMoreThanSomeDestructors) {
  constexpr size_t kCount = 50'000;
  Counted::destroyed.assign(kCount, 0);
  TestHeap heap;
  for (size_t i = 0; i < kCount; ++i) heap.Allocate<Counted>()->number_ = i;
  heap.CloseRuns();
  heap.BeginSweep(0);

  ASSERT_NE(heap.Allocate<Sized<100>>(), nullptr);

  const auto count =
      std::count(Counted::destroyed.begin(), Counted::destroyed.end(), 1);
  EXPECT_LT(count, 5000);
  heap.FinishSweep();
}

// Destructors of 20 microseconds each.
class Slow : public GarbageCollected<Slow> {
 public:
  ~Slow() {
    const double end_ms = MonotonicMs() + 0.02;
    while (MonotonicMs() < end_ms) {
    }
    ++destroyed[number_];
  }
  static std::vector<int> destroyed;
  uint64_t number_;
  HALFWORD_FIELDS(Slow, number_)
};
std::vector<int> Slow::destroyed;

size_t DestroyedCount() {
  return static_cast<size_t>(
      std::count(Slow::destroyed.begin(), Slow::destroyed.end(), 1));
}

std::vector<Slow*> MakeSlow(TestHeap* heap, size_t count) {
  Slow::destroyed.assign(count, 0);
  std::vector<Slow*> objects;
  for (size_t i = 0; i < count; ++i) {
    objects.push_back(heap->Allocate<Slow>());
    objects.back()->number_ = i;
  }
  heap->CloseRuns();
  return objects;
}

// A page may have a thousand of them.
TEST(SweepTest, APageWaitsWithDestructorsForWhichThereIsNoTime) {
  TestHeap heap;
  const std::vector<Slow*> objects = MakeSlow(&heap, 500);
  TestHeap::Keep(objects[250]);
  heap.BeginSweep(0);
  const size_t before = heap.destructor_page_count();

  heap.AllowDestructors(0.2);
  EXPECT_TRUE(heap.SweepSomePage());

  const size_t some = DestroyedCount();
  EXPECT_GE(some, 1u);
  EXPECT_LE(some, 10u);
  EXPECT_GE(heap.destructor_ms(), 0.02);
  EXPECT_GE(before, 1u);
  EXPECT_EQ(heap.destructor_page_count(), before);
  EXPECT_TRUE(heap.IsLive(objects[250]));
  EXPECT_FALSE(heap.IsLive(objects[0]));
  EXPECT_FALSE(heap.IsLive(objects[251]));
  // There is always time for one.
  EXPECT_TRUE(heap.SweepSomePage());
  EXPECT_EQ(DestroyedCount(), some + 1);

  heap.FinishSweep();
  EXPECT_EQ(heap.destructor_page_count(), 0u);
  EXPECT_TRUE(heap.IsLive(objects[250]));
  for (size_t i = 0; i < objects.size(); ++i) {
    ASSERT_EQ(Slow::destroyed[i], i == 250 ? 0 : 1) << i;
  }
}

TEST(SweepTest, AnAllocationRunsSlowDestructorsForAShortTime) {
  TestHeap heap;
  MakeSlow(&heap, 2000);
  heap.BeginSweep(0);

  ASSERT_NE(heap.Allocate<Slow>(), nullptr);
  EXPECT_LE(DestroyedCount(), 16u);
  ASSERT_NE(heap.Allocate<Sized<100000>>(), nullptr);
  EXPECT_LE(DestroyedCount(), 32u);

  heap.FinishSweep();
  EXPECT_EQ(DestroyedCount(), 2000u);
}

// It needs one page of them, or one slot: not all.
TEST(SweepTest, AHeapAtItsLimitRunsNoMoreDestructorsThanItMust) {
  TestHeap heap;
  HeapCoreTestPeer::GiveOwnPages(heap, TypeInfoOf<Slow>());
  const size_t page_slots = kPageBytes / sizeof(Slow);
  MakeSlow(&heap, 6 * page_slots);
  heap.set_limit_bytes(heap.used_page_bytes());
  heap.BeginSweep(0);

  ASSERT_NE(heap.Allocate<Slow>(), nullptr);
  EXPECT_LE(DestroyedCount(), 2 * page_slots);
  ASSERT_NE(heap.Allocate<Sized<100>>(), nullptr);
  EXPECT_LE(DestroyedCount(), 4 * page_slots);
  EXPECT_LE(heap.used_page_bytes(), heap.limit_bytes());

  heap.FinishSweep();
  EXPECT_GE(DestroyedCount(), 6 * page_slots - 1);
}

// The page with the only free slot is the last that is swept.
TEST(SweepTest, AHeapAtItsLimitSweepsUntilItFindsRoom) {
  TestHeap heap;
  const std::vector<void*> objects = FillPages(heap, 1000);
  // In pages of their own; the first objects are not.
  for (void* const dead : {objects[10'000], objects.back()}) {
    heap.CloseRuns();
    for (void* object : objects) {
      if (object != dead) TestHeap::Keep(object);
    }
    heap.BeginSweep(0);

    EXPECT_EQ(heap.Allocate<Sized<64>>(), dead);
    EXPECT_EQ(heap.Allocate<Sized<64>>(), nullptr);
    EXPECT_FALSE(heap.is_sweeping());
  }
}

class LargeCounted : public GarbageCollected<LargeCounted> {
 public:
  ~LargeCounted() { ++destroyed; }
  static int destroyed;
  char bytes_[100'000];
  HALFWORD_FIELDS(LargeCounted, bytes_)
};
int LargeCounted::destroyed = 0;

// Each may have much to destroy, so that the pause is not the time for it.
TEST(SweepTest, SweepsLargeObjectsOneByOne) {
  LargeCounted::destroyed = 0;
  TestHeap heap;
  void* const kept = heap.Allocate<LargeCounted>();
  for (int i = 0; i < 3; ++i) heap.Allocate<LargeCounted>();
  heap.CloseRuns();
  TestHeap::Keep(kept);
  const size_t used = heap.used_page_bytes();

  heap.BeginSweep(0);
  EXPECT_EQ(LargeCounted::destroyed, 0);
  EXPECT_TRUE(heap.SweepSomePage());
  EXPECT_EQ(LargeCounted::destroyed, 1);
  EXPECT_EQ(heap.used_page_bytes(), used / 4 * 3);

  heap.FinishSweep();
  EXPECT_EQ(LargeCounted::destroyed, 3);
  EXPECT_EQ(heap.used_page_bytes(), used / 4);
  EXPECT_TRUE(IsAllocated(reinterpret_cast<uintptr_t>(kept)));
}

// The heap does not grow beside dead ones.
TEST(SweepTest, AllocationTakesThePlaceOfDeadLargeObjects) {
  TestHeap heap;
  for (int i = 0; i < 30; ++i) heap.Allocate<Sized<100'000>>();
  heap.CloseRuns();
  const size_t chunk_bytes = heap.pool().chunk_bytes();

  heap.BeginSweep(0);
  for (int i = 0; i < 30; ++i) heap.Allocate<Sized<100'000>>();

  EXPECT_EQ(heap.pool().chunk_bytes(), chunk_bytes);
  heap.FinishSweep();
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
