// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Figures in HTML, and names that are none of it.

#include "analysis/report/page_tables.h"

#include "analysis/report/report_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {
namespace {

bool Has(const std::string& html, std::string_view part) {
  return html.find(part) != std::string::npos;
}

TEST(PageTablesTest, TotalsAreExact) {
  Report report;
  report.statistics.total_bytes = 74'355'202;
  report.node_count = 1234;
  report.producer = "V8";

  const std::string html = TotalsHtml(report);

  EXPECT_TRUE(Has(html, "<span title=\"74,355,202 bytes\">74.4 MB</span>"));
  EXPECT_TRUE(Has(html, "<dt>Nodes</dt><dd>1,234</dd>"));
  EXPECT_TRUE(Has(html, "<dd>V8</dd>"));
}

TEST(PageTablesTest, KindsAddUpToTheTotal) {
  Report report;
  report.statistics = {.total_bytes = 1000,
                       .native_bytes = 300,
                       .typed_array_bytes = 100,
                       .code_bytes = 50,
                       .string_bytes = 150,
                       .js_array_bytes = 40,
                       .system_bytes = 60};

  const std::string html = KindsHtml(report);

  EXPECT_TRUE(Has(html, "Other JS objects <b><span title=\"400 bytes\">"));
  EXPECT_TRUE(Has(html, "Other native memory <b><span title=\"200 bytes\">"));
  EXPECT_TRUE(Has(html, "<span>15.0 %</span>")) << "strings";
}

TEST(PageTablesTest, AccumulationsTellWhatTheyAreOf) {
  const SnapshotWithFigures heap(CacheGraph(1000));

  const std::string html =
      AccumulationsHtml(heap.Make({.tree = {.part_count = 100}}));

  EXPECT_TRUE(Has(html, "<bdi class=\"name\">Cache</bdi>"));
  EXPECT_TRUE(Has(html, "@3"));
  EXPECT_TRUE(Has(html, "1,000 × <bdi class=\"name\">Entry</bdi>"));
}

TEST(PageTablesTest, ClassesSayWhatTheyLack) {
  Report report;
  report.statistics.total_bytes = 100;
  report.classes.push_back({.index = 0,
                            .name = "<b>",
                            .count = 2,
                            .distance = 3,
                            .shallow_bytes = 40,
                            .retained_bytes = 50});

  const std::string whole = ClassesHtml(report, 10);
  report.other_class_count = 7;
  const std::string cut = ClassesHtml(report, 0);

  EXPECT_TRUE(Has(whole, "<bdi class=\"name\">&lt;b&gt;</bdi>"));
  EXPECT_TRUE(Has(whole, "50.0 %"));
  EXPECT_TRUE(Has(whole, "<tfoot hidden>"));
  EXPECT_TRUE(Has(cut, "7 others together"));
  EXPECT_FALSE(Has(cut, "&lt;b&gt;"));
}

}  // namespace
}  // namespace halfword::analysis
