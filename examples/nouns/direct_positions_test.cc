// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Which atoms are kept.

#include "examples/nouns/direct_positions.h"

#include <gtest/gtest.h>

namespace nouns {
namespace {

TEST(DirectPositionsTest, KeepsAtomsWithMoreBitsThanTheirFirstPosition) {
  DirectPositions positions;

  EXPECT_EQ(positions.FindOrAdd(255, 100), 100u);
  EXPECT_EQ(positions.FindOrAdd(255, 110), 100u);
  EXPECT_EQ(positions.FindOrAdd(255, 1'000'000), 100u);
}

TEST(DirectPositionsTest, LeavesOutOthers) {
  DirectPositions positions;

  EXPECT_EQ(positions.FindOrAdd(0, 0), 0u);
  EXPECT_EQ(positions.FindOrAdd(0, 1), 1u);
  EXPECT_EQ(positions.FindOrAdd(127, 64), 64u);
  EXPECT_EQ(positions.FindOrAdd(127, 65), 65u);
  // As many bits as one that is kept.
  EXPECT_EQ(positions.FindOrAdd(128, 66), 66u);
  EXPECT_EQ(positions.FindOrAdd(129, 1000), 1000u);
  EXPECT_EQ(positions.FindOrAdd(128, 1001), 66u);
}

}  // namespace
}  // namespace nouns
