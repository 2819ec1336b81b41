// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Detachedness: which native objects belong to a document that is shown, and
// which to one that is not any more. Producers say it of some; it spreads from
// them to the natives that they hold.

#ifndef HALFWORD_ANALYSIS_DETACHEDNESS_H_
#define HALFWORD_ANALYSIS_DETACHEDNESS_H_

#include <vector>

#include "analysis/file/heap_graph.h"
#include "analysis/file/string_table.h"

namespace halfword::analysis {

// Completes graph->detachedness. Returns, by node, whether its name gets
// "Detached " in front.
std::vector<bool> SpreadDetachedness(HeapGraph* graph,
                                     const StringTable& strings);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_DETACHEDNESS_H_
