// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The parts of a report's page that need no script: totals, kinds,
// accumulations, and the first constructors. HTML, which ends with a newline.

#ifndef HALFWORD_ANALYSIS_REPORT_PAGE_TABLES_H_
#define HALFWORD_ANALYSIS_REPORT_PAGE_TABLES_H_

#include <cstddef>
#include <string>

#include "analysis/report/report.h"

namespace halfword::analysis {

std::string TotalsHtml(const Report& report);

// A bar and its legend.
std::string KindsHtml(const Report& report);

std::string AccumulationsHtml(const Report& report);

// The first rows, which a script replaces by all; and a foot for those that
// the page does not have.
std::string ClassesHtml(const Report& report, size_t row_count);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_REPORT_PAGE_TABLES_H_
