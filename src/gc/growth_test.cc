// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// When the next collection is due.

#include "gc/growth.h"

#include <limits>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr size_t kMinimum = 4 * kMiB;
constexpr size_t kKiB = kMiB / 1024;
// The least budget: of a heap in which nothing lives.
constexpr size_t kEmpty = kMinimum / 8;

TEST(GrowthTest, BeginsAsWhereNothingLives) {
  EXPECT_EQ(Growth(kMinimum).InitialBudget(), kEmpty);
}

TEST(GrowthTest, AllowsAtLeastTheMinimum) {
  Growth growth(kMinimum);

  for (size_t live = kEmpty / 4; live < 4 * kMinimum; live += kEmpty / 4) {
    EXPECT_GE(growth.BudgetAfter(live, kMinimum, kMinimum), kMinimum);
  }
}

TEST(GrowthTest, StaysInTheCacheWhereNothingLives) {
  Growth growth(kMinimum);

  EXPECT_EQ(growth.BudgetAfter(0, kMinimum, kMinimum), kEmpty);
  EXPECT_EQ(growth.BudgetAfter(kKiB, kEmpty, kEmpty), kEmpty + 36 * kKiB);
  EXPECT_EQ(growth.BudgetAfter(64 * kKiB, kEmpty, kEmpty),
            kEmpty + 36 * size_t{64} * kKiB);
}

TEST(GrowthTest, KeepsNearlyAllOfALargeMinimumThatWasAskedFor) {
  EXPECT_EQ(Growth(64 * kMiB).InitialBudget(), 64 * kMiB - 7 * kMiB / 2);
  EXPECT_EQ(Growth(kMiB).InitialBudget(), kMiB / 8);
}

TEST(GrowthTest, SaysWhatItWouldBeHadLessLived) {
  Growth growth(kMinimum);
  growth.BudgetAfter(10 * kMinimum, kMinimum, kMinimum);

  EXPECT_EQ(growth.Budget(20 * kMinimum, 0), 20 * kMinimum);
  EXPECT_EQ(growth.Budget(kKiB, 0), kEmpty + 36 * kKiB);
  EXPECT_EQ(growth.Budget(0, kMiB / 64), kEmpty + kMiB / 2);
  EXPECT_EQ(growth.Budget(0, 0), kEmpty);
}

TEST(GrowthTest, TakesRootsForSomethingThatLives) {
  Growth growth(kMinimum);

  EXPECT_EQ(growth.BudgetAfter(0, kEmpty, kEmpty, kMiB / 64),
            kEmpty + kMiB / 2);
  EXPECT_EQ(growth.BudgetAfter(0, kEmpty, kEmpty, 8 * kMiB), kMinimum);
}

TEST(GrowthTest, RaisesTheMinimumWithWhatASmallHeapHolds) {
  Growth growth(kMinimum);

  EXPECT_EQ(growth.BudgetAfter(kMiB, kMinimum, kMinimum), kMinimum + 4 * kMiB);
}

TEST(GrowthTest, GivesSmallHeapsARoomOfFiveAndAHalfMinima) {
  Growth growth(kMinimum);

  for (size_t live = kMinimum; live < 11 * kMinimum / 4; live += kMiB) {
    EXPECT_EQ(live + growth.BudgetAfter(live, kMinimum, kMinimum),
              11 * kMinimum / 2);
  }
  EXPECT_EQ(growth.BudgetAfter(4 * kMinimum, kMinimum, kMinimum), 4 * kMinimum);
}

TEST(GrowthTest, TakesAnyMinimum) {
  Growth growth(std::numeric_limits<size_t>::max());

  EXPECT_GT(growth.InitialBudget(), size_t{1} << 40);
  EXPECT_GE(growth.BudgetAfter(kMiB, kMiB, kMiB), growth.InitialBudget());
}

TEST(GrowthTest, AllowsAsMuchAsLives) {
  Growth growth(kMinimum);

  EXPECT_EQ(growth.BudgetAfter(100 * kMiB, kMinimum, kMinimum), 100 * kMiB);
}

TEST(GrowthTest, TakesOneCollectionThatFreesLittleForAHeapBeingBuilt) {
  Growth growth(kMinimum);

  EXPECT_EQ(growth.BudgetAfter(0, kMinimum, 0), kMinimum);
  EXPECT_EQ(growth.BudgetAfter(0, kMinimum, kMinimum), kEmpty);
  EXPECT_EQ(growth.BudgetAfter(0, kMinimum, 0), kMinimum);
}

// The first comes where an eighth of the minimum is allocated.
TEST(GrowthTest, DoesNotTakeAnEarlyCollectionForAPattern) {
  Growth growth(kMinimum);
  growth.BudgetAfter(kEmpty, kEmpty, 0);

  EXPECT_EQ(growth.BudgetAfter(6 * kMiB, 6 * kMiB, 0),
            Growth(kMinimum).BudgetAfter(6 * kMiB, 6 * kMiB, 0));
  EXPECT_EQ(growth.BudgetAfter(6 * kMiB, kEmpty, 0), 16 * kMiB);
}

TEST(GrowthTest, RaisesTheMinimumWhileLittleIsFreedUpToAFactorOfFour) {
  Growth growth(kMinimum);
  growth.BudgetAfter(0, kMinimum, kMiB / 2);

  EXPECT_EQ(growth.BudgetAfter(0, kMinimum, kMiB / 2), 2 * kMinimum);
  EXPECT_EQ(growth.BudgetAfter(0, 2 * kMinimum, kMiB / 2), 4 * kMinimum);
  EXPECT_EQ(growth.BudgetAfter(0, 4 * kMinimum, kMiB / 2), 4 * kMinimum);
}

TEST(GrowthTest, LowersTheMinimumAgainWhenMuchIsFreed) {
  Growth growth(kMinimum);
  for (int i = 0; i < 3; ++i) growth.BudgetAfter(0, kMinimum, 0);

  EXPECT_EQ(growth.BudgetAfter(0, kMinimum, kMinimum), 2 * kEmpty);
  EXPECT_EQ(growth.BudgetAfter(0, kMinimum, kMinimum), kEmpty);
  EXPECT_EQ(growth.BudgetAfter(0, kMinimum, kMinimum), kEmpty);
}

TEST(GrowthTest, KeepsTheMinimumWhenNeitherLittleNorMuchIsFreed) {
  Growth growth(kMinimum);
  growth.BudgetAfter(0, kMinimum, 0);
  growth.BudgetAfter(0, kMinimum, 0);

  EXPECT_EQ(growth.BudgetAfter(0, kMinimum, kMinimum * 3 / 8), 2 * kEmpty);
}

// The rest is seen through a heap.

class Garbage : public GarbageCollected<Garbage> {
 public:
  uint64_t words_[8] = {};
  HALFWORD_FIELDS(Garbage, words_)
};

size_t CollectionsWhileAllocating(Heap& heap, size_t bytes) {
  const size_t before = CollectorOf(heap).collection_count();
  for (size_t i = 0; i < bytes / (sizeof(Garbage) + kCanaryBytes); ++i) {
    MakeGarbageCollected<Garbage>(heap.GetAllocationHandle());
  }
  return CollectorOf(heap).collection_count() - before;
}

TEST(GrowthTest, CollectsAGarbageHeapOnceForEachBudget) {
  const auto heap = Heap::Create({.growth_bytes_min = kMinimum});

  const size_t collections = CollectionsWhileAllocating(*heap, 32 * kMiB);

  // One for each half of a MiB and a little for the stack.
  EXPECT_GE(collections, 24u);
  EXPECT_LE(collections, 68u);
}

TEST(GrowthTest, CollectsLessOftenUnderADeepStack) {
  const auto heap = Heap::Create({.growth_bytes_min = kMinimum});
  volatile char frame[kMiB / 2];
  frame[0] = 0;

  EXPECT_LE(CollectionsWhileAllocating(*heap, 32 * kMiB), 9u);
  EXPECT_EQ(frame[0], 0);
}

// An array of one's own size: a large object.
class LargeArray : public GarbageCollected<LargeArray> {
 public:
  char bytes_[kMiB] = {};
  HALFWORD_FIELDS(LargeArray, bytes_)
};

TEST(GrowthTest, CountsLargeObjectsAsLive) {
  const auto heap = Heap::Create({.growth_bytes_min = kMiB});
  std::vector<Persistent<LargeArray>> live;
  for (int i = 0; i < 16; ++i) {
    live.push_back(
        MakeGarbageCollected<LargeArray>(heap->GetAllocationHandle()));
  }
  CollectPrecisely(*heap);

  EXPECT_GE(CollectorOf(*heap).live_bytes_estimate(), 16 * kMiB);
  // As much as lives may be allocated before the next collection.
  EXPECT_GE(CollectorOf(*heap).budget_bytes(), 16 * kMiB);
  EXPECT_LE(CollectionsWhileAllocating(*heap, 15 * kMiB), 1u);
}

TEST(GrowthTest, LetsALargeObjectBeFilledBeforeItIsLookedAt) {
  const auto heap = Heap::Create({.growth_bytes_min = kMiB});
  const Persistent<LargeArray> array =
      MakeGarbageCollected<LargeArray>(heap->GetAllocationHandle());

  EXPECT_EQ(CollectionsWhileAllocating(*heap, kMiB), 0u);
  EXPECT_EQ(CollectionsWhileAllocating(*heap, kMiB / 2), 1u);
}

TEST(GrowthTest, LetsAnObjectLargerThanTheBudgetBeMade) {
  const auto heap = Heap::Create({.growth_bytes_min = kMiB / 4});

  const Persistent<LargeArray> array =
      MakeGarbageCollected<LargeArray>(heap->GetAllocationHandle());
  const Persistent<LargeArray> other =
      MakeGarbageCollected<LargeArray>(heap->GetAllocationHandle());

  EXPECT_NE(array.Get(), nullptr);
  EXPECT_NE(other.Get(), nullptr);
  EXPECT_NE(array.Get(), other.Get());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
