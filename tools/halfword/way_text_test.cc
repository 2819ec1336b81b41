// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Short and long ways.

#include "tools/halfword/way_text.h"

#include <algorithm>

#include "gtest/gtest.h"

namespace halfword::tools {

namespace {

TEST(WayTextTest, HasALineForEachStep) {
  const Json way = {{{"id", 3}, {"name", "Window"}},
                    {{"edge", "cache"}, {"id", 5}, {"name", "Map"}}};
  EXPECT_EQ(FormatWay(way, "  "), "  Window @3\n  cache: Map @5\n");
}

TEST(WayTextTest, NamesWhatHasNoName) {
  EXPECT_EQ(FormatObject({{"id", 3}, {"name", ""}}), "(no name) @3");
}

TEST(WayTextTest, LeavesOutTheMiddleOfALongWay) {
  Json way = Json::array();
  for (int i = 0; i < 20; ++i) {
    way.push_back({{"edge", "next"}, {"id", i}, {"name", "Link"}});
  }
  const std::string text = FormatWay(way, "");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 11);
  EXPECT_NE(text.find("@3\n... 10 more ...\nnext: Link @14\n"),
            std::string::npos);
  EXPECT_NE(text.find("@19\n"), std::string::npos);
}

}  // namespace

}  // namespace halfword::tools
