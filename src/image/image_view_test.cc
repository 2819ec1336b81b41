// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// An image seen without its program.

#include "image/image_view.h"

#include <map>
#include <string>

#include "gtest/gtest.h"
#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
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

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
