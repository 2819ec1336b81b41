// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Every border of UTF-8, each behind text of every alignment.

#include "analysis/export/valid_text.h"

#include <string>

#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

std::string Valid(const std::string& text) {
  std::string valid;
  AppendValidText(text, &valid);
  return valid;
}

TEST(ValidTextTest, LeavesCharactersAlone) {
  for (size_t before = 0; before < 20; ++before) {
    for (const char* const text :
         {"", "a", "\x7f", "\u0080", "\u07ff", "\u0800", "\ud7ff", "\ue000",
          "\uffff", "\U00010000", "\U0010ffff"}) {
      const std::string whole = std::string(before, 'x') + text + "y";
      std::string buffer;
      EXPECT_EQ(Valid(whole), whole);
      EXPECT_EQ(ValidText(whole, &buffer).data(), whole.data());
    }
  }
  const std::string with_nul("a\0b", 3);
  EXPECT_EQ(Valid(with_nul), with_nul);
}

TEST(ValidTextTest, ReplacesBytesThatBeginNoCharacter) {
  const std::string mark = "\ufffd";
  const std::string two = mark + mark;
  EXPECT_EQ(Valid("\x80"), mark);
  EXPECT_EQ(Valid("a\xff"
                  "b"),
            "a" + mark + "b");
  EXPECT_EQ(Valid("\xc3"), mark) << "cut";
  EXPECT_EQ(Valid("\xc0\xaf"), two) << "longer than needed";
  EXPECT_EQ(Valid("\xc1\xbf"), two);
  EXPECT_EQ(Valid("\xe0\x9f\xbf"), two + mark);
  EXPECT_EQ(Valid("\xed\xa0\x80"), two + mark) << "a surrogate";
  EXPECT_EQ(Valid("\xed\xbf\xbf"), two + mark);
  EXPECT_EQ(Valid("\xe2\x82"), two) << "cut";
  EXPECT_EQ(Valid("\xf0\x8f\xbf\xbf"), two + two);
  EXPECT_EQ(Valid("\xf4\x90\x80\x80"), two + two) << "above U+10FFFF";
  EXPECT_EQ(Valid("\xf5\x80\x80\x80"), two + two);
  EXPECT_EQ(Valid("\xf0\x9f\x98"), two + mark) << "cut";
  EXPECT_EQ(Valid("\xe2\x82\u20ac"), two + "\u20ac");
}

TEST(ValidTextTest, GivesTheBufferWhereItReplaces) {
  std::string buffer = "old";

  EXPECT_EQ(ValidText("\x80x", &buffer), "\ufffdx");
  EXPECT_EQ(buffer, "\ufffdx");
}

}  // namespace

}  // namespace halfword::analysis
