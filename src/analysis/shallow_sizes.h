// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Shallow sizes: arrays and what is hidden are parts of the one object that has
// them, which is shown with their sizes.

#ifndef HALFWORD_ANALYSIS_SHALLOW_SIZES_H_
#define HALFWORD_ANALYSIS_SHALLOW_SIZES_H_

#include <vector>

#include "analysis/file/heap_graph.h"
#include "analysis/file/string_table.h"

namespace halfword::analysis {

// Moves graph->self_bytes to the owners.
// is_renamed: see SpreadDetachedness().
// Requires: there is a user root; files without one show raw memory.
void MoveShallowSizes(HeapGraph* graph, const StringTable& strings,
                      const std::vector<bool>& is_renamed);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_SHALLOW_SIZES_H_
