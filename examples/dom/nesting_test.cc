// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The depth of pages by rule of the HTML standard, a test a rule.

#include "examples/dom/nesting.h"

#include <gtest/gtest.h>

#include <string>

namespace dom {
namespace {

std::string Repeat(std::string_view text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

size_t DepthOf(std::string_view html) { return ScanNesting(html).depth; }

TEST(NestingTest, CountsTagsInsideEachOther) {
  EXPECT_EQ(DepthOf(""), 0u);
  EXPECT_EQ(DepthOf("<div><p>x</p></div><div></div>"), 2u);
  EXPECT_EQ(DepthOf(Repeat("<div>", 50) + Repeat("</div>", 50) + "<p>"), 50u);
}

TEST(NestingTest, StopsAtTheFirstTagThatIsTooDeep) {
  const std::string html = Repeat("<div>", 1'000'000);

  const Nesting nesting = ScanNesting(html, 100);

  EXPECT_EQ(nesting.depth, 101u);
  EXPECT_EQ(nesting.offset, 100 * std::string("<div>").size());
}

TEST(NestingTest, FindsDepthUnderAnyName) {
  for (const char* tag : {"<div>", "<b>", "<span>", "<x-y>", "<ul><li>",
                          "<table><tr><td>", "<object>", "<select>", "<svg>",
                          "<dl><dd>", "<DIV CLASS='>'>", "<template>"}) {
    EXPECT_GT(DepthOf(Repeat(tag, 20'000)), kOpenTagCountMax) << tag;
  }
}

TEST(NestingTest, KnowsEndTagsThatAreLeftOut) {
  EXPECT_EQ(DepthOf(Repeat("<p>one", 1000)), 1u);
  EXPECT_EQ(DepthOf(Repeat("<p>one <b>two", 1000)), 2u);
  EXPECT_EQ(DepthOf("<ul>" + Repeat("<li><p>one", 1000)), 3u);
  EXPECT_EQ(DepthOf("<dl>" + Repeat("<dt>one<dd><p>two", 1000)), 3u);
  EXPECT_EQ(DepthOf("<select>" + Repeat("<option>one", 1000)), 2u);
  EXPECT_EQ(DepthOf("<table>" + Repeat("<tr><td>1<td><i>2", 1000)), 4u);
  EXPECT_EQ(DepthOf("<table>" + Repeat("<thead><tr><th>1<tbody><tr><td>2", 9)),
            4u);
  EXPECT_EQ(DepthOf(Repeat("<a name=x>one", 1000)), 1u);
}

TEST(NestingTest, KnowsEndTagsThatAreNotLeftOut) {
  EXPECT_EQ(DepthOf(Repeat("<option><span>", 100)), 200u);
  EXPECT_EQ(DepthOf(Repeat("<li><ul>", 100)), 200u);
  EXPECT_EQ(DepthOf(Repeat("<svg><button>", 100)), 200u);
}

TEST(NestingTest, IgnoresPartsOfATableThatIsNotThere) {
  EXPECT_EQ(DepthOf(Repeat("<font><td>", 100)), 100u);
  EXPECT_EQ(DepthOf("<table>" + Repeat("<tr><font><td>", 100)), 4u);
}

TEST(NestingTest, KnowsElementsWithoutContent) {
  EXPECT_EQ(DepthOf(Repeat("<br><img src=x><hr><input>", 1000)), 0u);
}

TEST(NestingTest, DoesNotTakeTheTextOfAScriptForTags) {
  EXPECT_EQ(DepthOf(Repeat("<script>if (a<b) w('<div>')</script>", 1000)), 0u);
  EXPECT_EQ(DepthOf("<div><script>'</div>'</script><p>"), 2u);
  EXPECT_EQ(DepthOf(Repeat("<style>/*</style><i>*/", 1000)), 1000u);
}

TEST(NestingTest, KnowsThatADrawingHasElementsThatCloseThemselves) {
  EXPECT_EQ(DepthOf("<svg>" + Repeat("<path d='M0 0'/>", 1000) + "</svg>"), 1u);
  EXPECT_EQ(DepthOf("<svg>" + Repeat("<g><title>a</title><path/></g>", 1000)),
            3u);
  EXPECT_EQ(DepthOf(Repeat("<path/>", 1000)), 1000u);
  // A <div> ends the drawing, and what follows is HTML again.
  EXPECT_EQ(DepthOf("<svg><g><div>" + Repeat("<path/>", 1000)), 1001u);
}

TEST(NestingTest, LetsNoEndTagReachOutOfATableCell) {
  EXPECT_EQ(DepthOf(Repeat("<div><table><tr><td></div>", 100)), 400u);
  EXPECT_EQ(DepthOf("<div>" + Repeat("<table><tr><td></table>", 100)), 4u);
}

TEST(NestingTest, LetsNoInlineEndTagReachOutOfABlock) {
  EXPECT_EQ(DepthOf(Repeat("<span><div></span>", 100)), 200u);
  EXPECT_EQ(DepthOf(Repeat("<div><span></div>", 100)), 2u);
}

TEST(NestingTest, LetsAFormEndWithoutWhatIsInsideIt) {
  EXPECT_EQ(DepthOf(Repeat("<form><div></form>", 100)), 200u);
  EXPECT_EQ(DepthOf(Repeat("<form><div></div></form>", 100)), 2u);
}

TEST(NestingTest, LetsNoListItemEndOutsideOfItsList) {
  EXPECT_EQ(DepthOf(Repeat("<li><ul></li>", 100)), 200u);
  EXPECT_EQ(DepthOf(Repeat("<ul><li></ul>", 100)), 2u);
}

}  // namespace
}  // namespace dom
