// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Counting and cutting trees, for each memory manager.

#include "examples/dom/forest.h"

#include <gtest/gtest.h>

#include <string>

#include "examples/dom/dom_testing.h"
#include "examples/dom/tree_builder.h"

namespace dom {
namespace {

class ForestTest : public testing::Test {
 protected:
  void Plant(const std::string& html) {
    forest_.push_back(BuildTree(heap_, *ParseForTest(html)));
  }
  std::string DescribeAll() const {
    std::string words;
    for (const auto& document : forest_) {
      words += Describe(document.get()) + '\n';
    }
    return words;
  }

  NodeHeap heap_;
  Forest forest_;
};

TEST_F(ForestTest, CountsNodesAttributesAndText) {
  Plant("<p id=abc class=d>ef<!--g-->");  // in html, with head and body
  Plant("<a>h");

  const Census census = Walk(forest_);

  EXPECT_EQ(census.node_count, 7u + 6u);
  EXPECT_EQ(census.anchor_count, 1u);
  EXPECT_EQ(census.attribute_count, 2u);
  EXPECT_EQ(census.id_count, 1u);
  EXPECT_EQ(census.text_bytes, 3u + 1u + 2u + 1u + 1u);
}

TEST_F(ForestTest, FollowsLinksWithinEachPage) {
  Plant("<a href=#here></a><p id=here><label for=here><a href=there.html>");
  Plant("<a href=#here><a href=#><a href=#HERE></a><p id=HERE><label for>");

  EXPECT_EQ(FollowLinks(forest_), (Links{.count = 4, .resolved_count = 3}));
  EXPECT_EQ(CountIds(forest_), 2u);
  EXPECT_EQ(CountListeningElements(forest_), 4u);
}

TEST_F(ForestTest, ForgetsWhatTheTablesSayOfRemovedElements) {
  Plant("<p id=a onclick=x()><a href=#b></a><p id=b><a href=#b onclick=y()>");
  const Root<Document>& document = forest_.front();
  ASSERT_EQ(CountIds(forest_), 2u);
  ASSERT_EQ(CountListeningElements(forest_), 3u);
  ASSERT_EQ(FollowLinks(forest_), (Links{.count = 2, .resolved_count = 2}));

  Truncate(heap_, forest_, 6);  // document, html, head, body, p, a
  heap_.Collect();

  EXPECT_EQ(CountIds(forest_), 1u);
  EXPECT_EQ(CountListeningElements(forest_), 2u);
  EXPECT_EQ(document->FindById(Atom("b")), nullptr);
  EXPECT_EQ(FollowLinks(forest_), (Links{.count = 1, .resolved_count = 0}));
}

TEST_F(ForestTest, TruncatesAtEveryNode) {
  const std::string html = "<ul><li>a<b>c</b><li>d</ul><p>e";
  Plant(html);
  const uint64_t page_count = Walk(forest_).node_count;
  for (uint64_t keep_count = 0; keep_count <= 2 * page_count; ++keep_count) {
    forest_.clear();
    Plant(html);
    Plant(html);

    Truncate(heap_, forest_, keep_count);

    EXPECT_EQ(Walk(forest_).node_count, keep_count);
    EXPECT_EQ(forest_.size(), (keep_count + page_count - 1) / page_count);
  }
}

TEST_F(ForestTest, KeepsTheFirstNodesInDocumentOrder) {
  Plant("<p>a<b>c</b>d</p><p>e");

  Truncate(heap_, forest_, 6);  // document, html, head, body, p, a

  EXPECT_EQ(DescribeAll(), "(#document (html (head) (body (p \"a\"))))\n");
}

TEST_F(ForestTest, GivesTheMemoryOfTheOtherHalfBack) {
  Plant(Repeat("<p class=x>some words<b>more</b></p>", 20'000));
  heap_.Collect();
  const size_t all_bytes = heap_.TotalBytes();
  const uint64_t node_count = Walk(forest_).node_count;

  Truncate(heap_, forest_, node_count / 2);
  heap_.Collect();

  EXPECT_LT(heap_.TotalBytes(), all_bytes * 52 / 100);
  EXPECT_GT(heap_.TotalBytes(), all_bytes * 48 / 100);
}

}  // namespace
}  // namespace dom
