// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Names that somebody chose with care.

#include "analysis/report/shown_text.h"

#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace halfword::analysis {
namespace {

TEST(ShownTextTest, LeavesOrdinaryNames) {
  for (const char* const name :
       {"", "Foo", "system / Context", "<div class=\"a\">", "gr\u00fc\u00dfe",
        "\u65e5\u672c\u8a9e", "\U0001f600"}) {
    EXPECT_EQ(ShownText(name, 100), name);
  }
}

TEST(ShownTextTest, EscapesWhatHasNoShape) {
  EXPECT_EQ(ShownText("a\nb\tc\r", 100), "a\\nb\\tc\\r");
  EXPECT_EQ(ShownText(std::string_view("\0\x1b\x7f", 3), 100),
            "\\u0000\\u001b\\u007f");
  EXPECT_EQ(ShownText("\u202egpj.exe", 100), "\\u202egpj.exe");
  EXPECT_EQ(ShownText("\u2066\u200b\ufeff\u2028", 100),
            "\\u2066\\u200b\\ufeff\\u2028");
  EXPECT_EQ(ShownText("\U000e0041", 100), "\\u{e0041}");
}

TEST(ShownTextTest, TellsWhatHasNoShape) {
  EXPECT_TRUE(IsShapeless("\u202e"));
  EXPECT_TRUE(IsShapeless("\n"));
  EXPECT_TRUE(IsShapeless("\xff"));
  EXPECT_FALSE(IsShapeless("a"));
  EXPECT_FALSE(IsShapeless("\u00e4"));
}

TEST(ShownTextTest, ReplacesWhatIsNoUtf8) {
  EXPECT_EQ(ShownText("a\xff z", 100), "a\ufffd z");
  EXPECT_EQ(ShownText("\xc0\xaf", 100), "\ufffd\ufffd") << "overlong";
  EXPECT_EQ(ShownText("\xed\xa0\x80", 100), "\ufffd") << "half a pair";
  EXPECT_EQ(ShownText("\xf0\x9f\x98", 100), "\ufffd") << "cut off";
}

TEST(ShownTextTest, CutsBetweenCharacters) {
  EXPECT_EQ(ShownText("abcdefgh", 8), "abcdefgh");
  EXPECT_EQ(ShownText("abcdefghi", 8), "abcde\u2026");
  EXPECT_EQ(ShownText("\u00e4\u00e4\u00e4\u00e4\u00e4", 8),
            "\u00e4\u00e4\u2026");
}

TEST(ShownTextTest, FitsIntoAScript) {
  for (const char* const piece : {"<", "\"", "\\", "\n", "\u202e", "\xff"}) {
    std::string text;
    for (int i = 0; i < 50; ++i) text += piece;
    const std::string json = nlohmann::json(ShownText(text, 60)).dump();
    EXPECT_LE(ScriptJson(json).size(), 60 + 2) << piece;
  }
}

TEST(HtmlTextTest, HasNoMarkup) {
  EXPECT_EQ(HtmlText("</a> & \"b\" 'c'"),
            "&lt;/a&gt; &amp; &quot;b&quot; &#39;c&#39;");
}

TEST(ScriptJsonTest, EndsNoElement) {
  const nlohmann::json text = "</script><!--<script>";
  const std::string script = ScriptJson(text.dump());

  EXPECT_EQ(script.find('<'), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(script), text);
}

}  // namespace
}  // namespace halfword::analysis
