// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// An image seen without its program.

#include "image/image_view.h"

#include <map>
#include <string>

#include "gtest/gtest.h"
#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/trailing_array.h"
#include "image/image_check.h"
#include "image/image_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {

class Seen : public GarbageCollected<Seen> {
 public:
  explicit Seen(int value) : value_(value) {}
  int value_;
  HALFWORD_FIELDS(Seen, value_)
};

namespace {

class ImageViewTest : public ImageTest {
 protected:
  void MakeImage(int count) const {
    const auto heap = Open<Seen>();
    for (int i = 0; i < count; ++i) {
      heap->SetRoot("root " + std::to_string(i),
                    MakeGarbageCollected<Seen>(heap->GetAllocationHandle(), i));
    }
    Save(heap.get());
  }
};

TEST_F(ImageViewTest, ObjectsAreCountedByType) {
  MakeImage(2500);
  ImageView view(Path());
  ASSERT_TRUE(view.Open().ok());
  ASSERT_TRUE(view.ReadTables().ok());
  std::map<std::string, int> counts;
  view.ForEachObject([&](ImagePage, uint32_t, ImageTypeIndex type) {
    ++counts[view.catalog().types[type].name];
  });
  EXPECT_EQ(counts["halfword::internal::Seen"], 2500);
  EXPECT_EQ(view.catalog().roots.size(), 2500u);
  EXPECT_EQ(view.abi(), kOwnImageAbi);
}

TEST_F(ImageViewTest, WhatIsNoImageIsSaidToBeNone) {
  ImageView view(Path());
  EXPECT_EQ(view.Open().error(), ImageError::kNotFound);
}

class SeenRow : public GarbageCollected<SeenRow> {
 public:
  HALFWORD_FIELDS(SeenRow)
  HALFWORD_TRAILING(SeenRow, char)
};

// Else pages would be counted again and again, each time with all that follow.
TEST_F(ImageViewTest, LargeObjectsInLargeObjectsAreDamage) {
  {
    const auto heap = Open<SeenRow>();
    heap->SetRoot("row", MakeGarbageCollected<SeenRow>(
                             heap->GetAllocationHandle(),
                             TrailingBytes<SeenRow>(8 * kPageBytes)));
    Save(heap.get());
  }
  const ImagePage first = FirstOf(PageUse::kLarge);
  // Entries stand in front of all pages.
  PageEntry entry = NumberAt<PageEntry>(first * sizeof(PageEntry));
  --entry.page_run;

  PlantNumber((first + 1) * sizeof(PageEntry), entry);
  ImageReport report;
  const ImageStatus status = CheckImage(Path(), &report);

  EXPECT_TRUE(status.ok()) << status.message();
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].text,
            "the tables of page " + std::to_string(first) + " are damaged");
}

TEST(ImageViewNumbersTest, AnImageThatNumbersDoNotReachIsRefused) {
  constexpr uint64_t kGiB = uint64_t{1} << 30;
  const auto why = [](uint64_t bytes, size_t granule_bytes) {
    return WhyNotNumbered(bytes / kPageBytes, granule_bytes);
  };
  EXPECT_EQ(why(0, 8), "");
  EXPECT_EQ(why(32 * kGiB - kPageBytes, 8), "");
  EXPECT_EQ(why(32 * kGiB, 8),
            "it has 34359738368 bytes, and without the program that wrote it "
            "objects can be found in 34359721984");
  EXPECT_NE(why(128 * kGiB, 8), "");
  // 2 to the power of 32 granules more would have the same numbers.
  EXPECT_NE(why(32 * kGiB + kPageBytes, 8), "");
  EXPECT_EQ(why(32 * kGiB, 16), "");
  EXPECT_NE(why(64 * kGiB, 16), "");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
