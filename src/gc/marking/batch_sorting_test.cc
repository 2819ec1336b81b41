// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Batches are sorted while they are mixed, and no longer.

#include "gc/marking/batch_sorting.h"

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// Begins so many batches, all of which are made of this; returns how many of
// them were to be sorted.
int CountSorted(BatchSorting& sorting, int batch_count,
                const BatchKinds& batch) {
  int sorted_count = 0;
  for (int i = 0; i < batch_count; ++i) {
    sorted_count += sorting.BeginBatch();
    if (sorting.is_counted()) sorting.Count(batch);
  }
  return sorted_count;
}

constexpr int kManyBatches = 10'000;

TEST(BatchSortingTest, WhatIsAllAlikeIsSortedToBeCounted) {
  for (const BatchKinds& batch :
       {BatchKinds{.leaves = 16}, BatchKinds{.others = 16},
        BatchKinds{.repeated = 1, .others = 15},
        BatchKinds{.repeated = 15, .others = 1}, BatchKinds{.repeated = 16}}) {
    BatchSorting sorting;
    const int sorted_count = CountSorted(sorting, kManyBatches, batch);
    EXPECT_GT(sorted_count, 0);
    EXPECT_LT(sorted_count, kManyBatches / 20);
  }
}

TEST(BatchSortingTest, WhatIsMixedIsSorted) {
  for (const BatchKinds& batch :
       {BatchKinds{.leaves = 6, .laned = 10},
        BatchKinds{.laned = 8, .others = 8},
        BatchKinds{.repeated = 8, .others = 8},
        BatchKinds{.repeated = 3, .leaves = 2, .laned = 9, .others = 2}}) {
    BatchSorting sorting;
    EXPECT_EQ(CountSorted(sorting, kManyBatches, batch), kManyBatches);
  }
}

TEST(BatchSortingTest, LanesAreSortedThoughAllAreAlike) {
  for (const BatchKinds& batch :
       {BatchKinds{.laned = 16}, BatchKinds{.repeated = 1, .laned = 15},
        BatchKinds{.laned = 1}}) {
    BatchSorting sorting;
    EXPECT_EQ(CountSorted(sorting, kManyBatches, batch), kManyBatches);
  }
}

TEST(BatchSortingTest, FollowsAHeapOfSeveralParts) {
  constexpr BatchKinds kAlike = {.others = 16};
  constexpr BatchKinds kMixed = {.leaves = 8, .laned = 8};
  BatchSorting sorting;
  for (int part = 0; part < 3; ++part) {
    EXPECT_LT(CountSorted(sorting, kManyBatches, kAlike), kManyBatches / 10);
    EXPECT_GT(CountSorted(sorting, kManyBatches, kMixed),
              kManyBatches / 10 * 9);
  }
}

// As where the last references of a heap are looked at, none of which is new.
TEST(BatchSortingTest, EmptyBatchesAreNotMixed) {
  BatchSorting sorting;
  EXPECT_LT(CountSorted(sorting, kManyBatches, {}), kManyBatches / 10);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
