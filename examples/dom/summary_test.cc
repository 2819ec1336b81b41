// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The table and the words as a user sees them.

#include "examples/dom/summary.h"

#include <gtest/gtest.h>

namespace dom {
namespace {

Figures MakeFigures(const std::string& kind, uint64_t scale) {
  Figures figures;
  figures.kind = kind;
  figures.node_count = 1'234'567;
  figures.attribute_count = 1;
  figures.bytes_per_node = 40.0 * static_cast<double>(scale);
  figures.total_bytes = (3 << 20) * scale;
  figures.build_ms = 1.5 * static_cast<double>(scale);
  figures.traverse_ms = 0.25;
  figures.collect_ms = 0.0045;
  figures.remove_half_ms = scale == 1 ? 1 : 2;
  figures.bytes_after_half_removed = 512'000 * scale;
  figures.resolve_ms = 0.03;
  figures.string_bytes = 2048;
  figures.string_count = 1'500;
  figures.string_owners = {.one = 1'000, .two = 300, .three_or_more = 200};
  figures.id_count = 1;
  figures.link_count = 20;
  figures.resolved_link_count = 17;
  figures.listening_count = 21;
  figures.listening_after_half_removed = 11;
  return figures;
}

TEST(SummaryTest, ShowsOneBuildAndNamesTheOthers) {
  const Report report{.files = {"a.html"},
                      .html_bytes = 2 << 20,
                      .builds = {MakeFigures("32", 1)}};

  EXPECT_EQ(FormatSummary(report, Colours::kOff),
            "1 page, 2.00 MiB of HTML: 1,234,567 nodes, 1 attribute, 0 B of "
            "text,\n"
            "1 id, 20 links, 17 of them to an id of their page\n"
            "\n"
            "                        4-byte references\n"
            "bytes a node                         40.0\n"
            "all nodes                        3.00 MiB\n"
            "of these, strings                 2.0 KiB\n"
            "build the tree                    1.50 ms\n"
            "walk the tree                      250 µs\n"
            "follow the links                    30 µs\n"
            "collect, all alive                 4.5 µs\n"
            "free half of it                   1.00 ms\n"
            "the other half                  500.0 KiB\n"
            "string bodies                       1,500\n"
            "  with one owner                    1,000\n"
            "  with two owners                     300\n"
            "  with three or more                  200\n"
            "listening elements                     21\n"
            "  in the other half                    11\n"
            "Times are processor time.\n"
            "\n"
            "Try next: --compare for the other builds beside this one, --json "
            "for a program,\n"
            "--snapshot page.heapsnapshot for Chrome's DevTools, "
            "--image pages.image to keep\nthe trees in a file.\n");
}

TEST(SummaryTest, SaysWhatTheSnapshotIsAndHowToSeeIt) {
  Report report{.files = {"a.html"}, .builds = {MakeFigures("32", 1)}};
  EXPECT_EQ(FormatSummary(report, Colours::kOff).find("Heap snapshot"),
            std::string::npos);

  report.snapshot = {.path = "a.heapsnapshot",
                     .node_count = 1'234'567,
                     .file_bytes = 3 << 20,
                     .generation_ms = 1.25,
                     .serialization_ms = 2};
  const std::string summary = FormatSummary(report, Colours::kOff);

  EXPECT_NE(summary.find("\n\nHeap snapshot: 3.00 MiB, 1,234,567 objects, "
                         "written in 3.25 ms.\n"
                         "  To see it: Chrome's DevTools, Memory, Load "
                         "profile.\n\nTry next: "),
            std::string::npos)
      << summary;
}

TEST(SummaryTest, AdvisesNoSnapshotWhereThereIsNoHeap) {
  const Report report{.files = {"a"}, .builds = {MakeFigures("malloc", 1)}};

  EXPECT_EQ(FormatSummary(report, Colours::kOff).find("--snapshot"),
            std::string::npos);
}

TEST(SummaryTest, ComparesTheFirstBuildWithTheOthersInWords) {
  const Report report{
      .files = {"a.html", "b.html"},
      .html_bytes = 1,
      .builds = {MakeFigures("32", 1), MakeFigures("malloc", 4)}};

  const std::string summary = FormatSummary(report, Colours::kOff);

  EXPECT_NE(summary.find("2 pages"), std::string::npos);
  EXPECT_NE(
      summary.find("4-byte references against unique_ptr on mimalloc: "
                   "0.25 times the memory,\n"
                   "  0.25 times the time to build, 1.00 to walk, 0.50 to "
                   "free half.\n\nTry"),
      std::string::npos)
      << summary;
  EXPECT_NE(summary.find("collect, all alive                 4.5 µs"
                         "                  -\n"),
            std::string::npos)
      << summary;
}

TEST(SummaryTest, SaysWhyFreeingIsSlowerWhereItIs) {
  Report report{.files = {"a.html"},
                .builds = {MakeFigures("32", 1), MakeFigures("64", 2),
                           MakeFigures("malloc", 4)}};
  const std::string reason =
      "  Freeing: a collection marks what lives, destructors touch only what "
      "dies.\n";
  EXPECT_EQ(FormatSummary(report, Colours::kOff).find(reason),
            std::string::npos);

  report.builds[1].remove_half_ms = 0.5;  // also a collection
  EXPECT_EQ(FormatSummary(report, Colours::kOff).find(reason),
            std::string::npos);

  report.builds[2].remove_half_ms = 0.5;
  const std::string summary = FormatSummary(report, Colours::kOff);
  EXPECT_NE(summary.find("2.00 to free half.\n" + reason), std::string::npos)
      << summary;
}

TEST(SummaryTest, ComparesNoDocumentThatIsSmallerThanAnEmptyHeap) {
  Report report{.files = {"a.html"},
                .builds = {MakeFigures("32", 1), MakeFigures("malloc", 1)}};
  const std::string note =
      "Too small to compare: a heap's first 16 KiB pages are mostly empty.\n";
  report.builds[1].total_bytes = 1000;
  EXPECT_EQ(FormatSummary(report, Colours::kOff).find(note), std::string::npos);

  report.builds[0].total_bytes = 76 << 10;
  report.builds[0].node_count = 1;
  const std::string summary = FormatSummary(report, Colours::kOff);

  EXPECT_NE(summary.find(note), std::string::npos) << summary;
  EXPECT_NE(summary.find(": 1 node, "), std::string::npos) << summary;
  EXPECT_EQ(summary.find("times the memory"), std::string::npos) << summary;
}

TEST(SummaryTest, TellsOfAnImage) {
  const Report report{
      .files = {"a"},
      .builds = {MakeFigures("32", 1)},
      .image = ImageFigures{.path = "a.image", .file_bytes = 2048}};

  EXPECT_NE(FormatSummary(report, Colours::kOff).find("\nImage: 2.0 KiB, "),
            std::string::npos);
}

TEST(SummaryTest, UsesColoursOnlyWhenAsked) {
  const Report report{.files = {"a"}, .builds = {MakeFigures("64", 1)}};

  EXPECT_EQ(FormatSummary(report, Colours::kOff).find('\x1b'),
            std::string::npos);
  EXPECT_NE(FormatSummary(report, Colours::kOn).find('\x1b'),
            std::string::npos);
}

}  // namespace
}  // namespace dom
