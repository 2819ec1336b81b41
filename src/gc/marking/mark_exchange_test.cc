// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What is put into an exchange comes out once, by whatever thread.

#include "gc/marking/mark_exchange.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(MarkExchangeTest, HalfOfAStackIsSharedTheOldestFirst) {
  MarkExchange exchange;
  MarkStack from;
  for (Word word = 0; word < 10; ++word) from.Push(word);

  exchange.Share(&from);

  EXPECT_EQ(exchange.word_count(), 5u);
  MarkStack to;
  std::vector<ElementArray> arrays;
  ASSERT_TRUE(exchange.Take(&to, &arrays));
  const std::span<const Word> words = to.PopMany(10);
  ASSERT_EQ(words.size(), 5u);
  EXPECT_EQ(words[0], 0u);
  EXPECT_EQ(words[4], 4u);
  EXPECT_EQ(exchange.word_count(), 0u);
  EXPECT_FALSE(exchange.Take(&to, &arrays));
}

TEST(MarkExchangeTest, LongArraysAreTakenInPartsAfterTheWords) {
  MarkExchange exchange;
  EXPECT_FALSE(exchange.has_work());
  std::vector<ElementArray> arrays = {{{}, 1000, 100'000, 4}};
  exchange.GiveArrays(&arrays);
  EXPECT_TRUE(arrays.empty());
  MarkStack stack;
  stack.Push(1);
  exchange.GiveAll(&stack);

  ASSERT_TRUE(exchange.Take(&stack, &arrays));
  EXPECT_TRUE(arrays.empty());
  ASSERT_TRUE(exchange.Take(&stack, &arrays));
  ASSERT_EQ(arrays.size(), 1u);
  EXPECT_LT(arrays[0].count, 50'000u);
  EXPECT_TRUE(exchange.has_work());
  while (exchange.Take(&stack, &arrays)) {
  }

  // The parts are the whole.
  EXPECT_FALSE(exchange.has_work());
  size_t count = 0;
  for (const ElementArray& part : arrays) count += part.count;
  EXPECT_EQ(count, 100'000u);
  std::sort(arrays.begin(), arrays.end(),
            [](const auto& a, const auto& b) { return a.begin < b.begin; });
  uintptr_t end = 1000;
  for (const ElementArray& part : arrays) {
    EXPECT_EQ(part.begin, end);
    end += part.count * part.stride;
  }
}

TEST(MarkExchangeTest, NothingIsTakenOnceMarkersAreToStop) {
  MarkExchange exchange;
  MarkStack stack;
  stack.Push(1);
  exchange.GiveAll(&stack);

  exchange.Stop();

  std::vector<ElementArray> arrays;
  EXPECT_FALSE(exchange.Take(&stack, &arrays));
  exchange.TakeAll(&stack, &arrays);
  EXPECT_EQ(stack.size(), 1u);
}

TEST(MarkExchangeTest, OwnWorkIsHandedOver) {
  MarkExchange exchange;
  OwnThreadWork work;
  work.objects = {8, 16};
  work.parts = {{nullptr, nullptr}};
  exchange.GiveOwnWork(&work);
  EXPECT_TRUE(work.empty());
  EXPECT_TRUE(exchange.has_own_work());

  work.objects = {24};
  EXPECT_TRUE(exchange.TakeOwnWork(&work));

  EXPECT_EQ(work.objects.size(), 3u);
  EXPECT_EQ(work.parts.size(), 1u);
  EXPECT_FALSE(exchange.has_own_work());
  EXPECT_FALSE(exchange.TakeOwnWork(&work));
}

// Of millions, a step copies none: the heap's thread waits meanwhile.
TEST(MarkExchangeTest, OwnWorkIsTakenInThePiecesInWhichItWasGiven) {
  MarkExchange exchange;
  OwnThreadWork work;
  std::set<const uintptr_t*> arrays;
  for (uintptr_t i = 0; i < 3; ++i) {
    work.objects.assign(1000, i);
    arrays.insert(work.objects.data());
    exchange.GiveOwnWork(&work);
  }
  for (int i = 0; i < 3; ++i) {
    OwnThreadWork piece;
    ASSERT_TRUE(exchange.TakeOwnWork(&piece));
    EXPECT_EQ(piece.objects.size(), 1000u);
    EXPECT_EQ(arrays.erase(piece.objects.data()), 1u);
  }
  EXPECT_FALSE(exchange.has_own_work());
}

TEST(MarkExchangeTest, ThreadsTakeEachWordOnce) {
  constexpr size_t kCount = 20000;
  MarkExchange exchange;
  MarkStack stack;
  for (Word word = 0; word < kCount; ++word) stack.Push(word);
  exchange.GiveAll(&stack);
  std::vector<std::atomic<int>> taken(kCount);

  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      MarkStack own;
      std::vector<ElementArray> arrays;
      while (exchange.Take(&own, &arrays)) {
        // Some come back, as from a marker that finds more than it takes.
        if (own.size() > 400) exchange.Share(&own);
        for (const Word word : own.PopMany(own.size())) ++taken[word];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::vector<ElementArray> arrays;
  exchange.TakeAll(&stack, &arrays);
  for (const Word word : stack.PopMany(stack.size())) ++taken[word];

  for (size_t i = 0; i < kCount; ++i) ASSERT_EQ(taken[i], 1) << i;
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
