// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Whether rows come whole, and whether too few are an error.

#include "analysis/file/row_reader.h"

#include <string>

#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

TEST(RowReaderTest, GivesRowAfterRow) {
  std::string text = "[";
  for (int i = 0; i < 5000; ++i) {
    text += std::to_string(i) + "," + std::to_string(2 * i) + ",7,";
  }
  const TestFile content(text + "]");
  const InputFile file(content.path());
  RowReader rows(file, 1, 3);

  for (uint32_t i = 0; i < 5000; ++i) {
    const uint32_t* const row = rows.Next("numbers");
    ASSERT_EQ(row[0], i);
    ASSERT_EQ(row[1], 2 * i);
    ASSERT_EQ(row[2], 7);
  }
  EXPECT_THROW(rows.Next("numbers"), SnapshotError);
}

TEST(RowReaderTest, TakesHalfARowForNone) {
  const TestFile content("1,2,3,4,5]6,7,8]");
  const InputFile file(content.path());
  RowReader rows(file, 0, 3);
  rows.Next("numbers");

  try {
    rows.Next("numbers");
    FAIL() << "there are two numbers left of three";
  } catch (const SnapshotError& error) {
    EXPECT_STREQ(error.what(),
                 "byte 9: the array of numbers ends before as many as the "
                 "header tells");
  }
}

}  // namespace

}  // namespace halfword::analysis
