// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The table of edges: one walk over the rows of edges, and of nodes beside it,
// which say how many edges each has.

#ifndef HALFWORD_ANALYSIS_EXPORT_EDGE_ROWS_H_
#define HALFWORD_ANALYSIS_EXPORT_EDGE_ROWS_H_

#include <cstdint>
#include <vector>

#include "analysis/export/concatenations.h"
#include "analysis/export/table_writer.h"
#include "analysis/export/text_cache.h"
#include "analysis/file/progress.h"
#include "analysis/file/snapshot.h"

namespace halfword::analysis {

// Also sets the parts of the sums, which only names of edges tell.
void WriteEdges(const Snapshot& snapshot, const std::vector<uint32_t>& ids,
                const Progress& progress, TextCache* texts,
                Concatenations* sums, TableWriter* writer);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_EXPORT_EDGE_ROWS_H_
