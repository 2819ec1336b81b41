// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a user reads of an image.

#include "examples/dom/image_summary.h"

#include <gtest/gtest.h>

namespace dom {
namespace {

TEST(ImageSummaryTest, NamesPagesThatAreNotAsTheyWere) {
  ImageFigures image{.path = "pages.image",
                     .is_made = false,
                     .file_bytes = 2 << 20,
                     .page_count = 5,
                     .open_ms = 0.25,
                     .save_ms = 3.5};
  image.pages = {
      {.path = "a.html", .change = PageChange::kNew, .node_count = 1'200},
      {.path = "b.html", .change = PageChange::kEqual, .node_count = 7},
      {.path = "c\n.html", .change = PageChange::kMoved, .node_count = 7},
      {.path = "d.html",
       .change = PageChange::kChanged,
       .node_count_before = 1,
       .node_count = 1,
       .added_node_count = 2'000,
       .removed_node_count = 3}};

  EXPECT_EQ(FormatImage(image),
            "Image: 2.00 MiB, 5 pages, opened in 250 µs, saved in 3.50 ms.\n"
            "  Of the pages given 1 new, 2 changed, 1 equal.\n"
            "  new, 1,200 nodes: a.html\n"
            "  the same tree, its tags at other places: c\\n.html\n"
            "  1 node, 2,000 added, 3 removed: d.html\n");
}

TEST(ImageSummaryTest, ShowsTheFirstOfManyPages) {
  ImageFigures image{.path = "pages.image", .is_made = true};
  for (int i = 0; i < 25; ++i) {
    image.pages.push_back({.path = "equal", .change = PageChange::kEqual});
    image.pages.push_back({.path = std::to_string(i) + ".html"});
  }

  const std::string text = FormatImage(image);

  EXPECT_NE(text.find(", made in "), std::string::npos) << text;
  EXPECT_NE(text.find(": 19.html\n  and 5 more\n"), std::string::npos) << text;
  EXPECT_EQ(text.find(": 20.html"), std::string::npos) << text;
  EXPECT_EQ(text.find(": equal"), std::string::npos) << text;
}

TEST(ImageSummaryTest, SumsUpWhatAnImageHolds) {
  HeldImageFigures image{.path = "pages.image",
                         .file_bytes = 2048,
                         .open_ms = 0.25,
                         .traverse_ms = 1.5};
  image.pages = {{.path = "a.html",
                  .node_count = 1'200,
                  .attribute_count = 3,
                  .text_bytes = 500,
                  .link_count = 4,
                  .resolved_link_count = 2},
                 {.path = "b\x1b.html",
                  .node_count = 1,
                  .attribute_count = 1,
                  .text_bytes = 10,
                  .link_count = 1,
                  .resolved_link_count = 1}};

  EXPECT_EQ(FormatHeldImage(image),
            "pages.image: 2.0 KiB, opened in 250 µs, read in 1.50 ms\n"
            "2 pages: 1,201 nodes, 4 attributes, 510 B of text,\n"
            "5 links within their page, 3 of them to an id\n\n"
            "   1,200 nodes  a.html\n"
            "        1 node  b\\x1b.html\n");
}

}  // namespace
}  // namespace dom
