// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// From elements to lines and columns of their pages.

#include "examples/dom/page_sources.h"

#include <gtest/gtest.h>

#include <string>

#include "examples/dom/dom_testing.h"
#include "examples/dom/tree_builder.h"

namespace dom {
namespace {

class PageSourcesTest : public testing::Test {
 protected:
  void Plant(const std::vector<std::string>& htmls) {
    for (const std::string& html : htmls) pages_.push_back(ParseForTest(html));
    places_ = PlacesOf(pages_);
    forest_ = PlantForest(heap_, pages_, places_);
  }
  // The first element of that tag.
  const Element* Find(size_t page_index, std::string_view tag) const {
    const Node* const root = forest_[page_index].get();
    for (const Node* node = root; node != nullptr;
         node = node->NextInDocument(root)) {
      const auto* const element = DynamicTo<Element>(node);
      if (element != nullptr && element->tag() == tag) return element;
    }
    return nullptr;
  }

  NodeHeap heap_;
  Pages pages_;
  PagePlaces places_;
  Forest forest_;
};

TEST_F(PageSourcesTest, GivesEachElementThePageAndTheOffsetOfItsTag) {
  Plant({"<p>a", "b<html><i>"});
  PageSources sources(pages_, places_);

  const SourcePosition paragraph = Find(0, "p")->GetSourcePosition();
  const SourcePosition italic = Find(1, "i")->GetSourcePosition();

  EXPECT_EQ(sources.table().source_count(), 2u);
  EXPECT_EQ(sources.table().Name(paragraph.source), "test.html");
  EXPECT_NE(paragraph.source, italic.source);
  EXPECT_EQ(paragraph.offset_bytes, 0u);
  EXPECT_EQ(italic.offset_bytes, 7u);
  EXPECT_EQ(Find(0, "body")->GetSourcePosition(), SourcePosition());
}

TEST_F(PageSourcesTest, CountsColumnsInUtf16Units) {
  Plant({"<p>x\r\n\u00e9\U0001f600<b>y"});
  PageSources sources(pages_, places_);

  EXPECT_EQ(sources.table().Find(Find(0, "b")->GetSourcePosition()),
            (halfword::TextPosition{.line = 1, .column = 3}));
}

TEST_F(PageSourcesTest, AreAskedWhileTheyExist) {
  Plant({"<p>"});
  const Element* const paragraph = Find(0, "p");
  EXPECT_EQ(PageSources::Current(), nullptr);
  EXPECT_EQ(paragraph->GetSourcePosition(), SourcePosition());
  {
    const PageSources outer(pages_, places_);
    {
      const PageSources inner(pages_, places_);
      EXPECT_EQ(PageSources::Current(), &inner);
    }
    EXPECT_EQ(PageSources::Current(), &outer);
    EXPECT_NE(paragraph->GetSourcePosition(), SourcePosition());
  }
  EXPECT_EQ(PageSources::Current(), nullptr);
}

}  // namespace
}  // namespace dom
