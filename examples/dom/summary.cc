// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A row of the table is a label and how a build fills its cell; columns are as
// wide as their titles.

#include "examples/dom/summary.h"

#include <fmt/color.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string_view>

#include "examples/dom/image_summary.h"
#include "examples/dom/quantities.h"

namespace dom {
namespace {

// How a build fills the cell of a row that shows one field.
template <uint64_t Figures::* field>
std::string Count(const Figures& build) {
  return FormatCount(build.*field);
}
template <uint64_t OwnerCounts::* field>
std::string Owners(const Figures& build) {
  return FormatCount(build.string_owners.*field);
}
template <uint64_t Figures::* field>
std::string Bytes(const Figures& build) {
  return FormatBytes(build.*field);
}
template <double Figures::* field>
std::string Time(const Figures& build) {
  return FormatTime(build.*field);
}
std::string BytesPerNode(const Figures& build) {
  return fmt::format("{:.1f}", build.bytes_per_node);
}
std::string TimeToCollect(const Figures& build) {
  return build.kind == "malloc" ? "-" : FormatTime(build.collect_ms);
}

struct Row {
  std::string_view label;
  std::string (*cell)(const Figures&);
};

constexpr Row kRows[] = {
    {"bytes a node", BytesPerNode},
    {"all nodes", Bytes<&Figures::total_bytes>},
    {"of these, strings", Bytes<&Figures::string_bytes>},
    {"build the tree", Time<&Figures::build_ms>},
    {"walk the tree", Time<&Figures::traverse_ms>},
    {"follow the links", Time<&Figures::resolve_ms>},
    {"collect, all alive", TimeToCollect},
    {"free half of it", Time<&Figures::remove_half_ms>},
    {"the other half", Bytes<&Figures::bytes_after_half_removed>},
    {"string bodies", Count<&Figures::string_count>},
    {"  with one owner", Owners<&OwnerCounts::one>},
    {"  with two owners", Owners<&OwnerCounts::two>},
    {"  with three or more", Owners<&OwnerCounts::three_or_more>},
    {"listening elements", Count<&Figures::listening_count>},
    {"  in the other half", Count<&Figures::listening_after_half_removed>},
};

std::string_view TitleOf(const Figures& build) {
  if (build.kind == "32") return "4-byte references";
  if (build.kind == "64") return "8-byte references";
  return "unique_ptr";
}

std::string_view NameOf(const Figures& build) {
  return build.kind == "malloc" ? "unique_ptr on mimalloc" : TitleOf(build);
}

std::string FormatTable(const Report& report, Colours colours) {
  constexpr int kLabelWidth = 22;
  constexpr int kColumnWidth = 19;
  const fmt::text_style bold = colours == Colours::kOn
                                   ? fmt::text_style(fmt::emphasis::bold)
                                   : fmt::text_style();
  std::string header = std::string(kLabelWidth, ' ');
  for (const Figures& build : report.builds) {
    header += fmt::format("{:>{}}", TitleOf(build), kColumnWidth);
  }
  std::string table = fmt::format(bold, "{}", header) + '\n';
  for (const Row& row : kRows) {
    table += fmt::format("{:<{}}", row.label, kLabelWidth);
    for (const Figures& build : report.builds) {
      table += fmt::format("{:>{}}", row.cell(build), kColumnWidth);
    }
    table += '\n';
  }
  return table;
}

// Below this much a heap's memory is mostly its smallest: a page of 16 KiB for
// each size of object, most of them nearly empty, and the first side tables.
constexpr uint64_t kComparableBytesMin = 256 << 10;

// mimalloc's pages are not counted, so that a small document is what it is.
bool IsTooSmall(const Report& report) {
  return std::any_of(report.builds.begin(), report.builds.end(),
                     [](const Figures& build) {
                       return build.kind != "malloc" &&
                              build.total_bytes < kComparableBytesMin;
                     });
}

// Why the table shows a loss where it does. Freeing is where unique_ptr wins.
std::string_view ReasonOfSlowFreeing(const Figures& ours,
                                     const Figures& other) {
  const bool is_loss = ours.kind != "malloc" && other.kind == "malloc" &&
                       ours.remove_half_ms > other.remove_half_ms;
  return is_loss ? "  Freeing: a collection marks what lives, destructors "
                   "touch only what dies.\n"
                 : "";
}

// "4-byte references against unique_ptr: 0.46 times the memory, ...", a few
// lines for each build but the first.
std::string FormatComparison(const Report& report) {
  const Figures& ours = report.builds.front();
  std::string words;
  for (size_t i = 1; i < report.builds.size(); ++i) {
    const Figures& other = report.builds[i];
    const auto ratio = [](double a, double b) { return b > 0 ? a / b : 0; };
    fmt::format_to(
        std::back_inserter(words),
        "{} against {}: {:.2f} times the memory,\n"
        "  {:.2f} times the time to build, {:.2f} to walk, {:.2f} to "
        "free half.\n",
        NameOf(ours), NameOf(other),
        ratio(ours.bytes_per_node, other.bytes_per_node),
        ratio(ours.build_ms, other.build_ms),
        ratio(ours.traverse_ms, other.traverse_ms),
        ratio(ours.remove_half_ms, other.remove_half_ms));
    words += ReasonOfSlowFreeing(ours, other);
  }
  return words;
}

std::string FormatSnapshot(const SnapshotFigures& snapshot) {
  return fmt::format(
      "Heap snapshot: {}, {}, written in {}.\n"
      "  To see it: Chrome's DevTools, Memory, Load profile.\n",
      FormatBytes(snapshot.file_bytes),
      FormatCounted(snapshot.node_count, "object"),
      FormatTime(snapshot.generation_ms + snapshot.serialization_ms));
}

std::string FormatAdvice(const Report& report) {
  if (report.builds.size() == 1) {
    const bool has_heap = report.builds.front().kind != "malloc";
    return fmt::format(
        "Try next: --compare for the other builds beside this one, --json for "
        "a program{}.\n",
        has_heap ? ",\n--snapshot page.heapsnapshot for Chrome's DevTools, "
                   "--image pages.image to keep\nthe trees in a file"
                 : "");
  }
  return "Try next: a folder of your own pages; --repeat 25 for steadier "
         "times; "
         "--json.\n"
         "examples/dom/README.md walks through the code that was measured.\n";
}

}  // namespace

Colours ColoursOfStandardOutput() {
  const char* const no_colour = std::getenv("NO_COLOR");
  const bool refused = no_colour != nullptr && *no_colour != '\0';
  return isatty(STDOUT_FILENO) && !refused ? Colours::kOn : Colours::kOff;
}

std::string FormatSummary(const Report& report, Colours colours) {
  const Figures& build = report.builds.front();
  std::string summary = fmt::format(
      "{}, {} of HTML: {}, {}, {} of text,\n"
      "{}, {}, {} of them to an id of their page\n\n",
      FormatCounted(report.files.size(), "page"),
      FormatBytes(report.html_bytes), FormatCounted(build.node_count, "node"),
      FormatCounted(build.attribute_count, "attribute"),
      FormatBytes(build.text_bytes), FormatCounted(build.id_count, "id"),
      FormatCounted(build.link_count, "link"),
      FormatCount(build.resolved_link_count));
  summary += FormatTable(report, colours);
  summary += "Times are processor time.\n\n";
  if (IsTooSmall(report)) {
    summary +=
        "Too small to compare: a heap's first 16 KiB pages are mostly "
        "empty.\n\n";
  } else if (report.builds.size() > 1) {
    summary += FormatComparison(report) + '\n';
  }
  if (report.snapshot) summary += FormatSnapshot(*report.snapshot) + '\n';
  if (report.image) summary += FormatImage(*report.image) + '\n';
  summary += FormatAdvice(report);
  return summary;
}

}  // namespace dom
