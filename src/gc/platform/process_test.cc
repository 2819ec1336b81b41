// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What belongs to the process: its initialisation and the sums over heaps.

#include "gc/platform/process.h"

#include <algorithm>
#include <cstdint>
#include <memory>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(ProcessTest, IsInitializedUntilItIsShutDown) {
  EXPECT_FALSE(IsInitialized());

  InitializeProcess();
  InitializeProcess(nullptr, kMiB);
  EXPECT_TRUE(IsInitialized());

  ShutdownProcess();
  EXPECT_FALSE(IsInitialized());
  // What a program may do again.
  InitializeProcess();
  EXPECT_NE(Heap::Create(), nullptr);
  ShutdownProcess();
}

TEST(ProcessTest, SumsWhatHeapsHold) {
  const size_t objects = ProcessHeapStatistics::TotalAllocatedObjectSize();
  const size_t pages = ProcessHeapStatistics::TotalAllocatedSpace();
  auto first = Heap::Create({.growth_bytes_min = SIZE_MAX});
  auto second = Heap::Create({.growth_bytes_min = SIZE_MAX});
  const Persistent<Block> held =
      MakeGarbageCollected<Block>(first->GetAllocationHandle());
  for (const auto* heap : {&first, &second}) {
    for (size_t i = 0; i < 2 * kMiB / sizeof(Block); ++i) {
      MakeGarbageCollected<Block>((*heap)->GetAllocationHandle());
    }
  }
  EXPECT_GE(ProcessHeapStatistics::TotalAllocatedObjectSize() - objects,
            4 * kMiB - 2 * kPageBytes);
  EXPECT_GE(ProcessHeapStatistics::TotalAllocatedSpace() - pages, 4 * kMiB);

  CollectPrecisely(*first);
  CollectPrecisely(*second);
  EXPECT_LE(ProcessHeapStatistics::TotalAllocatedObjectSize() - objects,
            2 * kPageBytes);

  first.reset();
  second.reset();
  EXPECT_EQ(ProcessHeapStatistics::TotalAllocatedObjectSize(), objects);
  EXPECT_EQ(ProcessHeapStatistics::TotalAllocatedSpace(), pages);
}

class HeapShareTest : public ::testing::Test {
 protected:
  // A large object where the budget is used up, so that a collection or a step
  // comes before it.
  Block* MakeWhereDue() {
    Collector& collector = CollectorOf(*heap_);
    // What comes first after a collection is always granted.
    MakeGarbageCollected<Block>(heap_->GetAllocationHandle());
    collector.set_budget_bytes(collector.allocated_since_collection_bytes());
    return MakeGarbageCollected<Block>(heap_->GetAllocationHandle(),
                                       AdditionalBytes(kLargeBytes));
  }

  void FillAndCollectLazily() {
    for (size_t i = 0; i < 4 * kMiB / sizeof(Block); ++i) {
      MakeGarbageCollected<Block>(heap_->GetAllocationHandle());
    }
    heap_->Collect(
        {.stack = StackState::kNoHeapPointers, .sweeping = Sweeping::kLazy});
    ASSERT_GE(CollectorOf(*heap_).used_page_bytes(), 4 * kMiB);
  }

  void ExpectExact(const char* when) {
    const Collector& collector = CollectorOf(*heap_);
    const size_t object_bytes = collector.live_bytes_estimate();
    const size_t told =
        ProcessHeapStatistics::TotalAllocatedObjectSize() - object_bytes_;
    EXPECT_LE(std::max(told, object_bytes) - std::min(told, object_bytes),
              kPageBytes)
        << when;
    EXPECT_EQ(ProcessHeapStatistics::TotalAllocatedSpace() - page_bytes_,
              collector.used_page_bytes())
        << when;
  }

  static constexpr size_t kLargeBytes = 4 * kMiB;
  // Of heaps that are not the test's.
  const size_t object_bytes_ =
      ProcessHeapStatistics::TotalAllocatedObjectSize();
  const size_t page_bytes_ = ProcessHeapStatistics::TotalAllocatedSpace();
  const std::unique_ptr<Heap> heap_ =
      Heap::Create({.growth_bytes_min = SIZE_MAX});
};

TEST_F(HeapShareTest, FollowsWhatTheProgramMakesResizesAndFrees) {
  Block* const block = MakeWhereDue();
  ExpectExact("made");

  ASSERT_TRUE(subtle::Resize(*block, AdditionalBytes(kLargeBytes / 2)));
  ExpectExact("made smaller");

  subtle::FreeUnreferencedObject(heap_->GetHeapHandle(), *block);
  ExpectExact("freed");
}

TEST_F(HeapShareTest, FollowsIdleSweeping) {
  FillAndCollectLazily();

  while (!heap_->DoIdleWork(1, StackState::kNoHeapPointers)) {
  }

  EXPECT_EQ(CollectorOf(*heap_).used_page_bytes(), 0u);
  ExpectExact("swept");
}

TEST_F(HeapShareTest, FollowsTheSweepOfReleaseFreeMemory) {
  FillAndCollectLazily();

  heap_->ReleaseFreeMemory();

  EXPECT_EQ(CollectorOf(*heap_).used_page_bytes(), 0u);
  ExpectExact("released");
}

TEST_F(HeapShareTest, FollowsTheSweepOfStatistics) {
  FillAndCollectLazily();

  heap_->CollectStatistics(HeapStatistics::kDetailed);

  EXPECT_EQ(CollectorOf(*heap_).used_page_bytes(), 0u);
  ExpectExact("counted");
}

class Thrower : public GarbageCollected<Thrower> {
 public:
  Thrower() { throw 1; }

 private:
  uint64_t value_ = 0;
  HALFWORD_FIELDS(Thrower, value_)
};

TEST_F(HeapShareTest, FollowsWhatAConstructorThatThrowsGivesBack) {
  EXPECT_THROW(MakeGarbageCollected<Thrower>(heap_->GetAllocationHandle(),
                                             AdditionalBytes(kLargeBytes)),
               int);

  ExpectExact("thrown");
}

TEST(ProcessDeathTest, IsShutDownOnceAndWithoutHeaps) {
  EXPECT_DEATH(ShutdownProcess(), "call InitializeProcess");
#if HALFWORD_DCHECK_ENABLED
  EXPECT_DEATH(
      {
        InitializeProcess();
        const auto heap = Heap::Create();
        ShutdownProcess();
      },
      "destroy every heap");
#endif
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
