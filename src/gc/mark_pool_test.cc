// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Markers that share words: each word is taken once, the oldest first, nobody
// waits for ever, and the end is seen by all.

#include "gc/mark_pool.h"

#include <atomic>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

void PushUpTo(size_t count, MarkStack* stack) {
  for (size_t i = 1; i <= count; ++i) stack->Push(static_cast<Word>(i));
}

TEST(MarkPoolTest, WhoWaitsGetsTheOlderHalf) {
  MarkPool pool;
  MarkStack mine;
  PushUpTo(10, &mine);
  ASSERT_TRUE(pool.Enter());
  ASSERT_TRUE(pool.Enter());
  std::vector<Word> taken(10);
  std::atomic<bool> has_taken{false};
  std::thread other([&] {
    MarkStack stack;
    if (pool.Take(&stack)) taken.resize(stack.PopMany(taken.data(), 10));
    has_taken = true;
    EXPECT_FALSE(pool.Take(&stack));
  });
  while (!pool.wants_words()) std::this_thread::yield();

  pool.Share(&mine);
  while (!has_taken) std::this_thread::yield();
  Word left[10];
  EXPECT_EQ(mine.PopMany(left, 10), 5u);
  EXPECT_FALSE(pool.Take(&mine));
  other.join();

  EXPECT_EQ(taken, (std::vector<Word>{1, 2, 3, 4, 5}));
  EXPECT_EQ(left[0], 6u);
  EXPECT_EQ(left[4], 10u);
}

TEST(MarkPoolTest, NobodyEntersWhatHasEnded) {
  MarkPool pool;
  MarkStack stack;
  ASSERT_TRUE(pool.Enter());
  EXPECT_FALSE(pool.Take(&stack));

  EXPECT_FALSE(pool.Enter());
  EXPECT_FALSE(pool.has_failed());
}

TEST(MarkPoolTest, AFailureWakesWhoWaits) {
  MarkPool pool;
  ASSERT_TRUE(pool.Enter());
  ASSERT_TRUE(pool.Enter());
  std::thread other([&pool] {
    MarkStack stack;
    EXPECT_FALSE(pool.Take(&stack));
  });

  pool.Fail();
  other.join();

  EXPECT_TRUE(pool.has_failed());
  EXPECT_FALSE(pool.Enter());
}

// A word n stands for a tree of n leaves, split in two at each step.
TEST(MarkPoolTest, AllWorkIsDoneOnceByManyThreads) {
  constexpr Word kLeafCount = 200000;
  constexpr int kThreadCount = 4;
  MarkPool pool;
  std::atomic<size_t> leaf_count{0};
  const auto work = [&](MarkStack* stack) {
    do {
      Word word;
      while (stack->PopMany(&word, 1) == 1) {
        if (word == 1) {
          leaf_count.fetch_add(1, std::memory_order_relaxed);
        } else {
          stack->Push(word / 2);
          stack->Push(word - word / 2);
        }
        if (pool.wants_words()) pool.Share(stack);
      }
    } while (pool.Take(stack));
  };
  for (int i = 0; i < kThreadCount; ++i) ASSERT_TRUE(pool.Enter());
  std::vector<std::thread> threads;
  for (int i = 1; i < kThreadCount; ++i) {
    threads.emplace_back([&] {
      MarkStack stack;
      work(&stack);
    });
  }

  MarkStack stack;
  stack.Push(kLeafCount);
  work(&stack);
  for (std::thread& thread : threads) thread.join();

  EXPECT_EQ(leaf_count, kLeafCount);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
