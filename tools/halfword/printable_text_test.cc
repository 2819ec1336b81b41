// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Names that would upset a terminal.

#include "tools/halfword/printable_text.h"

#include "gtest/gtest.h"

namespace halfword::tools {

namespace {

TEST(PrintableTextTest, HasNoControlCharacters) {
  EXPECT_EQ(PrintableText("a\x1b[31m\n\x7f"), "a?[31m??");
  EXPECT_EQ(PrintableText("a\u009b31m"), "a?31m");
  EXPECT_EQ(PrintableText("\u00e4\u00a0\u4e16"), "\u00e4\u00a0\u4e16");
}

TEST(PrintableTextTest, HasNothingThatTurnsOrHidesText) {
  for (const char* const text :
       {"\u202e", "\u2066", "\u200f", "\u061c", "\u2028", "\u200b", "\ufeff",
        "\u00ad", "\ue000", "\U000e0041"}) {
    EXPECT_EQ(PrintableText(std::string("a") + text + "b"), "a?b");
  }
  EXPECT_EQ(PrintableText("\xed\xa0\xbd|\xff"), "\ufffd|\ufffd");
}

TEST(PrintableTextTest, IsCutBehindWholeCharacters) {
  std::string text;
  for (int i = 0; i < 60; ++i) text += "\u00e4";
  EXPECT_EQ(PrintableText(text), text);
  EXPECT_EQ(PrintableText(text + "x"), text + "...");
  EXPECT_EQ(PrintableText(text + std::string(100'000, 'x')), text + "...");
  EXPECT_EQ(PrintableText(text, 3), text.substr(0, 6) + "...");
  EXPECT_EQ(PrintableText(text + "x", SIZE_MAX), text + "x");
}

}  // namespace

}  // namespace halfword::tools
