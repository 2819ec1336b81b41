// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The files of the page, as far as a compiler can look at them.

#include "analysis/report/page_text.h"

#include <string>

#include "gtest/gtest.h"

namespace halfword::analysis {
namespace {

TEST(PageTextTest, ScriptAndStyleEndNoElement) {
  for (const std::string_view text : {kPageScript, kPageStyle}) {
    EXPECT_FALSE(text.empty());
    EXPECT_EQ(text.find("</"), std::string_view::npos);
    EXPECT_EQ(text.find("<!--"), std::string_view::npos);
  }
}

TEST(PageTextTest, AsksForNothing) {
  for (const std::string_view text : {kPageScript, kPageStyle, kPageTemplate}) {
    for (const std::string_view word :
         {"http:", "https:", "url(", "@import", "fetch(", "innerHTML",
          "localStorage", "eval("}) {
      EXPECT_EQ(text.find(word), std::string_view::npos) << word;
    }
  }
}

TEST(PageTextTest, HashIsOneOfBase64) {
  EXPECT_EQ(kPageScriptHash.substr(0, 7), "sha256-");
  EXPECT_EQ(kPageScriptHash.size(), 7 + 44);
  EXPECT_EQ(kPageScriptHash.back(), '=');
}

}  // namespace
}  // namespace halfword::analysis
