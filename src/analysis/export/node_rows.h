// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The table of nodes: what DevTools' rows show of each, from memory but for the
// texts of names.

#ifndef HALFWORD_ANALYSIS_EXPORT_NODE_ROWS_H_
#define HALFWORD_ANALYSIS_EXPORT_NODE_ROWS_H_

#include <cstdint>
#include <vector>

#include "analysis/export/concatenations.h"
#include "analysis/export/table_writer.h"
#include "analysis/export/text_cache.h"
#include "analysis/figures.h"
#include "analysis/file/progress.h"
#include "analysis/file/snapshot.h"

namespace halfword::analysis {

// Requires: figures of FigureScope::kNodes; sums that are finished.
void WriteNodes(const Snapshot& snapshot, const Figures& figures,
                const std::vector<uint32_t>& ids, const Concatenations& sums,
                const Progress& progress, TextCache* texts,
                TableWriter* writer);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_EXPORT_NODE_ROWS_H_
