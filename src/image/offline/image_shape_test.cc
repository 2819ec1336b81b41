// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The rules for this build are the heap's.

#include "image/offline/image_shape.h"

#include "base/bits.h"
#include "cage/window.h"
#include "gtest/gtest.h"
#include "halfword/internal/size_class.h"
#include "heap/memory_debug.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr ImageAbi kCompressed3 = {.reference_bits = 32,
                                   .virtual_bits = 3,
                                   .has_canaries = false,
                                   .layout = ImageAbi::kLayoutVersion};
constexpr ImageAbi kCompressed4 = {.reference_bits = 32,
                                   .virtual_bits = 4,
                                   .has_canaries = false,
                                   .layout = ImageAbi::kLayoutVersion};
constexpr ImageAbi kFullWidth = {.reference_bits = 64,
                                 .virtual_bits = 0,
                                 .has_canaries = false,
                                 .layout = ImageAbi::kLayoutVersion};

constexpr ImageAbi kFullWidth4 = {.reference_bits = 64,
                                  .virtual_bits = 4,
                                  .has_canaries = false,
                                  .layout = ImageAbi::kLayoutVersion};

TEST(ImageShapeTest, SlotsAreThoseOfTheHeap) {
  const ImageShape shape(kOwnImageAbi);
  EXPECT_EQ(shape.word_bytes(), sizeof(Word));
  EXPECT_EQ(shape.granule_bytes(), kGranuleBytes);
  EXPECT_EQ(shape.canary_bytes(), kCanaryBytes);
  for (size_t bytes = 1; bytes + kCanaryBytes <= kSmallBytesMax; ++bytes) {
    ASSERT_EQ(shape.SharedSlotBytes(1, bytes),
              SizeClassBytes(
                  SizeClassOf(RoundUp(bytes + kCanaryBytes, kGranuleBytes))))
        << bytes;
    ASSERT_FALSE(shape.IsLarge(bytes));
  }
  EXPECT_TRUE(shape.IsLarge(kSmallBytesMax - kCanaryBytes + 1));
}

TEST(ImageShapeTest, GranulesFollowFromVirtualBits) {
  EXPECT_EQ(ImageShape(kCompressed3).granule_bytes(), 8u);
  EXPECT_EQ(ImageShape(kCompressed4).granule_bytes(), 16u);
  EXPECT_EQ(ImageShape(kFullWidth).granule_bytes(), 8u);
  EXPECT_EQ(ImageShape(kFullWidth4).granule_bytes(), 16u);
  EXPECT_EQ(ImageShape(kFullWidth4).SentinelWord(), 16u);
  EXPECT_NE(NumberOf(kFullWidth), NumberOf(kFullWidth4));
}

TEST(ImageShapeTest, TablesAreThoseOfZones) {
  const ImageShape shape(kOwnImageAbi);
  for (uint32_t pages : {240u, 480u, 24'000u}) {
    EXPECT_EQ(shape.TablePages(pages), ImageZone::TablePages(pages));
  }
  for (const ImageAbi& abi :
       {kCompressed3, kCompressed4, kFullWidth, kFullWidth4}) {
    const ImageShape other(abi);
    for (uint32_t pages : {0u, 1u, 236u, 237u, 5'000u, 1'000'000u}) {
      const ImageZone zone = other.ZoneFor(pages);
      EXPECT_EQ(zone.page_count % ImageZone::kPagesMultiple, 0u);
      EXPECT_GE(zone.page_count - other.TablePages(zone.page_count), pages);
    }
  }
}

TEST(ImageShapeTest, PlacesLieInTheWindow) {
  constexpr uint64_t kMiB = uint64_t{1} << 20;
  for (const ImageAbi& abi :
       {kCompressed3, kCompressed4, kFullWidth, kFullWidth4}) {
    const ImageShape shape(abi);
    const uint64_t window = abi.reference_bits == 64
                                ? uint64_t{1} << 37
                                : uint64_t{shape.granule_bytes()} << 31;
    for (uint64_t low = 0; low < 40; ++low) {
      for (uint64_t bytes : {kMiB, 1024 * kMiB, 1025 * kMiB, 5000 * kMiB,
                             13'000 * kMiB, shape.CapacityBytes()}) {
        const uint64_t place = shape.PlaceFor({low, 0}, bytes);
        EXPECT_GE(place, kWindowMarginBytes);
        EXPECT_LE(place + bytes, window - kWindowMarginBytes);
        EXPECT_EQ(place % (kMiB / 4), 0u);
      }
    }
  }
}

// With references of 64 bits the window has room for more.
TEST(ImageShapeTest, ThereIsRoomForWhatHasNumbers) {
  constexpr uint64_t kGiB = uint64_t{1} << 30;
  EXPECT_EQ(ImageShape(kCompressed3).CapacityBytes(),
            16 * kGiB - 2 * kWindowMarginBytes);
  EXPECT_EQ(ImageShape(kCompressed4).CapacityBytes(),
            32 * kGiB - 2 * kWindowMarginBytes);
  EXPECT_EQ(ImageShape(kFullWidth).CapacityBytes(), 32 * kGiB - kPageBytes);
}

TEST(ImageShapeTest, WordsAreThoseOfTheBuild) {
  EXPECT_EQ(ImageShape(kCompressed3).WordOf(8 << 20, 16), 0x80100002u);
  EXPECT_EQ(ImageShape(kCompressed4).WordOf(8 << 20, 16), 0x80080001u);
  const ImageShape full(kFullWidth);
  EXPECT_EQ(full.WordOf(8 << 20, 16), full.Window() + (8 << 20) + 16);
  EXPECT_EQ(ImageShape(kOwnImageAbi).SentinelWord(), kSentinelWord);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
