// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The mark stack: last in first out, in batches, no bound.

#include "gc/marking/mark_stack.h"

#include <cstddef>
#include <vector>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr size_t kManyWords = 100000;

Word NthWord(size_t n) { return static_cast<Word>(n * 0x9e3779b9u + 1); }

// Takes everything in batches of an odd size; newest first.
std::vector<Word> TakeAll(MarkStack* stack) {
  std::vector<Word> words;
  for (;;) {
    const std::span<const Word> batch = stack->PopMany(7);
    if (batch.empty()) return words;
    words.insert(words.end(), batch.rbegin(), batch.rend());
  }
}

TEST(MarkStackTest, GivesBackTheNewestWordFirst) {
  MarkStack stack;
  EXPECT_TRUE(stack.empty());
  for (size_t i = 0; i < kManyWords; ++i) stack.Push(NthWord(i));
  EXPECT_EQ(stack.size(), kManyWords);

  const std::vector<Word> words = TakeAll(&stack);

  ASSERT_EQ(words.size(), kManyWords);
  for (size_t i = 0; i < kManyWords; ++i) {
    ASSERT_EQ(words[i], NthWord(kManyWords - 1 - i));
  }
  EXPECT_TRUE(stack.empty());
}

TEST(MarkStackTest, CountsInOnlyWhatIsBelowTheTop) {
  MarkStack stack;
  Word* top = stack.Ensure(stack.top(), kManyWords);
  for (size_t i = 0; i < kManyWords; ++i) {
    *top = NthWord(i);
    top += i % 3 == 0;
  }

  stack.set_top(top);

  const std::vector<Word> words = TakeAll(&stack);
  ASSERT_EQ(words.size(), (kManyWords + 2) / 3);
  EXPECT_EQ(words.back(), NthWord(0));
  EXPECT_EQ(words.front(), NthWord((kManyWords - 1) / 3 * 3));
}

TEST(MarkStackTest, KeepsWhatItHoldsWhenItGrowsUnderATop) {
  MarkStack stack;
  // As an object with many references would ask, again and again.
  Word* top = stack.top();
  for (size_t i = 0; i < kManyWords; i += 1000) {
    top = stack.Ensure(top, 1000);
    for (size_t j = 0; j < 1000; ++j) *top++ = NthWord(i + j);
  }
  stack.set_top(top);

  const std::vector<Word> words = TakeAll(&stack);

  ASSERT_EQ(words.size(), kManyWords);
  for (size_t i = 0; i < kManyWords; ++i) {
    ASSERT_EQ(words[i], NthWord(kManyWords - 1 - i));
  }
}

TEST(MarkStackTest, MovesTheOldestWordsToAnotherStack) {
  MarkStack from;
  MarkStack to;
  for (size_t i = 0; i < kManyWords; ++i) from.Push(NthWord(i));
  to.Push(NthWord(kManyWords));

  from.MoveOldest(kManyWords / 3, &to);

  const std::vector<Word> left = TakeAll(&from);
  const std::vector<Word> moved = TakeAll(&to);
  ASSERT_EQ(left.size() + moved.size(), kManyWords + 1);
  EXPECT_EQ(left.front(), NthWord(kManyWords - 1));
  EXPECT_EQ(left.back(), NthWord(kManyWords / 3));
  EXPECT_EQ(moved.front(), NthWord(kManyWords / 3 - 1));
  EXPECT_EQ(moved[moved.size() - 2], NthWord(0));
  EXPECT_EQ(moved.back(), NthWord(kManyWords));
}

TEST(MarkStackTest, TakesBackWhatWasPoppedInTheSameOrder) {
  MarkStack stack;
  for (size_t i = 0; i < 10; ++i) stack.Push(NthWord(i));
  const std::span<const Word> popped = stack.PopMany(4);
  const std::vector<Word> batch(popped.begin(), popped.end());
  ASSERT_EQ(batch.size(), 4u);

  stack.PushMany(batch.data(), batch.size());

  const std::vector<Word> words = TakeAll(&stack);
  ASSERT_EQ(words.size(), 10u);
  for (size_t i = 0; i < 10; ++i) EXPECT_EQ(words[i], NthWord(9 - i));
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
