// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Every size against its class: it fits, and it loses no more than it may, both
// of the object and of the slot.

#include "halfword/internal/size_class.h"

#include <algorithm>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(SizeClassTest, HoldsEverySizeInTheSmallestClassThatFits) {
  for (size_t bytes = 1; bytes <= kSmallBytesMax; ++bytes) {
    const size_t index = SizeClassOf(bytes);

    ASSERT_LT(index, kSizeClassCount) << bytes;
    ASSERT_GE(SizeClassBytes(index), bytes);
    if (index > 0) {
      ASSERT_LT(SizeClassBytes(index - 1), bytes);
    }
  }
}

TEST(SizeClassTest, GoesUpInStepsOfAGranuleTo128Bytes) {
  for (size_t bytes = 1; bytes <= 128; ++bytes) {
    const size_t granules = (bytes + kGranuleBytes - 1) / kGranuleBytes;

    EXPECT_EQ(SizeClassBytes(SizeClassOf(bytes)), granules * kGranuleBytes);
  }
}

TEST(SizeClassTest, LosesAtMostAnEighthOfWhatHasUpTo2KiB) {
  for (size_t bytes = 128; bytes <= 2048; ++bytes) {
    const size_t lost_bytes = SizeClassBytes(SizeClassOf(bytes)) - bytes;

    ASSERT_LE(lost_bytes * 8, bytes) << bytes << " of the object";
    ASSERT_LE(lost_bytes * 8, bytes + lost_bytes) << bytes << " of the slot";
  }
}

TEST(SizeClassTest, LosesAtMostATwelfthOfAPageBehindTheSlots) {
  for (size_t index = 0; index < kSizeClassCount; ++index) {
    const size_t slot_bytes = SizeClassBytes(index);
    // 1920 is there for what 2048 would cost, not for the page.
    if (slot_bytes == 1920) continue;

    ASSERT_LE(kPageBytes % slot_bytes * 12, kPageBytes) << slot_bytes;
  }
}

TEST(SizeClassTest, AlignsSlotsAsTheirSizesAre) {
  for (size_t index = 0; index < kSizeClassCount; ++index) {
    ASSERT_EQ(SizeClassBytes(index) % kGranuleBytes, 0u);
    ASSERT_GT(SizeClassBytes(index),
              index == 0 ? 0 : SizeClassBytes(index - 1));
  }

  // A multiple of 16 gets slots that are, for objects with that alignment.
  for (size_t bytes = 16; bytes <= kSmallBytesMax; bytes += 16) {
    ASSERT_EQ(SizeClassBytes(SizeClassOf(bytes)) % 16, 0u) << bytes;
  }
}

TEST(SizeClassTest, EndsAtHalfAPage) {
  const size_t last = kSizeClassCount - 1;

  EXPECT_EQ(kSmallBytesMax, 8192u);
  EXPECT_EQ(SizeClassBytes(last), kSmallBytesMax);
  EXPECT_EQ(SizeClassOf(kSmallBytesMax), last);
  EXPECT_EQ(SizeClassOf(0), 0u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
