// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Bytes; that readers understand them, tests/export checks.

#include "analysis/export/csv_text.h"

#include <string>

#include "analysis/export/tables.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

TEST(CsvTextTest, BeginsWithTheNamesOfTheColumns) {
  CsvText csv;
  csv.AddHead(kEdgeTable);

  EXPECT_EQ(csv.bytes(), "from_id,type,name,to_id\n");
}

TEST(CsvTextTest, QuotesTextAndNothingElse) {
  using std::string_literals::operator""s;
  CsvText csv;
  csv.AddNumber(0);
  csv.AddText("");
  csv.AddNull();
  csv.AddNumber(UINT64_MAX);
  csv.EndRow();
  csv.AddText("a,b\r\nc");
  csv.AddText("\"");
  csv.AddText("x\"\"y\"z");
  csv.AddText({"\0", 1});
  csv.EndRow();

  EXPECT_EQ(csv.bytes(),
            "0,\"\",,18446744073709551615\n"
            "\"a,b\r\nc\",\"\"\"\",\"x\"\"\"\"y\"\"z\",\"\0\"\n"s);
}

TEST(CsvTextTest, IsAChunkWhenThereIsEnough) {
  CsvText csv;
  csv.AddText(std::string(CsvText::kChunkBytes - 3, 'x'));
  EXPECT_FALSE(csv.is_chunk());
  csv.EndRow();
  EXPECT_TRUE(csv.is_chunk());
  csv.Clear();
  EXPECT_EQ(csv.bytes(), "");
  csv.AddNumber(1);
  EXPECT_EQ(csv.bytes(), "1") << "a new row";
}

}  // namespace

}  // namespace halfword::analysis
