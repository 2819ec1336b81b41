// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Words of chunks that were moved, of their neighbours, and of no chunk at all.

#include "halfword/internal/home_word.h"

#include <atomic>
#include <thread>

#include "cage/cage.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// Another thread hashes references while the first image is moved, which makes
// the table. (In a process of its own, as ctest runs it.)
TEST(HomeWordTest, AnotherThreadMayAskAsTheTableIsMade) {
  Cage& cage = Cage::Get();
  const uintptr_t chunks = cage.AllocateChunks(2);
  ASSERT_NE(chunks, 0u);
  const Word word = CompressAddress(chunks + kChunkBytes);
  std::atomic<bool> asks = false;
  std::atomic<bool> ends = false;
  std::thread other([&] {
    do {
      EXPECT_EQ(HomeWord(word), word);
      asks.store(true, std::memory_order_relaxed);
    } while (!ends.load(std::memory_order_relaxed));
    EXPECT_EQ(HomeWord(word), word);
  });
  while (!asks.load(std::memory_order_relaxed)) std::this_thread::yield();

  ASSERT_TRUE(SetHomeDistance(chunks, kChunkBytes, 1000));
  EXPECT_EQ(HomeWord(CompressAddress(chunks)), CompressAddress(chunks) - 1000);
  ends.store(true, std::memory_order_relaxed);
  other.join();

  ASSERT_TRUE(SetHomeDistance(chunks, kChunkBytes, 0));
  cage.FreeChunks(chunks, 2);
}

TEST(HomeWordTest, IsTheWordUntilItsChunkIsMoved) {
  Cage& cage = Cage::Get();
  const uintptr_t chunks = cage.AllocateChunks(3);
  ASSERT_NE(chunks, 0u);
  const uintptr_t middle = chunks + kChunkBytes;
  const Word before = CompressAddress(chunks + kChunkBytes - kGranuleBytes);
  const Word first = CompressAddress(middle);
  const Word last = CompressAddress(middle + kChunkBytes - kGranuleBytes);
  const Word behind = CompressAddress(middle + kChunkBytes);
  EXPECT_EQ(HomeWord(first), first);

  ASSERT_TRUE(SetHomeDistance(middle, kChunkBytes, Word{0} - 1000));
  EXPECT_EQ(HomeWord(before), before);
  EXPECT_EQ(HomeWord(first), first + 1000);
  EXPECT_EQ(HomeWord(last), last + 1000);
  EXPECT_EQ(HomeWord(behind), behind);
  EXPECT_EQ(HomeWord(kNullWord), kNullWord);
  EXPECT_EQ(HomeWord(kSentinelWord), kSentinelWord);
  EXPECT_EQ(HomeWord(0x7fff'ffff), Word{0x7fff'ffff});

  ASSERT_TRUE(SetHomeDistance(middle, kChunkBytes, 0));
  EXPECT_EQ(HomeWord(first), first);
  cage.FreeChunks(chunks, 3);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
