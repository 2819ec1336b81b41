// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Words of chunks that were moved, of their neighbours, and of no chunk at all.

#include "halfword/internal/home_word.h"

#include "cage/cage.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

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
