// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Columns that line up.

#include "tools/halfword/table.h"

#include "gtest/gtest.h"

namespace halfword::tools {
namespace {

TEST(TableTest, NamesStandLeftAndNumbersRight) {
  Table table({"class", "count"});
  table.Add({"Foo", "1"});
  table.Add({"(string)", "12,345"});

  EXPECT_EQ(table.Format(),
            "class      count\n"
            "Foo            1\n"
            "(string)  12,345\n");
}

TEST(TableTest, CountsCharactersAndNotBytes) {
  Table table({"class", "n"});
  table.Add({"\u00c4pfel", "1"});

  EXPECT_EQ(table.Format(), "class  n\n\u00c4pfel  1\n");
}

TEST(TableTest, WhatIsLongIsCutAndWhatIsNoTextIsHidden) {
  Table table({"a"});
  table.Add({std::string(100, 'x')});
  table.Add({"b\x1b[31m\n"});

  EXPECT_EQ(table.Format(), "a" + std::string(62, ' ') + "\n" +
                                std::string(60, 'x') + "...\n" + "b?[31m?" +
                                std::string(56, ' ') + "\n");
}

TEST(TableTest, FitsIntoATerminal) {
  Table table({"a", "n"});
  table.Add({std::string(100, 'x'), "12345"});

  EXPECT_EQ(table.Format(40), "a" + std::string(34, ' ') + "    n\n" +
                                  std::string(30, 'x') + "...  12345\n");
  const std::string wide = table.Format(200);
  EXPECT_NE(wide.find(std::string(100, 'x') + "  12345\n"), std::string::npos);
  const std::string narrow = table.Format(10);
  EXPECT_NE(narrow.find(std::string(20, 'x') + "...  12345\n"),
            std::string::npos);
}

}  // namespace
}  // namespace halfword::tools
