// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The arena of shared cells.

#include "text/shared_cell.h"

#include <set>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(SharedCellTest, CellsAreDistinctZeroAndAlignedForTheirTags) {
  const size_t before = SharedCellCount();
  std::set<SharedCell*> cells;
  for (int i = 0; i < 1000; ++i) {
    SharedCell* const cell = TakeSharedCell();
    EXPECT_EQ(reinterpret_cast<uintptr_t>(cell) & StringOwner::kTagMask, 0u);
    EXPECT_EQ(cell->count, 0u);
    EXPECT_EQ(cell->owners, 0u);
    cell->count = 7;
    cells.insert(cell);
  }
  EXPECT_EQ(cells.size(), 1000u);
  EXPECT_EQ(SharedCellCount(), before + 1000);

  for (SharedCell* cell : cells) GiveBackSharedCell(cell);

  EXPECT_EQ(SharedCellCount(), before);
  EXPECT_LE(SharedCellArenaBytes(), 4096u);
}

TEST(SharedCellTest, ACellIsUsedAgain) {
  SharedCell* const first = TakeSharedCell();
  GiveBackSharedCell(first);

  SharedCell* const second = TakeSharedCell();

  EXPECT_EQ(second, first);
  GiveBackSharedCell(second);
}

TEST(SharedCellTest, EachThreadHasItsOwn) {
  SharedCell* const mine = TakeSharedCell();
  const size_t count = SharedCellCount();
  std::thread([mine] {
    EXPECT_EQ(SharedCellCount(), 0u);
    SharedCell* const other = TakeSharedCell();
    EXPECT_NE(other, mine);
    EXPECT_EQ(SharedCellCount(), 1u);
    GiveBackSharedCell(other);
  }).join();

  EXPECT_EQ(SharedCellCount(), count);
  GiveBackSharedCell(mine);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
