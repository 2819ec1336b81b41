// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The figures of a small page are whole and agree with each other.

#include "examples/dom/measure.h"

#include <gtest/gtest.h>

#include "examples/dom/dom_testing.h"

namespace dom {
namespace {

TEST(MeasureTest, MeasuresThePagesAsOftenAsAsked) {
  Pages pages;
  pages.push_back(ParseForTest(Repeat("<p id=x>words<b>more", 5'000)));
  pages.push_back(ParseForTest("<p>y"));

  const Figures once = Measure(pages, 1);
  const Figures often = Measure(pages, 4);

  for (const Figures& figures : {once, often}) {
    EXPECT_EQ(figures.kind, NodeHeap::kKind);
    EXPECT_GT(figures.node_count, 20'000u);
    EXPECT_EQ(figures.attribute_count, 5'000u);
    EXPECT_GT(figures.build_ms, 0);
    EXPECT_GT(figures.traverse_ms, 0);
    EXPECT_EQ(figures.collect_ms == 0, figures.kind == "malloc");
    EXPECT_GT(figures.remove_half_ms, 0);
    EXPECT_DOUBLE_EQ(figures.bytes_per_node,
                     static_cast<double>(figures.total_bytes) /
                         static_cast<double>(figures.node_count));
    EXPECT_GT(figures.bytes_per_node, sizeof(Text));
    EXPECT_LT(figures.bytes_after_half_removed, figures.total_bytes);
  }
  EXPECT_EQ(once.node_count, often.node_count);
  EXPECT_EQ(once.checksum, often.checksum);
}

}  // namespace
}  // namespace dom
