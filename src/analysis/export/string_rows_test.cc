// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Escapes, and what is no text.

#include "analysis/export/string_rows.h"

#include <string>
#include <vector>

#include "analysis/export/table_testing.h"
#include "analysis/file/snapshot_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

TEST(StringRowsTest, AreTheTextsByIndex) {
  TestGraph graph = GraphWithRoot();
  graph.NewSlot("twice");
  graph.NewSlot("twice");
  graph.NewSlot("\"\n\r,\u00e4");
  graph.NewSlot("SURROGATE");
  graph.NewSlot("BYTES");
  std::string text = graph.Text();
  text.replace(text.find("SURROGATE"), 9, R"(\ud83d \u0000)");
  text.replace(text.find("BYTES"), 5, "a\xff");
  RecordedTables tables;

  WriteStrings(ReadText(text), {}, &tables);

  const std::string replaced("\ufffd \0", 5);
  EXPECT_EQ(tables.RowsOf("strings"),
            (std::vector<RecordedTables::Row>{{"0", ""},
                                              {"1", "twice"},
                                              {"2", "twice"},
                                              {"3", "\"\n\r,\u00e4"},
                                              {"4", replaced},
                                              {"5", "a\ufffd"}}));
}

}  // namespace

}  // namespace halfword::analysis
