// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Whether words stay when their number changes.

#include "analysis/file/word_array.h"

#include <numeric>
#include <utility>

#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

TEST(WordArrayTest, KeepsWhatFits) {
  WordArray words(1000);
  std::iota(words.begin(), words.end(), 0);

  words.Resize(10);
  EXPECT_EQ(words.size(), 10);
  EXPECT_EQ(words[9], 9);
  words.Resize(100'000);
  EXPECT_EQ(words[9], 9);
  EXPECT_EQ(words.end() - words.begin(), 100'000);
}

TEST(WordArrayTest, GivesItsMemoryBack) {
  WordArray words(1000);
  words.Resize(0);
  EXPECT_EQ(words.size(), 0);
  EXPECT_EQ(words.begin(), nullptr);

  words.Resize(1);
  words[0] = 5;
  const WordArray moved = std::move(words);
  EXPECT_EQ(moved[0], 5);
  EXPECT_EQ(WordArray().begin(), WordArray().end());
}

}  // namespace

}  // namespace halfword::analysis
