// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Numbers that are the same exactly where trees are.

#include "examples/dom/tree_outline.h"

#include <gtest/gtest.h>

#include <set>

#include "examples/dom/dom_testing.h"
#include "examples/dom/tree_builder.h"

namespace dom {
namespace {

// Each in a heap of its own.
TreeOutline Outline(const std::string& html) {
  NodeHeap heap;
  return OutlineOf(*BuildTree(heap, *ParseForTest(html)));
}

TEST(TreeOutlineTest, StandsInDocumentOrder) {
  // Document, html, head, body, p, "x", b, "y", p.
  const TreeOutline outline = Outline("<p>x<b>y</b></p><p>");

  ASSERT_EQ(outline.size(), 9u);
  EXPECT_EQ(outline[0].node_count, 9u);
  EXPECT_EQ(outline[2].node_count, 1u);
  EXPECT_EQ(outline[3].node_count, 6u);
  EXPECT_EQ(outline[4].node_count, 4u);
  EXPECT_EQ(outline[6].node_count, 2u);
  EXPECT_EQ(outline[4].name_hash, outline[8].name_hash);
  EXPECT_EQ(outline[4].own_hash, outline[8].own_hash);
  EXPECT_NE(outline[4].tree_hash, outline[8].tree_hash);
}

TEST(TreeOutlineTest, IsTheSameInAnyHeap) {
  const std::string html =
      "<p id=first class='of some length'>words<!--note--></p>";
  const TreeOutline first = Outline(html);
  const TreeOutline second = Outline(html);

  EXPECT_EQ(first[0].tree_hash, second[0].tree_hash);
}

TEST(TreeOutlineTest, TellsTreesApart) {
  std::set<uint64_t> hashes;
  const std::vector<std::string> pages = {
      "<i></i><b></b>",   "<i><b></b></i>",
      "<b></b><i></i>",   "<b>x</b>",
      "<b><!--x--></b>",  "<b>y</b>",
      "<b id=x></b>",     "<b title=x></b>",
      "<b id=y></b>",     "<b id=x title=y></b>",
      "<b><i>x</i></b>y", "<b><i>x</i>y</b>"};
  for (const std::string& page : pages) {
    hashes.insert(Outline(page)[0].tree_hash);
  }

  EXPECT_EQ(hashes.size(), pages.size());
}

TEST(TreeOutlineTest, DoesNotLookAtPlaces) {
  EXPECT_EQ(Outline("<p>x</p>")[0].tree_hash,
            Outline("<p   >x</p  >")[0].tree_hash);
}

TEST(TreeOutlineTest, TakesADeepTree) {
  const TreeOutline outline = Outline(Repeat("<div>", 9'000));

  EXPECT_GT(outline.size(), 9'000u);
  EXPECT_EQ(outline[0].node_count, outline.size());
}

}  // namespace
}  // namespace dom
