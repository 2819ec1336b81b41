// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The figures of a small page are whole and agree with each other.

#include "examples/dom/measure.h"

#include <gtest/gtest.h>

#include "examples/dom/dom_testing.h"

namespace dom {
namespace {

TEST(MeasureTest, MeasuresThePagesAsOftenAsAsked) {
  Pages pages;
  pages.push_back(ParseForTest(Repeat("<p id=same>words<b>more", 5'000)));
  pages.push_back(ParseForTest("<a href=#y></a><p id=y>y<a href=#no>"));

  const Figures once = Measure(pages, 1);
  const Figures often = Measure(pages, 4);

  for (const Figures& figures : {once, often}) {
    EXPECT_EQ(figures.kind, NodeHeap::kKind);
    EXPECT_GT(figures.node_count, 20'000u);
    EXPECT_EQ(figures.attribute_count, 5'003u);
    EXPECT_GT(figures.build_ms, 0);
    EXPECT_GT(figures.traverse_ms, 0);
    EXPECT_GT(figures.resolve_ms, 0);
    EXPECT_EQ(figures.collect_ms == 0, figures.kind == "malloc");
    EXPECT_GT(figures.remove_half_ms, 0);
    EXPECT_DOUBLE_EQ(figures.bytes_per_node,
                     static_cast<double>(figures.total_bytes) /
                         static_cast<double>(figures.node_count));
    EXPECT_GT(figures.bytes_per_node, sizeof(Text));
    EXPECT_LT(figures.bytes_after_half_removed, figures.total_bytes);

    EXPECT_GT(figures.string_bytes, 10'000u * 8);
    EXPECT_LT(figures.string_bytes, figures.total_bytes);
    EXPECT_EQ(figures.string_count, figures.string_owners.all());
    EXPECT_GT(figures.string_owners.one, 10'000u);       // the texts
    EXPECT_GE(figures.string_owners.three_or_more, 1u);  // "same"
    if (figures.kind != "malloc") {
      EXPECT_GT(figures.inline_string_count, 10'000u);  // "p" and "b"
    }

    EXPECT_EQ(figures.id_count, 2u);
    EXPECT_EQ(figures.link_count, 2u);
    EXPECT_EQ(figures.resolved_link_count, 1u);
    EXPECT_EQ(figures.listening_count, 2u);
    // The second page is gone, and the first "same" is not.
    EXPECT_EQ(figures.ids_after_half_removed, 1u);
    EXPECT_EQ(figures.listening_after_half_removed, 0u);
  }
  EXPECT_TRUE(HaveEqualTrees(once, often));
}

TEST(MeasureTest, TellsTreesApartWhoseTablesDiffer) {
  Pages pages, others;
  pages.push_back(ParseForTest("<a href=#a><p id=b>"));
  others.push_back(ParseForTest("<a href=#b><p id=b>"));
  const Figures figures = Measure(pages, 1);
  Figures changed = figures;
  changed.listening_after_half_removed = 2;

  EXPECT_TRUE(HaveEqualTrees(figures, Measure(pages, 1)));
  EXPECT_FALSE(HaveEqualTrees(figures, Measure(others, 1)));
  EXPECT_FALSE(HaveEqualTrees(figures, changed));
}

}  // namespace
}  // namespace dom
