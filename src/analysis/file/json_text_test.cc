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

TEST(JsonTextTest, ReplacesHalfAPair) {
  EXPECT_EQ(DecodeJsonText(R"(\ud83d)"), "\ufffd");
  EXPECT_EQ(DecodeJsonText(R"(\ud83dx)"), "\ufffdx");
  EXPECT_EQ(DecodeJsonText(R"(\ud83d\u0041)"), "\ufffdA");
  EXPECT_EQ(DecodeJsonText(R"(\ud83d\ud83d\ude00)"), "\ufffd\U0001F600");
  EXPECT_EQ(DecodeJsonText(R"(\ude00\ud83d)"), "\ufffd\ufffd");
}

TEST(JsonTextTest, KeepsWhatIsNoEscape) {
  EXPECT_EQ(DecodeJsonText(R"(\x)"), "x");
  EXPECT_EQ(DecodeJsonText(R"(\u12)"), "u12");
  EXPECT_EQ(DecodeJsonText(R"(\u12g4)"), "u12g4");
  EXPECT_EQ(DecodeJsonText("cut\\"), "cut");
  EXPECT_EQ(DecodeJsonText("cut\\u00"), "cutu00");
  EXPECT_EQ(DecodeJsonText("\\ud83d\\"), "\ufffd");
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
      "",           "A",           "AA",         "B",      "\u00e4", "\ud7ff",
      "\U00010000", "\U00010000a", "\U0010FFFF", "\ue000", "\uefff", "\uffee"};
  for (const std::string& a : ascending) {
    for (const std::string& b : ascending) {
      EXPECT_EQ(IsLessInUtf16(a, b), &a < &b) << a << " and " << b;
    }
  }
}

}  // namespace

}  // namespace halfword::analysis
