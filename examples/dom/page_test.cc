// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Pages that are parsed and pages that are refused, with the words.

#include "examples/dom/page.h"

#include <gtest/gtest.h>

#include <string>

#include "examples/dom/nesting.h"

namespace dom {
namespace {

std::string Repeat(std::string_view text, size_t count) {
  std::string all;
  for (size_t i = 0; i < count; ++i) all += text;
  return all;
}

TEST(PageTest, OwnsItsTextAndItsTree) {
  Complaints complaints;

  const auto page = Page::Parse("a.html", "<p id=x>y", complaints);

  ASSERT_NE(page, nullptr);
  EXPECT_TRUE(complaints.empty());
  EXPECT_EQ(page->path(), "a.html");
  EXPECT_EQ(page->html(), "<p id=x>y");
  EXPECT_EQ(page->document()->type, GUMBO_NODE_DOCUMENT);
}

TEST(PageTest, ParsesTheDeepestPageThatItAccepts) {
  Complaints complaints;

  EXPECT_NE(Page::Parse("a", Repeat("<div>", kOpenTagCountMax), complaints),
            nullptr);

  EXPECT_TRUE(complaints.empty());
}

TEST(PageTest, RefusesAPageThatIsNestedTooDeeply) {
  Complaints complaints;

  EXPECT_EQ(Page::Parse("a", Repeat("<div>", 1'000'000), complaints), nullptr);

  EXPECT_EQ(complaints.lines().at(0),
            "a: the tag at offset 50000 is nested more than 10000 deep, "
            "expected a page (a parser's time grows with the square of the "
            "depth)");
}

TEST(PageTest, RefusesAPageMadeToExhaustMemory) {
  std::string html;
  for (int i = 0; i < 1000; ++i) html += "<p><b id=" + std::to_string(i) + ">";
  Complaints complaints;

  EXPECT_EQ(Page::Parse("a", html, complaints), nullptr);

  EXPECT_EQ(complaints.lines().at(0),
            "a: parsing needs more than 67 MiB for 12890 bytes, expected a "
            "page not made to exhaust a parser");
}

TEST(PageTest, LoadsWhatItCanAndComplainsOfTheRest) {
  Complaints complaints;

  EXPECT_TRUE(LoadPages({"/nowhere/a.html", "/dev/null"}, complaints).empty());

  EXPECT_EQ(complaints.lines().size(), 2u);
}

}  // namespace
}  // namespace dom
