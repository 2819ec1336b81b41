// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The mark stack: last in first out, pushes without a branch, no bound.

#include "gc/mark_stack.h"

#include <cstddef>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr size_t kManyWords = 100000;

Word NthWord(size_t n) { return static_cast<Word>(n * 0x9e3779b9u + 1); }

TEST(MarkStackTest, GivesBackTheNewestWordFirst) {
  MarkStack stack;
  EXPECT_TRUE(stack.empty());
  for (size_t i = 0; i < kManyWords; ++i) stack.Push(NthWord(i));
  EXPECT_FALSE(stack.empty());

  for (size_t i = kManyWords; i-- > 0;) {
    ASSERT_FALSE(stack.empty());
    ASSERT_EQ(stack.Pop(), NthWord(i));
  }
  EXPECT_TRUE(stack.empty());
}

TEST(MarkStackTest, PushIfLeavesOutWhatItIsToldTo) {
  MarkStack stack;
  stack.Ensure(kManyWords);
  for (size_t i = 0; i < kManyWords; ++i) {
    stack.PushIf(NthWord(i), i % 3 == 0);
  }

  for (size_t i = kManyWords; i-- > 0;) {
    if (i % 3 != 0) continue;
    ASSERT_EQ(stack.Pop(), NthWord(i));
  }
  EXPECT_TRUE(stack.empty());
}

TEST(MarkStackTest, KeepsWhatItHoldsWhenItGrows) {
  MarkStack stack;
  // As an object with many references would ask, again and again.
  for (size_t i = 0; i < kManyWords; i += 1000) {
    stack.Ensure(1000);
    for (size_t j = 0; j < 1000; ++j) stack.PushIf(NthWord(i + j), true);
  }

  for (size_t i = kManyWords; i-- > 0;) ASSERT_EQ(stack.Pop(), NthWord(i));
  EXPECT_TRUE(stack.empty());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
