// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How long zones are, and what their tables take.

#include "image/image_zone.h"

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(ImageZoneTest, TheFirstIsSmall) {
  const ImageZone zone = ImageZone::After(0, 1);
  EXPECT_EQ(zone.page_count, 240u);
  EXPECT_EQ(zone.table_pages(), kPageGranules == 1024 ? 3u : 4u);
  EXPECT_EQ(zone.end(), 240u);
}

TEST(ImageZoneTest, FewCoverTheLargestCage) {
  ImagePage end = 0;
  int zones = 0;
  size_t tables = 0;
  while (end < kWindowBytes / kPageBytes) {
    const ImageZone zone = ImageZone::After(end, 1);
    EXPECT_EQ(zone.first_page, end);
    EXPECT_EQ(zone.page_count % ImageZone::kPagesMultiple, 0u);
    EXPECT_LT(zone.table_pages(), zone.page_count);
    tables += zone.table_pages();
    end = zone.end();
    ++zones;
  }
  EXPECT_LT(zones, 60);
  // A bit a granule, and 16 bytes a page.
  EXPECT_LT(tables * 55, end);
}

TEST(ImageZoneTest, ALongRunFits) {
  for (uint32_t run = 1; run < 300'000; run = run * 3 / 2 + 1) {
    const ImageZone zone = ImageZone::After(240, run);
    EXPECT_GE(zone.page_count - zone.table_pages(), run);
    EXPECT_LT(zone.page_count, run + run / 50 + 2 * 240);
  }
}

TEST(ImageZoneTest, TablesAreWhole) {
  const ImageZone zone = ImageZone::After(4800, 1);
  EXPECT_EQ(zone.entry_bytes() % kOsPageBytes, 0u);
  EXPECT_GE(zone.table_pages() * kPageBytes,
            zone.entry_bytes() + zone.bitmap_bytes());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
