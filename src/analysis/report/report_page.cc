// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What stands at each place of page/report.html.

#include "analysis/report/report_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "analysis/quantities.h"
#include "analysis/report/page_tables.h"
#include "analysis/report/page_template.h"
#include "analysis/report/page_text.h"
#include "analysis/report/report_data.h"
#include "analysis/report/shown_text.h"

namespace halfword::analysis {

namespace {

// Without a script.
constexpr size_t kClassRowsMax = 50;

// What of the tree is on the page.
std::string CutSentence(const Report& report) {
  const uint64_t shown_count = CountShownObjects(report);
  uint64_t least_bytes = UINT64_MAX;
  for (const ReportRow& row : report.tree.rows) {
    least_bytes = std::min(least_bytes, row.retained_bytes);
  }
  if (shown_count == report.node_count) return "All objects are shown.";
  std::string sentence = fmt::format(
      "Of {} objects, {} of those that retain most are shown, each {} or "
      "more; the others are summed up where they belong.",
      FormatCount(report.node_count), FormatCount(shown_count),
      FormatSize(least_bytes));
  if (report.extra_native_bytes != 0) {
    sentence += fmt::format(
        " {} of native memory belong to no object, and are not in the tree.",
        FormatSize(report.extra_native_bytes));
  }
  return sentence;
}

std::string ClassesSentence(const Report& report) {
  if (report.other_class_count == 0) return "";
  return fmt::format("The {} that retain most are listed.",
                     FormatCount(report.classes.size()));
}

}  // namespace

std::string ReportPage(const Report& report, const ReportLimits& limits) {
  return FillPlaces(
      kPageTemplate,
      {{"accumulations", AccumulationsHtml(report)},
       {"classes", ClassesHtml(report, kClassRowsMax)},
       {"classes_cut", ClassesSentence(report)},
       {"cut", CutSentence(report)},
       {"data", ReportData(report, limits)},
       {"file", HtmlText(report.file_name)},
       {"kinds", KindsHtml(report)},
       {"large_share",
        fmt::format("1/{}", std::to_string(Accumulation::kLargeParts))},
       {"script", std::string(kPageScript)},
       {"script_hash", std::string(kPageScriptHash)},
       {"style", std::string(kPageStyle)},
       {"totals", TotalsHtml(report)},
       {"version", HALFWORD_VERSION}});
}

}  // namespace halfword::analysis
