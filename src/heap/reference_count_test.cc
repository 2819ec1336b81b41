// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Both counts, at each of their borders.

#include "halfword/internal/reference_count.h"

#include <bit>
#include <cstdint>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr uint32_t kMax = 0x80000000;

template <typename Count>
class ReferenceCountTest : public ::testing::Test {
 protected:
  static Count At(uint32_t value) { return std::bit_cast<Count>(value); }
  static uint32_t ValueOf(const Count& count) { return *count.address(); }
};

using Counts = ::testing::Types<PlainCount, AtomicCount>;
TYPED_TEST_SUITE(ReferenceCountTest, Counts);

TYPED_TEST(ReferenceCountTest, BeginsWithOneReference) {
  const TypeParam count;

  EXPECT_TRUE(count.IsOne());
}

TYPED_TEST(ReferenceCountTest, TellsTheLastReference) {
  TypeParam count;
  count.Increment();
  EXPECT_FALSE(count.IsOne());

  EXPECT_FALSE(count.Decrement());
  EXPECT_TRUE(count.Decrement());

  EXPECT_EQ(this->ValueOf(count), 0u);
}

TYPED_TEST(ReferenceCountTest, CountsUpToHalfOfItsRangeAndBack) {
  TypeParam count = this->At(kMax - 1);

  count.Increment();
  EXPECT_EQ(this->ValueOf(count), kMax);
  EXPECT_FALSE(count.Decrement());

  EXPECT_EQ(this->ValueOf(count), kMax - 1);
}

TYPED_TEST(ReferenceCountTest, NeverFallsAgainOnceItIsOutOfRange) {
  TypeParam count = this->At(kMax);

  count.Increment();
  EXPECT_FALSE(count.Decrement());
  EXPECT_EQ(this->ValueOf(count), kPinnedCount);
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(count.Decrement());

  EXPECT_EQ(this->ValueOf(count), kPinnedCount);
}

TYPED_TEST(ReferenceCountTest, NeverRisesToZeroOnceItIsOutOfRange) {
  TypeParam count = this->At(UINT32_MAX);

  count.Increment();

  EXPECT_EQ(this->ValueOf(count), kPinnedCount);
}

TYPED_TEST(ReferenceCountTest, PinsWhatIsUsedAfterItsEnd) {
  TypeParam retained = this->At(0);
  TypeParam released = this->At(0);

  retained.Increment();
  EXPECT_FALSE(released.Decrement());

  EXPECT_EQ(this->ValueOf(retained), kPinnedCount);
  EXPECT_EQ(this->ValueOf(released), kPinnedCount);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
