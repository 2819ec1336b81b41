// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Classes of 16 bits and of more.

#include "analysis/class_array.h"

#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

TEST(ClassArrayTest, KeepsSmallAndLargeNumbersApart) {
  ClassArray classes;
  classes.Resize(5);
  classes.Set(0, 7);
  classes.Set(1, 65535);
  EXPECT_EQ(classes[1], 65535);

  classes.Set(2, 65536);
  classes.Set(3, UINT32_MAX);

  EXPECT_EQ(classes[0], 7);
  EXPECT_EQ(classes[1], 65535);
  EXPECT_EQ(classes[2], 65536);
  EXPECT_EQ(classes[3], UINT32_MAX);
  EXPECT_EQ(classes[4], 0);
  classes.Set(3, 1);
  EXPECT_EQ(classes[3], 1);
}

}  // namespace

}  // namespace halfword::analysis
