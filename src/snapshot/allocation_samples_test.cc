// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Samples by a clock of the test's own.

#include "snapshot/allocation_samples.h"

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr uint64_t kInterval = AllocationSamples::kFirstIntervalUs;

TEST(AllocationSamplesTest, BeginsWithWhatWasThereBefore) {
  const AllocationSamples samples(1000, 77);
  const auto all = samples.Until(1500, 90);

  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].time_us, 0u);
  EXPECT_EQ(all[0].last_number, 77u);
  EXPECT_EQ(all[1].time_us, 500u);
  EXPECT_EQ(all[1].last_number, 90u);
}

TEST(AllocationSamplesTest, TakesOneAnInterval) {
  AllocationSamples samples(0, 0);
  for (uint32_t i = 1; i <= 100; ++i) samples.Note(i * kInterval / 10, i);
  const auto all = samples.Until(20 * kInterval, 101);

  ASSERT_EQ(all.size(), 12u);
  for (uint32_t i = 1; i <= 10; ++i) {
    EXPECT_EQ(all[i].time_us, i * kInterval);
    EXPECT_EQ(all[i].last_number, i * 10);
  }
}

TEST(AllocationSamplesTest, StayFewAndInOrderHoweverLongItRuns) {
  AllocationSamples samples(0, 0);
  constexpr uint32_t kCount = 100'000;
  for (uint32_t i = 1; i <= kCount; ++i) samples.Note(i * kInterval, i);
  const auto all = samples.Until((kCount + 1) * kInterval, kCount);

  EXPECT_LE(all.size(), AllocationSamples::kCountMax);
  EXPECT_GE(all.size(), AllocationSamples::kCountMax / 2);
  EXPECT_EQ(all.front().time_us, 0u);
  for (size_t i = 1; i < all.size(); ++i) {
    ASSERT_GT(all[i].time_us, all[i - 1].time_us);
    ASSERT_GE(all[i].last_number, all[i - 1].last_number);
    // Of each sample that is left, the time still is that of its number.
    if (i + 1 < all.size()) {
      ASSERT_EQ(all[i].time_us, all[i].last_number * kInterval);
    }
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
