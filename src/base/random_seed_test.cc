// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Seeds differ.

#include "base/random_seed.h"

#include <gtest/gtest.h>

#include <set>

namespace halfword::internal {
namespace {

TEST(RandomSeedTest, NoTwoOfAHundredSeedsAreEqualAndNoneIsZero) {
  std::set<uint64_t> seeds;

  for (int i = 0; i < 100; ++i) seeds.insert(RandomSeed());

  EXPECT_EQ(seeds.size(), 100u);
  EXPECT_FALSE(seeds.contains(0));
}

}  // namespace
}  // namespace halfword::internal
