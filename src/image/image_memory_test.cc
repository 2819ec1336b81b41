// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Zones in the cage.

#include "image/image_memory.h"

#include <cstring>

#include "cage/cage.h"
#include "gtest/gtest.h"
#include "halfword/internal/home_word.h"
#include "heap/slot_map.h"
#include "image/image_place.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

uintptr_t Place() { return ChoosePlace({.low = 5}, 0); }

TEST(ImageMemoryTest, ZonesFollowEachOther) {
  ImageMemory memory(Place());
  const SourceRun first = memory.Take(1);
  EXPECT_EQ(first.first_page, PageIndexOf(Place()));
  EXPECT_EQ(first.page_count, 240u);
  const SourceRun second = memory.Take(500);
  EXPECT_EQ(second.first_page, first.first_page + 240);
  EXPECT_GE(second.page_count - second.table_page_count, 500u);
  EXPECT_EQ(memory.end_page(), 240 + second.page_count);
  EXPECT_EQ(memory.EntryAt(240).page_run, second.page_count);
}

TEST(ImageMemoryTest, APlaceIsTakenOnce) {
  ImageMemory memory(Place());
  ASSERT_TRUE(memory.Probe(kChunkBytes));
  ImageMemory other(Place());
  EXPECT_FALSE(other.Probe(kChunkBytes));
  EXPECT_EQ(other.Take(1).first_page, kNoPage);
  memory.GiveBackAll();
  EXPECT_TRUE(other.Probe(kChunkBytes));
}

TEST(ImageMemoryTest, ItCanGrowUpToWhatOthersHaveTaken) {
  constexpr size_t kRoomBytes = 64 * kChunkBytes;
  ImageMemory memory(Place());
  ASSERT_TRUE(memory.Probe(kRoomBytes));
  EXPECT_GE(memory.CapacityBytes(), kRoomBytes);
  Cage& cage = Cage::Get();
  ASSERT_TRUE(cage.TakeChunks(Place() + kRoomBytes, 1));
  EXPECT_EQ(memory.CapacityBytes(), kRoomBytes);
  memory.Take(1000);
  EXPECT_EQ(memory.CapacityBytes(), kRoomBytes);
  cage.FreeChunks(Place() + kRoomBytes, 1);

  ImageMemory moved(Place() + 2 * kRoomBytes,
                    Place() + 2 * kRoomBytes + kChunkBytes * 16);
  EXPECT_EQ(moved.CapacityBytes(), 16 * kChunkBytes);
}

TEST(ImageMemoryTest, TheEndOfTheCageIsNotPassed) {
  const Cage& cage = Cage::Get();
  ImageMemory memory(cage.end() - 15 * kChunkBytes);
  EXPECT_NE(memory.Take(1).first_page, kNoPage);
  EXPECT_EQ(memory.Take(1).first_page, kNoPage);
}

TEST(ImageMemoryTest, PlaceAndHomeNeverOverlap) {
  ImageMemory memory(
      Place(), Place() + size_t{2} * ImageZone::kPagesMultiple * kPageBytes);
  ASSERT_TRUE(memory.is_moved());
  EXPECT_NE(memory.Take(1).first_page, kNoPage);
  const Word word = CompressAddress(Place());
  EXPECT_EQ(HomeWord(word), CompressAddress(memory.home()));
  EXPECT_NE(memory.Take(1).first_page, kNoPage);
  EXPECT_EQ(memory.Take(1).first_page, kNoPage);
  memory.GiveBackAll();
  EXPECT_EQ(HomeWord(word), word);
}

// What the header of a file says may be anything.
TEST(ImageMemoryTest, APlaceThatNoImageCanHaveIsTaken) {
  ImageState state;
  state.page_count = ImageZone::kPagesMultiple;
  for (const uintptr_t place : {Place() + kPageBytes, Place() + 1, uintptr_t{0},
                                Cage::Get().window_begin() + kWindowBytes}) {
    ImageMemory memory(place);
    EXPECT_EQ(memory.MapFile(state, -1), ImageMemory::MapResult::kPlaceTaken);
  }
}

TEST(ImageMemoryTest, BitsAreCopiedAmongThePages) {
  ImageMemory memory(Place());
  const SourceRun run = memory.Take(1);
  const ImageZone& zone = memory.zones()[0];
  AllocatedBits(run.first_page + 3)[2] = 0x55;
  memory.UpdateBitmaps();
  uint64_t copied = 0;
  std::memcpy(&copied,
              static_cast<char*>(memory.BytesAt(0)) + zone.entry_bytes() +
                  3 * ImageZone::kPageBitmapBytes + 2 * sizeof(uint64_t),
              sizeof(copied));
  EXPECT_EQ(copied, 0x55u);
  AllocatedBits(run.first_page + 3)[2] = 0;
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
