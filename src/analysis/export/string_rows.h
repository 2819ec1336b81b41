// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The table of strings: the section of strings, as text.

#ifndef HALFWORD_ANALYSIS_EXPORT_STRING_ROWS_H_
#define HALFWORD_ANALYSIS_EXPORT_STRING_ROWS_H_

#include "analysis/export/table_writer.h"
#include "analysis/file/progress.h"
#include "analysis/file/snapshot.h"

namespace halfword::analysis {

// A text above some 100 KiB is cut.
void WriteStrings(const Snapshot& snapshot, const Progress& progress,
                  TableWriter* writer);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_EXPORT_STRING_ROWS_H_
