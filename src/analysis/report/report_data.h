// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The figures of a report as its page's script reads them: a JSON object whose
// tables are lists by column, since that is a third of the bytes of lists of
// objects. Texts stand once in `texts`, and elsewhere as their places there.
//
//    total, least, parts, largeParts   bytes, and limits (CutLimits)
//    texts                             names
//    tree      parent, name, class, id, group, distance, levels, self,
//              retained, objects, others   lists by row, see ReportRow
//    bundles   row, class, group, count, bytes   lists; see Bundle
//    classes   name, count, distance, shallow, retained   lists by row
//    otherClasses   classes, count, distance, shallow

#ifndef HALFWORD_ANALYSIS_REPORT_REPORT_DATA_H_
#define HALFWORD_ANALYSIS_REPORT_REPORT_DATA_H_

#include <string>

#include "analysis/report/report.h"

namespace halfword::analysis {

// May stand in a <script> element.
std::string ReportData(const Report& report, const ReportLimits& limits);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_REPORT_REPORT_DATA_H_
