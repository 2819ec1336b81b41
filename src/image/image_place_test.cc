// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Places in the cage of this process.

#include "image/image_place.h"

#include <set>

#include "cage/cage.h"
#include "gtest/gtest.h"
#include "image/image_memory.h"

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

TEST(ImagePlaceTest, AllOfTheCageIsTriedInTheEnd) {
  std::set<uintptr_t> places;
  EXPECT_FALSE(FindPlace({.low = 1}, [&](uintptr_t place) {
    EXPECT_GE(place, Cage::Get().begin());
    EXPECT_LT(place, Cage::Get().end());
    places.insert(place);
    return false;
  }));
  EXPECT_GE(places.size(), Cage::Get().capacity_bytes() / kPlaceStepBytes);
  int asked = 0;
  EXPECT_TRUE(FindPlace({}, [&](uintptr_t) { return ++asked == 3; }));
  EXPECT_EQ(asked, 3);
}

TEST(ImagePlaceTest, ProbingAsksForRoom) {
  const Cage& cage = Cage::Get();
  const uintptr_t last = cage.end() - 20 * kChunkBytes;
  EXPECT_FALSE(ImageMemory(last).Probe(21 * kChunkBytes));
  EXPECT_TRUE(ImageMemory(last).Probe(20 * kChunkBytes));
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
