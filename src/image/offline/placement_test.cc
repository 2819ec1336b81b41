// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Which pages objects get, and what is said of shared ones.

#include "image/offline/placement.h"

#include "gtest/gtest.h"
#include "image/byte_stream.h"
#include "image/catalog.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr ImageAbi kAbi = {.reference_bits = 32,
                           .virtual_bits = 3,
                           .has_canaries = false,
                           .layout = ImageAbi::kLayoutVersion};

TypeDescription Fixed(uint32_t bytes) {
  TypeDescription type;
  type.object_bytes = bytes;
  type.alignment = 4;
  return type;
}

class PlacementTest : public testing::Test {
 protected:
  PlacementTest() {
    types_ = {Fixed(20), Fixed(24), Fixed(40'000)};
    FieldDescription element;
    element.element_bytes = 4;
    element.kind = FieldKind::kMember;
    TypeDescription array = Fixed(4);
    array.trailing = element;
    array.trailing_offset = 4;
    types_.push_back(array);
  }

  PageUse UseOf(uint32_t granule) const {
    return static_cast<PageUse>(
        placement_.pages()[size_t{granule} * 8 / kPageBytes].entry.use);
  }

  const ImageShape shape_ = ImageShape(kAbi);
  std::vector<TypeDescription> types_;
  Placement placement_ = Placement(shape_, types_);
};

TEST_F(PlacementTest, ManyObjectsOfAClassHavePagesOfTheirOwn) {
  constexpr int kCount = 2000;
  for (int i = 0; i < kCount; ++i) placement_.Count(0, 20);
  placement_.Count(1, 24);
  uint32_t last = 0;
  for (int i = 0; i < kCount; ++i) {
    const uint32_t granule = placement_.Take(0, 20);
    EXPECT_EQ(UseOf(granule), PageUse::kOwn);
    EXPECT_EQ(size_t{granule} * 8 % kPageBytes % 24, 0u);
    EXPECT_TRUE(i == 0 || granule > last);
    last = granule;
  }
  // The same size, and few of them.
  const uint32_t few = placement_.Take(1, 24);
  EXPECT_EQ(UseOf(few), PageUse::kShared);
  EXPECT_EQ(placement_.UsableBytesAt(few), 24u);
}

TEST_F(PlacementTest, ArraysOfReferencesSharePages) {
  for (int i = 0; i < 3000; ++i) placement_.Count(3, 100);
  EXPECT_EQ(UseOf(placement_.Take(3, 100)), PageUse::kShared);
}

TEST_F(PlacementTest, LargeObjectsHaveRowsOfPages) {
  const uint32_t granule = placement_.Take(2, 40'000);
  ASSERT_EQ(placement_.pages().size(), 3u);
  EXPECT_EQ(UseOf(granule), PageUse::kLarge);
  EXPECT_EQ(placement_.pages()[0].entry.page_run, 3u);
  EXPECT_EQ(placement_.pages()[2].entry.page_run, 2u);
  EXPECT_EQ(placement_.UsableBytesAt(granule), 3 * kPageBytes);
  EXPECT_TRUE(placement_.SlotTypes(7).empty());
}

TEST_F(PlacementTest, SlotTypesAreThoseOfSharedPages) {
  placement_.Take(0, 20);
  placement_.Take(1, 24);
  EXPECT_GE(placement_.SlotTypeBytesWith(500), placement_.SlotTypeBytes());
  const std::string bytes = placement_.SlotTypes(7);
  EXPECT_EQ(bytes.size(), placement_.SlotTypeBytes());
  ByteReader reader(bytes);
  EXPECT_EQ(reader.Take<uint32_t>(), 7u);
  EXPECT_EQ(reader.Take<uint32_t>(), kPageBytes / 24);
  EXPECT_EQ(reader.Take<uint16_t>(), 0u);
  EXPECT_EQ(reader.Take<uint16_t>(), 1u);
  EXPECT_EQ(reader.Take<uint16_t>(), Catalog::kNoSlotType);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
