// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The page as a whole: that it is bounded, and that names stay names.

#include "analysis/report/report_page.h"

#include "analysis/report/page_text.h"
#include "analysis/report/report_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {
namespace {

size_t Count(const std::string& text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(ReportPageTest, AllowsItsScriptAndNothingElse) {
  const SnapshotWithFigures heap(CacheGraph(3));

  const std::string page = ReportPage(heap.Make());

  EXPECT_EQ(Count(page, "default-src 'none'; script-src 'sha256-"), 1);
  EXPECT_EQ(Count(page, "<script>" + std::string(kPageScript) + "</script>"),
            1);
  EXPECT_EQ(Count(page, "{{"), 0) << "a place that is not filled";
  EXPECT_EQ(Count(page, "All objects are shown."), 1);
}

TEST(ReportPageTest, NamesAddNoMarkup) {
  TestGraph graph = GraphWithRoot();
  for (const std::string_view name :
       {"</script><script>alert(1)</script>", "<!--", "<img src=x onerror=a>",
        "\"'><b>", "{{data}}", "\u202e\u2028"}) {
    for (const char* const type : {"object", "string", "closure", "native"}) {
      graph.Connect(0, "shortcut", "a", graph.Add(type, name, 50));
    }
  }
  const SnapshotWithFigures harmless(GraphWithRoot());
  const SnapshotWithFigures hostile(graph);

  const std::string page = ReportPage(hostile.Make());

  const std::string other = ReportPage(harmless.Make());
  EXPECT_EQ(Count(page, "<script"), Count(other, "<script"));
  EXPECT_EQ(Count(page, "</script"), Count(other, "</script"));
  EXPECT_EQ(Count(page, "<!--"), Count(other, "<!--"));
  for (const std::string_view bad : {"<img", "<b>", "\u202e", "\u2028"}) {
    EXPECT_EQ(Count(page, bad), Count(other, bad)) << bad;
  }
}

// As many rows, bundles and constructors as there may be, each with a name of
// its own that takes six bytes a character.
TEST(ReportPageTest, TakesTwoMegabytesAtMost) {
  TestGraph graph = GraphWithRoot();
  const auto add = [&graph](uint32_t parent, uint32_t bytes) {
    const std::string name =
        std::to_string(graph.nodes.size()) + std::string(200, '<');
    const uint32_t node = graph.Add("native", name, bytes);
    graph.Connect(parent, parent == 0 ? "shortcut" : "property", "1", node);
    return node;
  };
  for (uint32_t i = 0; i < 90; ++i) {
    const uint32_t parent = add(0, 1000);
    for (uint32_t j = 0; j < 90; ++j) add(parent, 1000);
  }
  const SnapshotWithFigures heap(graph);

  const Report report = heap.Make();
  const std::string page = ReportPage(report);

  EXPECT_EQ(report.tree.rows.size(), 6000);
  EXPECT_EQ(report.classes.size(), 3000);
  EXPECT_LT(page.size(), 2'000'000);
}

}  // namespace
}  // namespace halfword::analysis
