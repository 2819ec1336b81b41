// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Places in the cage of this process.

#include "image/image_place.h"

#include <set>

#include "cage/cage.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(ImagePlaceTest, IsInTheUpperThreeQuarters) {
  const Cage& cage = Cage::Get();
  for (uint64_t i = 0; i < 100; ++i) {
    const uintptr_t place = ChoosePlace({.low = i * 0x9e37'79b9}, 0);
    EXPECT_GE(place, cage.begin() + cage.capacity_bytes() / 4);
    EXPECT_LT(place, cage.end());
    EXPECT_EQ(place % kChunkBytes, 0u);
  }
}

TEST(ImagePlaceTest, IsTheImagesOwnAndOthersFollow) {
  const ImageId id = {.low = 12345};
  EXPECT_EQ(ChoosePlace(id, 0), ChoosePlace(id, 0));
  std::set<uintptr_t> places;
  for (uint32_t attempt = 0; attempt < 3; ++attempt) {
    places.insert(ChoosePlace(id, attempt));
  }
  EXPECT_GE(places.size(), 2u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
