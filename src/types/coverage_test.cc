// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What counts as covered, and what as a reference in a wrong place.

#include "types/coverage.h"

#include "gtest/gtest.h"
#include "halfword/internal/word.h"

namespace halfword::internal {
namespace {

constexpr uint32_t kWord = sizeof(Word);

TEST(CoverageTest, CoversWhatWasAdded) {
  Coverage coverage(32);
  coverage.AddBytes(8, 3, false);
  coverage.AddBytes(16, kWord, true);

  EXPECT_FALSE(coverage.covers(7));
  EXPECT_TRUE(coverage.covers(8));
  EXPECT_TRUE(coverage.covers(10));
  EXPECT_FALSE(coverage.covers(11));
  EXPECT_TRUE(coverage.covers(16));
  EXPECT_FALSE(coverage.has_misplaced_reference());
}

TEST(CoverageTest, NumbersMayShareTheirBytes) {
  Coverage coverage(8);
  coverage.AddBytes(0, 8, false);
  coverage.AddBytes(0, 4, false);

  EXPECT_FALSE(coverage.has_misplaced_reference());
}

TEST(CoverageTest, AReferenceSharesWithNothing) {
  Coverage before(16);
  before.AddBytes(0, kWord, true);
  before.AddBytes(kWord - 1, 1, false);
  Coverage after(16);
  after.AddBytes(0, 1, false);
  after.AddBytes(0, kWord, true);
  Coverage twice(16);
  twice.AddBytes(0, kWord, true);
  twice.AddBytes(0, kWord, true);

  EXPECT_TRUE(before.has_misplaced_reference());
  EXPECT_TRUE(after.has_misplaced_reference());
  EXPECT_TRUE(twice.has_misplaced_reference());
}

TEST(CoverageTest, AReferenceIsAlignedAndInside) {
  Coverage unaligned(32);
  unaligned.AddBytes(1, kWord, true);
  Coverage over_the_end(12);
  over_the_end.AddBytes(8, 8, true);
  Coverage beyond(8);
  beyond.AddBytes(64, kWord, true);

  EXPECT_TRUE(unaligned.has_misplaced_reference());
  EXPECT_TRUE(over_the_end.has_misplaced_reference());
  EXPECT_TRUE(beyond.has_misplaced_reference());
}

}  // namespace
}  // namespace halfword::internal
