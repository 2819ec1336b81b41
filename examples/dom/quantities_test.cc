// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Where one unit ends and the next begins.

#include "examples/dom/quantities.h"

#include <gtest/gtest.h>

namespace dom {
namespace {

TEST(QuantitiesTest, GroupsTheDigitsOfCounts) {
  EXPECT_EQ(FormatCount(0), "0");
  EXPECT_EQ(FormatCount(999), "999");
  EXPECT_EQ(FormatCount(1'000), "1,000");
  EXPECT_EQ(FormatCount(1'234'567), "1,234,567");
}

TEST(QuantitiesTest, CountsOneOfAThingAndMore) {
  EXPECT_EQ(FormatCounted(0, "page"), "0 pages");
  EXPECT_EQ(FormatCounted(1, "page"), "1 page");
  EXPECT_EQ(FormatCounted(1'234, "page"), "1,234 pages");
}

TEST(QuantitiesTest, TakesTheUnitThatFitsASize) {
  EXPECT_EQ(FormatBytes(999), "999 B");
  EXPECT_EQ(FormatBytes(1'024), "1.0 KiB");
  EXPECT_EQ(FormatBytes(1'023'948), "999.9 KiB");
  EXPECT_EQ(FormatBytes(1'024'000), "0.98 MiB");
  EXPECT_EQ(FormatBytes(9 << 18), "2.25 MiB");
}

TEST(QuantitiesTest, TakesTheUnitThatFitsATime) {
  EXPECT_EQ(FormatTime(0.0045), "4.5 µs");
  EXPECT_EQ(FormatTime(0.00996), "10 µs");
  EXPECT_EQ(FormatTime(0.9994), "999 µs");
  EXPECT_EQ(FormatTime(0.9996), "1.00 ms");
}

}  // namespace
}  // namespace dom
