// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Markers that share words: each word is taken once, the oldest first, nobody
// waits for ever, and the end is seen by all.

#include "gc/marking/mark_pool.h"

#include <atomic>
#include <thread>
#include <vector>

#include "cage/cage.h"
#include "gtest/gtest.h"
#include "halfword/internal/page_record.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

void PushUpTo(size_t count, MarkStack* stack) {
  for (size_t i = 1; i <= count; ++i) stack->Push(static_cast<Word>(i));
}

// The newest last.
std::vector<Word> TakeAll(MarkStack* stack) {
  const std::span<const Word> taken = stack->PopMany(stack->size());
  return {taken.begin(), taken.end()};
}

// The first words of the cage stand for objects; their page has a record.
class MarkPoolTest : public ::testing::Test {
 protected:
  MarkPoolTest() : page_(FirstPage()) {}
  ~MarkPoolTest() override { page_.marker = kNobody; }
  PageRecord& page_;

 private:
  static PageRecord& FirstPage() {
    Cage::Get();  // reserves it
    return side_tables.records[0];
  }
};

TEST_F(MarkPoolTest, WhoWaitsGetsTheOlderHalf) {
  MarkPool pool(4);
  MarkStack mine;
  PushUpTo(10, &mine);
  ASSERT_TRUE(pool.Enter());
  ASSERT_TRUE(pool.Enter());
  std::vector<Word> taken;
  std::atomic<bool> has_taken{false};
  std::thread other([&] {
    MarkStack stack;
    if (pool.Take(2, &stack)) taken = TakeAll(&stack);
    has_taken = true;
    EXPECT_FALSE(pool.Take(2, &stack));
  });
  while (!pool.wants_words()) std::this_thread::yield();

  pool.Share(1, &mine);
  while (!has_taken) std::this_thread::yield();
  EXPECT_EQ(TakeAll(&mine), (std::vector<Word>{6, 7, 8, 9, 10}));
  EXPECT_FALSE(pool.Take(1, &mine));
  other.join();

  EXPECT_EQ(taken, (std::vector<Word>{1, 2, 3, 4, 5}));
}

TEST_F(MarkPoolTest, NobodyEntersWhatHasEnded) {
  MarkPool pool(4);
  MarkStack stack;
  ASSERT_TRUE(pool.Enter());
  EXPECT_FALSE(pool.Take(2, &stack));

  EXPECT_FALSE(pool.Enter());
  EXPECT_FALSE(pool.has_failed());
}

TEST_F(MarkPoolTest, AFailureWakesWhoWaits) {
  MarkPool pool(4);
  ASSERT_TRUE(pool.Enter());
  ASSERT_TRUE(pool.Enter());
  std::thread other([&pool] {
    MarkStack stack;
    EXPECT_FALSE(pool.Take(2, &stack));
  });

  pool.Fail();
  other.join();

  EXPECT_TRUE(pool.has_failed());
  EXPECT_FALSE(pool.Enter());
}

TEST_F(MarkPoolTest, OnesOwnPagesAreSharedOnlyWhereNothingElseIs) {
  MarkPool pool(2);
  MarkStack mine;
  PushUpTo(10, &mine);
  page_.marker = 2;
  pool.Share(1, &mine);
  EXPECT_EQ(mine.size(), 5u);
  EXPECT_EQ(page_.marker, 2);

  MarkPool other_pool(2);
  page_.marker = 1;
  other_pool.Share(1, &mine);
  EXPECT_EQ(mine.size(), 3u);
  EXPECT_EQ(page_.marker, kEverybody);
}

TEST_F(MarkPoolTest, MailIsForOneMarkerAndMarkingWaitsForIt) {
  MarkPool pool(2);
  MarkStack mine;
  std::vector<Word> mail = {7, 8, 9};
  std::vector<Word> taken;
  ASSERT_TRUE(pool.Enter());
  ASSERT_TRUE(pool.Enter());

  pool.Send(2, &mail);
  EXPECT_TRUE(mail.empty());
  EXPECT_TRUE(pool.has_mail(2));
  EXPECT_FALSE(pool.has_mail(1));
  std::atomic<bool> may_take{false};
  std::thread other([&] {
    while (!may_take) std::this_thread::yield();
    MarkStack stack;
    EXPECT_TRUE(pool.Take(2, &stack));
    taken = TakeAll(&stack);
    EXPECT_FALSE(pool.has_mail(2));
    mail.push_back(6);
    pool.Send(1, &mail);
    EXPECT_FALSE(pool.Take(2, &stack));
  });
  may_take = true;
  // It would have ended, were there no mail.
  EXPECT_TRUE(pool.Take(1, &mine));
  EXPECT_EQ(TakeAll(&mine), std::vector<Word>{6});
  EXPECT_FALSE(pool.Take(1, &mine));
  other.join();

  EXPECT_EQ(taken, (std::vector<Word>{7, 8, 9}));
}

TEST_F(MarkPoolTest, ThePagesOfWhoWaitsAreOpenedByOthers) {
  MarkPool pool(2);
  MarkStack mine;
  std::vector<Word> words(kSentWordsMax + 1, 7);
  ASSERT_TRUE(pool.Enter());
  ASSERT_TRUE(pool.Enter());
  page_.marker = 2;

  EXPECT_FALSE(pool.SendOrOpen(2, &words, &mine));
  EXPECT_TRUE(pool.has_mail(2));
  EXPECT_EQ(page_.marker, 2);
  std::atomic<int> take_count{0};
  std::thread other([&] {
    MarkStack stack;
    while (pool.Take(2, &stack)) {
      take_count.fetch_add(1);
      TakeAll(&stack);
    }
  });
  while (take_count != 1 || !pool.wants_words()) std::this_thread::yield();
  EXPECT_EQ(page_.marker, kEverybody);
  page_.marker = 2;
  words = {9};
  EXPECT_TRUE(pool.SendOrOpen(2, &words, &mine));
  EXPECT_TRUE(words.empty());
  EXPECT_EQ(TakeAll(&mine).size(), 1u);
  EXPECT_EQ(page_.marker, kEverybody);
  EXPECT_FALSE(pool.Take(1, &mine));
  other.join();
  EXPECT_EQ(take_count, 1);
}

// A word n stands for a tree of n leaves, split in two at each step.
TEST_F(MarkPoolTest, AllWorkIsDoneOnceByManyThreads) {
  constexpr Word kLeafCount = 200000;
  constexpr int kThreadCount = 4;
  MarkPool pool(4);
  std::atomic<size_t> leaf_count{0};
  const auto work = [&](MarkerNumber number, MarkStack* stack) {
    do {
      while (!stack->empty()) {
        const Word word = stack->PopMany(1).front();
        if (word == 1) {
          leaf_count.fetch_add(1, std::memory_order_relaxed);
        } else {
          stack->Push(word / 2);
          stack->Push(word - word / 2);
        }
        if (pool.wants_words()) pool.Share(number, stack);
      }
    } while (pool.Take(number, stack));
  };
  for (int i = 0; i < kThreadCount; ++i) ASSERT_TRUE(pool.Enter());
  std::vector<std::thread> threads;
  for (int i = 1; i < kThreadCount; ++i) {
    threads.emplace_back([&work, i] {
      MarkStack stack;
      work(static_cast<MarkerNumber>(i + 1), &stack);
    });
  }

  MarkStack stack;
  stack.Push(kLeafCount);
  work(1, &stack);
  for (std::thread& thread : threads) thread.join();

  EXPECT_EQ(leaf_count, kLeafCount);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
