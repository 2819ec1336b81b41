// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Rows in any order, of more groups than are kept.

#include "analysis/file/row_lookup.h"

#include <random>
#include <string>

#include "analysis/file/test_file.h"
#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

TEST(RowLookupTest, FindsRowsInAnyOrder) {
  constexpr uint32_t kRowCount = 10 * RowIndex::kStride + 7;
  std::string text;
  for (uint32_t i = 0; i < kRowCount; ++i) {
    text += std::to_string(i) + "," + std::to_string(3 * i) + ",\n";
  }
  const TestFile content(text + "]");
  const InputFile file(content.path());
  RowIndex index;
  RowReader reader(file, 0, 2, &index);
  for (uint32_t i = 0; i < kRowCount; ++i) reader.Next("numbers");
  const internal::TestSeed seed;
  std::mt19937 random(seed.value());

  RowLookup rows(file, index, 2);

  EXPECT_EQ(rows[kRowCount - 1][0], kRowCount - 1);
  for (int i = 0; i < 1000; ++i) {
    const auto row = static_cast<uint32_t>(random() % kRowCount);
    ASSERT_EQ(rows[row][0], row);
    ASSERT_EQ(rows[row][1], 3 * row);
  }
}

}  // namespace

}  // namespace halfword::analysis
