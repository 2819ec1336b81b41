// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The page pool against a model: no page is given twice, none is lost, and
// chunks go back to the cage.

#include "heap/page_pool.h"

#include <map>
#include <random>
#include <thread>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"
#include "heap/heap_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class PagePoolTest : public ::testing::Test {
 protected:
  PagePoolTest() : pool_(&heap_) {}

  PageIndex TakeOrGrow(uint32_t page_count) {
    const PageIndex page = pool_.Take(page_count);
    if (page != kNoPage) return page;
    EXPECT_TRUE(pool_.Grow(page_count));
    return pool_.Take(page_count);
  }

  TestHeap heap_;
  PagePool pool_;
};

TEST_F(PagePoolTest, GivesNothingBeforeItHasGrown) {
  EXPECT_EQ(pool_.Take(1), kNoPage);
  EXPECT_EQ(pool_.free_page_count(), 0u);
}

TEST_F(PagePoolTest, JoinsNeighboursThatComeBack) {
  const PageIndex whole = TakeOrGrow(kChunkPages);
  pool_.Put(whole, kChunkPages);
  std::vector<PageIndex> pages;
  for (size_t i = 0; i < kChunkPages; ++i) pages.push_back(pool_.Take(1));
  EXPECT_EQ(pool_.Take(1), kNoPage);

  // Every other page first, so that each later one has two neighbours.
  for (size_t i = 0; i < kChunkPages; i += 2) pool_.Put(pages[i], 1);
  for (size_t i = 1; i < kChunkPages; i += 2) pool_.Put(pages[i], 1);

  EXPECT_EQ(pool_.Take(kChunkPages), whole);
  pool_.Put(whole, kChunkPages);
}

TEST_F(PagePoolTest, AgreesWithAModelOverRandomRuns) {
  const TestSeed seed;
  std::mt19937_64 random(seed.value());
  std::map<PageIndex, uint32_t> taken;
  size_t taken_pages = 0;
  for (int step = 0; step < 20000; ++step) {
    if (taken.empty() || random() % 2 == 0) {
      const auto count = static_cast<uint32_t>(
          random() % 8 == 0 ? random() % 100 + 1 : random() % 4 + 1);
      const PageIndex page = TakeOrGrow(count);
      ASSERT_NE(page, kNoPage);
      const auto next = taken.lower_bound(page);
      ASSERT_TRUE(next == taken.end() || page + count <= next->first);
      ASSERT_TRUE(next == taken.begin() ||
                  std::prev(next)->first + std::prev(next)->second <= page);
      taken[page] = count;
      taken_pages += count;
    } else {
      auto chosen = taken.begin();
      std::advance(chosen, random() % taken.size());
      pool_.Put(chosen->first, chosen->second);
      taken_pages -= chosen->second;
      taken.erase(chosen);
    }
    ASSERT_EQ((taken_pages + pool_.free_page_count()) * kPageBytes,
              pool_.chunk_bytes());
  }
  for (const auto& [page, count] : taken) pool_.Put(page, count);

  pool_.Trim(0);

  EXPECT_EQ(pool_.chunk_bytes(), 0u);
  EXPECT_EQ(pool_.free_page_count(), 0u);
}

TEST_F(PagePoolTest, KeepsAsManyResidentPagesAsItIsTold) {
  const PageIndex page = TakeOrGrow(8 * kChunkPages);
  pool_.Put(page, 8 * kChunkPages);

  pool_.Trim(9 * kChunkPages * kPageBytes);
  EXPECT_EQ(pool_.resident_free_page_count(), 8 * kChunkPages);

  pool_.Trim(0);
  EXPECT_EQ(pool_.chunk_bytes(), 0u);
}

TEST_F(PagePoolTest, KeepsTheBeginningOfALongRun) {
  const PageIndex page = TakeOrGrow(8 * kChunkPages);
  pool_.Put(page, 8 * kChunkPages);

  // A chunk goes back whole or not at all.
  pool_.Trim((3 * kChunkPages + 1) * kPageBytes);
  EXPECT_EQ(pool_.resident_free_page_count(), 3 * kChunkPages);
  EXPECT_EQ(pool_.chunk_bytes(), 3 * kChunkBytes);
  EXPECT_EQ(pool_.Take(3 * kChunkPages), page);

  pool_.Put(page, 3 * kChunkPages);
  pool_.Trim(0);
  EXPECT_EQ(pool_.chunk_bytes(), 0u);
}

TEST_F(PagePoolTest, TrimsPieceByPiece) {
  const PageIndex page = TakeOrGrow(100 * kChunkPages);
  pool_.Put(page, 100 * kChunkPages);

  int pieces = 1;
  for (size_t before = 100 * kChunkPages; pool_.TrimSome(0); ++pieces) {
    const size_t now = pool_.resident_free_page_count();
    ASSERT_LT(now, before);
    ASSERT_LE((before - now) * kPageBytes, size_t{8} << 20);
    before = now;
  }

  EXPECT_GE(pieces, 4);
  EXPECT_EQ(pool_.chunk_bytes(), 0u);
  EXPECT_FALSE(pool_.TrimSome(0));
}

// Of runs too short to give their chunks back, those that hold memory are given
// out before those that hold none.
TEST_F(PagePoolTest, TakesPagesThatHoldMemoryFirst) {
  const PageIndex first = TakeOrGrow(kChunkPages);
  pool_.Put(first, 1);
  pool_.Put(first + 2, 1);
  pool_.Trim(0);
  EXPECT_EQ(pool_.resident_free_page_count(), 0u);

  pool_.Put(first + 4, 1);
  pool_.Put(first + 6, 1);
  pool_.Trim(kPageBytes);
  EXPECT_EQ(pool_.resident_free_page_count(), 1u);
  const PageIndex taken = pool_.Take(1);
  EXPECT_TRUE(taken == first + 4 || taken == first + 6);
  EXPECT_EQ(pool_.resident_free_page_count(), 0u);

  pool_.Put(taken, 1);
  for (const uint32_t i : {1u, 3u, 5u}) pool_.Put(first + i, 1);
  pool_.Put(first + 7, kChunkPages - 7);
  pool_.Trim(0);
  EXPECT_EQ(pool_.chunk_bytes(), 0u);
}

// Each pool puts back pages beside those of the other, which goes to the cage
// meanwhile. Nothing orders the two, so ThreadSanitizer sees every access of
// one thread to what the other writes.
TEST(PagePoolThreadTest, LeavesTheRecordsOfOtherHeapsToTheirThreads) {
  TestHeap heaps[2];
  PagePool pools[2] = {PagePool(&heaps[0]), PagePool(&heaps[1])};
  const auto put_and_trim = [](PagePool* pool, PageIndex page) {
    pool->Put(page, kChunkPages);
    pool->Trim(0);
  };
  for (int round = 0; round < 100; ++round) {
    ASSERT_TRUE(pools[0].Grow(kChunkPages));
    ASSERT_TRUE(pools[1].Grow(kChunkPages));
    const PageIndex first = pools[0].Take(kChunkPages);
    const PageIndex second = pools[1].Take(kChunkPages);
    ASSERT_EQ(second, first + kChunkPages);

    std::thread other(put_and_trim, &pools[0], first);
    put_and_trim(&pools[1], second);
    other.join();

    ASSERT_EQ(pools[0].chunk_bytes(), 0u);
    ASSERT_EQ(pools[1].chunk_bytes(), 0u);
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
