// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Pages laid end to end, and where that ends.

#include "examples/dom/page_places.h"

#include <gtest/gtest.h>

namespace dom {
namespace {

constexpr size_t kGibibyte = size_t{1} << 30;

using Spot = PagePlaces::Spot;

PagePlaces Lay(std::initializer_list<size_t> texts_bytes) {
  PagePlaces places;
  for (const size_t bytes : texts_bytes) places.Add(bytes);
  return places;
}

TEST(PagePlacesTest, FindsTheFirstAndTheLastByteOfEachPage) {
  const PagePlaces places = Lay({10, 1, 300});

  EXPECT_EQ(places.First(0), kFirstPlace);
  EXPECT_EQ(places.Find(PlaceAt(places.First(0), 0)), (Spot{0, 0}));
  EXPECT_EQ(places.Find(PlaceAt(places.First(0), 9)), (Spot{0, 9}));
  EXPECT_EQ(places.Find(PlaceAt(places.First(1), 0)), (Spot{1, 0}));
  EXPECT_EQ(places.Find(PlaceAt(places.First(2), 0)), (Spot{2, 0}));
  EXPECT_EQ(places.Find(PlaceAt(places.First(2), 299)), (Spot{2, 299}));
}

TEST(PagePlacesTest, FindsNothingBesideThePages) {
  const PagePlaces places = Lay({10, 20});

  EXPECT_EQ(places.Find(kNoPlace), std::nullopt);
  EXPECT_NE(places.Find(Place{30}), std::nullopt);
  EXPECT_EQ(places.Find(Place{31}), std::nullopt);
  EXPECT_EQ(places.Find(Place{UINT32_MAX}), std::nullopt);
  EXPECT_EQ(PagePlaces().Find(kFirstPlace), std::nullopt);
  EXPECT_EQ(PlaceAt(kNoPlace, 7), kNoPlace);
}

TEST(PagePlacesTest, LeavesOutWhatEndsBeyondFourGibibytes) {
  // Byte 0 is nobody's, so a byte less than 4 GiB has places.
  const PagePlaces places = Lay({3 * kGibibyte, kGibibyte, kGibibyte - 1, 1});

  EXPECT_EQ(places.First(1), kNoPlace);
  EXPECT_EQ(places.Find(PlaceAt(places.First(2), kGibibyte - 2)),
            (Spot{2, kGibibyte - 2}));
  EXPECT_EQ(PlaceAt(places.First(2), kGibibyte - 2), Place{UINT32_MAX});
  EXPECT_EQ(places.First(3), kNoPlace);
}

TEST(PagePlacesTest, GivesAnEmptyTextNoPlace) {
  const PagePlaces places = Lay({0, 5});

  EXPECT_EQ(places.First(0), kNoPlace);
  EXPECT_EQ(places.Find(kFirstPlace), (Spot{1, 0}));
}

}  // namespace
}  // namespace dom
