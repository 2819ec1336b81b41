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
    forest_.push_back(builder_.Build(*ParseForTest(html)));
  }
  std::string DescribeAll() const {
    std::string words;
    for (const auto& document : forest_) {
      words += Describe(atoms_, document.get()) + '\n';
    }
    return words;
  }

  AtomTable atoms_;
  NodeHeap heap_;
  TreeBuilder builder_{heap_, atoms_};
  Forest forest_;
};

TEST_F(ForestTest, CountsNodesAttributesAndText) {
  Plant("<p id=abc class=d>ef<!--g-->");  // in html, with head and body
  Plant("h");

  const Census census = Walk(forest_);

  EXPECT_EQ(census.node_count, 7u + 5u);
  EXPECT_EQ(census.attribute_count, 2u);
  EXPECT_EQ(census.text_bytes, 3u + 1u + 2u + 1u + 1u);
}

TEST_F(ForestTest, HasAChecksumOfNamesPlacesAndLengths) {
  const char* const pages[] = {"<p id=a>x",   "<p id=ab>x", "<p ip=a>x",
                               "<b id=a>x",   "<p id=a>xy", " <p id=a>x",
                               "<p id=a>x<b>"};
  std::vector<uint32_t> checksums;
  for (const char* page : pages) {
    forest_.clear();
    Plant(page);
    const uint32_t checksum = Walk(forest_).checksum;
    EXPECT_EQ(Walk(forest_).checksum, checksum);
    for (const uint32_t other : checksums) EXPECT_NE(checksum, other) << page;
    checksums.push_back(checksum);
  }
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
