// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Versions of pages, and how many nodes they differ by.

#include "examples/dom/tree_difference.h"

#include <gtest/gtest.h>

#include "examples/dom/dom_testing.h"
#include "examples/dom/tree_builder.h"

namespace dom {
namespace {

Likeness CompareTexts(const std::string& before, const std::string& after) {
  NodeHeap first_heap, second_heap;
  const auto first = BuildTree(first_heap, *ParseForTest(before));
  const auto second = BuildTree(second_heap, *ParseForTest(after));
  const Likeness likeness = Compare(*first, *second);
  EXPECT_EQ(Compare(*second, *first), likeness);
  return likeness;
}

NodeDifference Differ(const std::string& before, const std::string& after) {
  NodeHeap heap;
  const auto outline = [&](const std::string& html) {
    return OutlineOf(*BuildTree(heap, *ParseForTest(html)));
  };
  const NodeDifference difference =
      CountDifference(outline(before), outline(after));
  const NodeDifference back = CountDifference(outline(after), outline(before));
  EXPECT_EQ(back,
            (NodeDifference{difference.removed_count, difference.added_count}));
  return difference;
}

NodeDifference Added(uint64_t count) { return {.added_count = count}; }

NodeDifference Replaced(uint64_t count) {
  return {.added_count = count, .removed_count = count};
}

TEST(TreeDifferenceTest, EqualPagesAreEqual) {
  const std::string html = "<p id=a class='a longer name'>x<!--y--><b>z";

  EXPECT_EQ(CompareTexts(html, html), Likeness::kEqual);
}

TEST(TreeDifferenceTest, WhatIsNoNodeOnlyMovesTheRest) {
  EXPECT_EQ(CompareTexts("<p><b>x</b>", "<p  ><b>x</b>"), Likeness::kMoved);
  // No tag stands behind it.
  EXPECT_EQ(CompareTexts("<p>x</p>", "<p>x</p >"), Likeness::kEqual);
}

TEST(TreeDifferenceTest, AnyOtherNodeIsADifference) {
  const std::string html = "<p id=a>x<!--y--></p><i></i>";
  for (const char* other :
       {"<p id=b>x<!--y--></p><i></i>", "<p ib=a>x<!--y--></p><i></i>",
        "<p id=a>z<!--y--></p><i></i>", "<p id=a>x<!--z--></p><i></i>",
        "<p id=a>x<!--y--></p><b></b>", "<p id=a>x<!--y--><i></i></p>",
        "<p id=a>x<!--y--></p>", "<p id=a>x<!--y--></p><i></i><i></i>",
        "<p id=a q=1>x<!--y--></p><i></i>", "<p>x<!--y--></p><i></i>",
        "<p id=a>xy</p><i></i>", "<p id=a><!--x--><!--y--></p><i></i>"}) {
    EXPECT_EQ(CompareTexts(html, other), Likeness::kDifferent) << other;
  }
}

TEST(TreeDifferenceTest, CountsWhatWasAdded) {
  EXPECT_EQ(Differ("<p>a</p>", "<p>a</p>"), Added(0));
  EXPECT_EQ(Differ("<p>a</p><p>b</p>", "<p>a</p><p>new</p><p>b</p>"), Added(2));
  EXPECT_EQ(Differ("<ul></ul>", "<ul><li>a<li>b<li>c</ul>"), Added(6));
}

TEST(TreeDifferenceTest, AChangedTextIsOneNode) {
  EXPECT_EQ(
      Differ("<div><p>a</p><p>b</p></div>", "<div><p>c</p><p>b</p></div>"),
      Replaced(1));
}

TEST(TreeDifferenceTest, AChangedAttributeIsOneNode) {
  EXPECT_EQ(
      Differ("<div class=a><p>b</p></div>", "<div class=c><p>b</p></div>"),
      Replaced(1));
}

TEST(TreeDifferenceTest, OrderAmongSiblingsCountsForNothing) {
  EXPECT_EQ(Differ("<p>a</p><p>b</p><i>c</i>", "<i>c</i><p>b</p><p>a</p>"),
            Added(0));
}

TEST(TreeDifferenceTest, AnotherTagIsAnotherTree) {
  EXPECT_EQ(Differ("<b>a<i>b</i></b>", "<u>a<i>b</i></u>"), Replaced(4));
}

TEST(TreeDifferenceTest, CountsEachOfEqualParts) {
  EXPECT_EQ(Differ(Repeat("<p>a</p>", 10), Repeat("<p>a</p>", 25)), Added(30));
}

// Many siblings, and a deep tree: neither squares nor recursion.
TEST(TreeDifferenceTest, TakesLargeTrees) {
  std::string html, other;
  for (int i = 0; i < 100'000; ++i) {
    html += "<p>" + std::to_string(i);
    other += "<p>" + std::to_string(i + 10);
  }
  EXPECT_EQ(Differ(html, other), Replaced(10));
  const std::string deep = Repeat("<div>", 9'000);
  EXPECT_EQ(Differ(deep + "a", deep + "b"), Replaced(1));
}

}  // namespace
}  // namespace dom
