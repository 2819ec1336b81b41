// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Every border of UTF-8, each behind text of every alignment.

#include "analysis/file/valid_text.h"

#include <string>

#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

std::string Valid(const std::string& text) {
  std::string valid;
  AppendValidText(text, &valid);
  return valid;
}

std::string Decoded(const std::string& text) {
  std::string buffer;
  return std::string(DecodeUtf8(text, &buffer));
}

TEST(ValidTextTest, LeavesCharactersAlone) {
  for (size_t before = 0; before < 20; ++before) {
    for (const char* const text :
         {"", "a", "\x7f", "\u0080", "\u07ff", "\u0800", "\ud7ff", "\ue000",
          "\uffff", "\U00010000", "\U0010ffff"}) {
      const std::string whole = std::string(before, 'x') + text + "y";
      std::string buffer;
      EXPECT_EQ(Valid(whole), whole);
      EXPECT_EQ(Decoded(whole), whole);
      EXPECT_EQ(ValidText(whole, &buffer).data(), whole.data());
    }
  }
  const std::string with_nul("a\0b", 3);
  EXPECT_EQ(Valid(with_nul), with_nul);
}

TEST(ValidTextTest, ReplacesBytesThatBeginNoCharacter) {
  const std::string mark = "\ufffd";
  const std::string two = mark + mark;
  EXPECT_EQ(Decoded("\x80"), mark);
  EXPECT_EQ(Decoded("a\xff"
                    "b"),
            "a" + mark + "b");
  EXPECT_EQ(Decoded("\xc3"), mark) << "cut";
  EXPECT_EQ(Decoded("\xc0\xaf"), two) << "longer than needed";
  EXPECT_EQ(Decoded("\xc1\xbf"), two);
  EXPECT_EQ(Decoded("\xe0\x9f\xbf"), two + mark);
  EXPECT_EQ(Decoded("\xed\xa0\x80"), two + mark) << "a surrogate";
  EXPECT_EQ(Decoded("\xed\xbf\xbf"), two + mark);
  EXPECT_EQ(Decoded("\xf0\x8f\xbf\xbf"), two + two);
  EXPECT_EQ(Decoded("\xf4\x90\x80\x80"), two + two) << "above U+10FFFF";
  EXPECT_EQ(Decoded("\xf5\x80\x80\x80"), two + two);
}

TEST(ValidTextTest, ReplacesTheBeginningOfACharacterOnce) {
  const std::string mark = "\ufffd";
  EXPECT_EQ(Decoded("\xe2\x82"), mark);
  EXPECT_EQ(Decoded("\xf0\x9f\x98"), mark);
  EXPECT_EQ(Decoded("\xe2\x82\u20ac"), mark + "\u20ac");
  EXPECT_EQ(Decoded("\xf0\x9f\x98x\xf0\x9f"), mark + "x" + mark);
}

TEST(ValidTextTest, ReplacesHalvesOfPairsOnce) {
  EXPECT_EQ(Valid("a\xed\xa0\xbdz"), "a\ufffdz");
  EXPECT_EQ(Valid("\xed\xa0\xbd\xed\xa0\xbd"), "\ufffd\ufffd");
}

TEST(ValidTextTest, JoinsHalves) {
  const auto joined = [](std::string text, const std::string& more) {
    AppendWtf8(more, &text);
    return text;
  };
  const std::string high = "\xed\xa0\xbd";
  const std::string low = "\xed\xb8\x80";
  EXPECT_EQ(joined("a" + high, low + "b"), "a\U0001F600b");
  EXPECT_EQ(joined(low, high), low + high);
  EXPECT_EQ(joined(high, high), high + high);
  EXPECT_EQ(joined("", low), low);
  EXPECT_EQ(joined("ab", "cd"), "abcd");
}

TEST(ValidTextTest, GivesTheBufferWhereItReplaces) {
  std::string buffer = "old";

  EXPECT_EQ(DecodeUtf8("\x80x", &buffer), "\ufffdx");
  EXPECT_EQ(buffer, "\ufffdx");
}

}  // namespace

}  // namespace halfword::analysis
