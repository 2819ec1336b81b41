// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Escapes and surrogates, also damaged ones.

#include "analysis/file/json_text.h"

#include <cstdint>
#include <cstdio>
#include <string>

#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace halfword::analysis {

namespace {

TEST(JsonTextTest, DecodesEveryEscape) {
  EXPECT_EQ(DecodeJsonText(R"(plain)"), "plain");
  EXPECT_EQ(DecodeJsonText(R"(\"\\\/\b\f\n\r\t)"), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(DecodeJsonText(R"(a\u0041\u00e4\u20AC!)"), "aA\u00e4\u20ac!");
  EXPECT_EQ(DecodeJsonText(R"(\u0000)"), std::string(1, '\0'));
  EXPECT_EQ(DecodeJsonText(R"(\\u0041)"), "\\u0041");
}

TEST(JsonTextTest, JoinsSurrogates) {
  EXPECT_EQ(DecodeJsonText(R"(<\ud83d\uDE00>)"), "<\U0001F600>");
  EXPECT_EQ(DecodeJsonText(R"(\ud800\udc00\udbff\udfff)"),
            "\U00010000\U0010FFFF");
}

TEST(JsonTextTest, KeepsHalvesOfPairsApart) {
  const std::string high = "\xed\xa0\xbd";
  const std::string low = "\xed\xb8\x80";
  EXPECT_EQ(DecodeJsonText(R"(\ud83d)"), high);
  EXPECT_EQ(DecodeJsonText(R"(\ud83dx)"), high + "x");
  EXPECT_EQ(DecodeJsonText(R"(\ud83d\u0041)"), high + "A");
  EXPECT_EQ(DecodeJsonText(R"(\ud83d\ud83d\ude00)"), high + "\U0001F600");
  EXPECT_EQ(DecodeJsonText(R"(\ude00\ud83d)"), low + high);
  EXPECT_EQ(Utf16Length(low + high), 2);
}

TEST(JsonTextTest, ReplacesBytesThatAreNoUtf8) {
  EXPECT_EQ(DecodeJsonText("a\xff\\u0041"), "a\ufffdA");
  EXPECT_EQ(DecodeJsonText("\xed\xa0\xbd"), "\ufffd\ufffd\ufffd");
  std::string buffer;
  EXPECT_EQ(DecodeJsonText("\xe2\x82", false, &buffer), "\ufffd");
  EXPECT_EQ(DecodeJsonText("\\n", true, &buffer), "\n");
  EXPECT_EQ(DecodeJsonText("plain", false, &buffer), "plain");
}

TEST(JsonTextTest, KeepsWhatIsNoEscape) {
  EXPECT_EQ(DecodeJsonText(R"(\x)"), "x");
  EXPECT_EQ(DecodeJsonText(R"(\u12)"), "u12");
  EXPECT_EQ(DecodeJsonText(R"(\u12g4)"), "u12g4");
  EXPECT_EQ(DecodeJsonText("cut\\"), "cut");
  EXPECT_EQ(DecodeJsonText("cut\\u00"), "cutu00");
  EXPECT_EQ(DecodeJsonText("\\ud83d\\"), "\xed\xa0\xbd");
}

TEST(JsonTextTest, DecodesWhatALibraryEncodes) {
  for (uint32_t code = 1; code < 0x110000; code += 97) {
    if (code >= 0xd800 && code < 0xe000) continue;
    char escaped[32];
    if (code < 0x10000) {
      std::snprintf(escaped, sizeof(escaped), "\\u%04x", code);
    } else {
      std::snprintf(escaped, sizeof(escaped), "\\u%04x\\u%04X",
                    0xd800 + ((code - 0x10000) >> 10),
                    0xdc00 + ((code - 0x10000) & 0x3ff));
    }
    const auto utf8 = nlohmann::json::parse('"' + std::string(escaped) + '"')
                          .get<std::string>();

    ASSERT_EQ(DecodeJsonText(escaped), utf8) << escaped;
    ASSERT_EQ(Utf16Length(utf8), code < 0x10000 ? 1 : 2) << escaped;
  }
}

TEST(JsonTextTest, OrdersTextsAsUtf16) {
  const std::string ascending[] = {
      "", "A", "AA", "B", "\u00e4", "\ud7ff", "\xed\xa0\x80", "\xed\xa0\x80z",
      "\U00010000", "\U00010000a",
      // The first unit of U+10FFFF, a unit below it and one above it.
      "\xed\xaf\xbe", "\U0010FFFE", "\U0010FFFF", "\xed\xb0\x80", "\ue000",
      "\uefff", "\uffee"};
  for (const std::string& a : ascending) {
    for (const std::string& b : ascending) {
      EXPECT_EQ(IsLessInUtf16(a, b), &a < &b) << a << " and " << b;
    }
  }
}

}  // namespace

}  // namespace halfword::analysis
