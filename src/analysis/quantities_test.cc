// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Where units and digits change.

#include "analysis/quantities.h"

#include "analysis/distances.h"
#include "gtest/gtest.h"

namespace halfword::analysis {
namespace {

TEST(FormatBytesTest, HasThreeDigitsAtMost) {
  EXPECT_EQ(FormatBytes(0), "0 B");
  EXPECT_EQ(FormatBytes(999), "999 B");
  EXPECT_EQ(FormatBytes(1000), "1.0 kB");
  EXPECT_EQ(FormatBytes(9949), "9.9 kB");
  EXPECT_EQ(FormatBytes(9950), "10 kB");
  EXPECT_EQ(FormatBytes(999'499), "999 kB");
  EXPECT_EQ(FormatBytes(999'500), "1.0 MB");
  EXPECT_EQ(FormatBytes(74'355'202), "74 MB");
  EXPECT_EQ(FormatBytes(UINT64_MAX), "18 EB");
}

TEST(FormatSizeTest, HasThreeDigits) {
  EXPECT_EQ(FormatSize(999), "999 B");
  EXPECT_EQ(FormatSize(1000), "1.00 kB");
  EXPECT_EQ(FormatSize(9994), "9.99 kB");
  EXPECT_EQ(FormatSize(9996), "10.0 kB");
  EXPECT_EQ(FormatSize(99'940), "99.9 kB");
  EXPECT_EQ(FormatSize(99'960), "100 kB");
  EXPECT_EQ(FormatSize(999'500), "1.00 MB");
  EXPECT_EQ(FormatSize(UINT64_MAX), "18.4 EB");
}

TEST(FormatShareTest, TellsLittleFromNothing) {
  EXPECT_EQ(FormatShare(0, 10), "0 %");
  EXPECT_EQ(FormatShare(0, 0), "0 %");
  EXPECT_EQ(FormatShare(1, 20'000), "< 0.01 %");
  EXPECT_EQ(FormatShare(1, 300), "0.33 %");
  EXPECT_EQ(FormatShare(1, 3), "33.3 %");
  EXPECT_EQ(FormatShare(3, 3), "100.0 %");
}

TEST(FormatDeltaTest, HasASign) {
  EXPECT_EQ(FormatDelta(0), "0 B");
  EXPECT_EQ(FormatDelta(12), "+12 B");
  EXPECT_EQ(FormatDelta(-1500), "-1.5 kB");
  EXPECT_EQ(FormatDelta(INT64_MIN), "-9.2 EB");
}

TEST(FormatCountTest, GroupsDigits) {
  EXPECT_EQ(FormatCount(0), "0");
  EXPECT_EQ(FormatCount(999), "999");
  EXPECT_EQ(FormatCount(1000), "1,000");
  EXPECT_EQ(FormatCount(1'234'567), "1,234,567");
}

TEST(FormatDistanceTest, IsAsInDevTools) {
  EXPECT_EQ(FormatDistance(0), "0");
  EXPECT_EQ(FormatDistance(7), "7");
  EXPECT_EQ(FormatDistance(kNoDistance), "-");
  EXPECT_EQ(FormatDistance(kSystemDistance + 1), "-");
}

TEST(QuantitiesTest, ParsesWhatItFormats) {
  EXPECT_EQ(ParseBytes("0"), 0);
  EXPECT_EQ(ParseBytes("1500"), 1500);
  EXPECT_EQ(ParseBytes("1.5kB"), 1500);
  EXPECT_EQ(ParseBytes("2K"), 2000);
  EXPECT_EQ(ParseBytes("64M"), 64'000'000);
  EXPECT_EQ(ParseBytes("2 GB"), 2'000'000'000);
  EXPECT_EQ(ParseBytes("7 B"), 7);
  for (const char* const text : {"", "B", "-1", "1e3", "nan", "1 kkB", "1 TB",
                                 "x", "1 k x", "99999999999999999999"}) {
    EXPECT_EQ(ParseBytes(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace halfword::analysis
