// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Who holds how many strings, and that no byte of a page is left out.

#include "examples/dom/string_census.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "examples/dom/dom_testing.h"
#include "examples/dom/tree_builder.h"

namespace dom {
namespace {

class StringCensusTest : public testing::Test {
 protected:
  StringCensus CensusOf(const std::string& html) {
    Forest forest;
    forest.push_back(BuildTree(heap_, *ParseForTest(html)));
    return CountStrings(forest);
  }
  // The bodies that a page adds to those of another one.
  static OwnerCounts Difference(const StringCensus& more,
                                const StringCensus& less) {
    return {
        .one = more.bodies.one - less.bodies.one,
        .two = more.bodies.two - less.bodies.two,
        .three_or_more = more.bodies.three_or_more - less.bodies.three_or_more};
  }

  NodeHeap heap_;
};

TEST_F(StringCensusTest, CountsTheOwnersOfEachBody) {
  const StringCensus none = CensusOf("<p><p><p>");

  const StringCensus some = CensusOf(
      "<p lang=once class=twice>text<p class=twice>other text<p id=thrice>");

  // "lang", "once", both texts; "class", "twice"; "thrice" twice, since the
  // table of ids is an owner.
  const OwnerCounts difference = Difference(some, none);
  const bool has_short_bodies = NodeHeap::kKind == "malloc";
  EXPECT_EQ(difference.one, has_short_bodies ? 5u : 4u);  // and "id"
  EXPECT_EQ(difference.two, 3u);
  EXPECT_EQ(difference.three_or_more, 0u);
}

TEST_F(StringCensusTest, CountsTheOwnersInTables) {
  const StringCensus none = CensusOf("<a href=x></a><p>");

  const StringCensus some = CensusOf("<a href=#there></a><p id=there>");

  // "#there" once, "there" by an attribute, an id and a listener, "click" once.
  const OwnerCounts difference = Difference(some, none);
  EXPECT_EQ(difference.one, 2u);  // on malloc with "id" and without "x"
  EXPECT_EQ(difference.two, 0u);
  EXPECT_EQ(difference.three_or_more, 1u);
}

TEST_F(StringCensusTest, CountsWhatNeedsNoBody) {
  const uint64_t none = CensusOf("<body>").inline_count;

  // <p>, "a", the empty value of an attribute.
  const uint64_t some = CensusOf("<body><p hidden>a").inline_count;

  EXPECT_EQ(some - none, NodeHeap::kKind == "malloc" ? 1u : 3u);
}

TEST_F(StringCensusTest, HasAChecksumOfEveryByteAndPlace) {
  const char* const pages[] = {"<p id=a>x",     "<p id=ab>x",  "<p ip=a>x",
                               "<b id=a>x",     "<p id=a>y",   "<p id=a>xy",
                               " <p id=a>x",    "<b></b><p>",  "<p><b>",
                               "<p id=a><!--x", "<p id=a><b>x"};
  std::vector<uint32_t> checksums;
  for (const char* page : pages) {
    const uint32_t checksum = CensusOf(page).checksum;
    EXPECT_EQ(CensusOf(page).checksum, checksum);
    for (const uint32_t other : checksums) EXPECT_NE(checksum, other) << page;
    checksums.push_back(checksum);
  }
}

TEST_F(StringCensusTest, HasTheSameChecksumInEveryBuild) {
  EXPECT_EQ(CensusOf("<p id=same class='a b'>in <b>every</b> build").checksum,
            3564840670u);
}

}  // namespace
}  // namespace dom
