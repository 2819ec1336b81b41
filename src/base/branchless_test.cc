// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// That what has no branch chooses as a branch would.

#include "base/branchless.h"

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(BranchlessTest, SelectsByTheSign) {
  const uint64_t negative = 1;
  const uint64_t other = 2;
  EXPECT_EQ(SelectBySign(-1, &negative, &other), &negative);
  EXPECT_EQ(SelectBySign(INT32_MIN, &negative, &other), &negative);
  EXPECT_EQ(SelectBySign(0, &negative, &other), &other);
  EXPECT_EQ(SelectBySign(INT32_MAX, &negative, &other), &other);
}

TEST(BranchlessTest, TellsABit) {
  for (size_t index = 0; index < 64; ++index) {
    const uint64_t bit = uint64_t{1} << index;
    EXPECT_EQ(MinusBit(bit, index), -1);
    EXPECT_EQ(MinusBit(~bit, index), 0);
    EXPECT_EQ(MinusBit(bit, index + 640), -1) << "of the index modulo 64";
    EXPECT_EQ(MinusBit(~bit, index + 640), 0);
  }
}

TEST(BranchlessTest, SetsABitAndTellsWhatItWas) {
  for (size_t index = 0; index < 64; ++index) {
    const uint64_t bit = uint64_t{1} << index;
    uint64_t word = ~bit;
    EXPECT_EQ(SetAndMinusBit(&word, index + 640), 0);
    EXPECT_EQ(word, ~uint64_t{0});
    word = bit;
    EXPECT_EQ(SetAndMinusBit(&word, index), -1);
    EXPECT_EQ(word, bit);
    word = 0;
    EXPECT_EQ(SetAndMinusBit(&word, index), 0);
    EXPECT_EQ(word, bit);
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
