// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A report as one HTML file, which needs no other: it shows totals and tables
// by itself, and its script the dominator tree. Its Content-Security-Policy
// allows that script and nothing else, so that markup in a name would do
// nothing even if it got through (design/analysis.md#req.analysis.page).

#ifndef HALFWORD_ANALYSIS_REPORT_REPORT_PAGE_H_
#define HALFWORD_ANALYSIS_REPORT_REPORT_PAGE_H_

#include <string>

#include "analysis/report/report.h"

namespace halfword::analysis {

// limits: those of MakeReport().
std::string ReportPage(const Report& report, const ReportLimits& limits = {});

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_REPORT_REPORT_PAGE_H_
