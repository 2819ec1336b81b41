// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Dominators: for each node the last one that every way from the root goes
// through: the one whose end would free it. What a node dominates, it retains.
//
// Which edges count is DevTools' rule: not weak ones, nor those of a debugger
// to the page, nor the table's copy of a pair's edge, nor shortcuts but the
// root's. A node that none of these leads to hangs on the root. So does each of
// those that only such cycles hold, alone.
//
// Computed by Semi-NCA (Georgiadis, Werneck, Tarjan and others, 2006): depth
// first numbers, semidominators from the last to the first with compressed
// paths, then nearest common ancestors. It is not recursive, so that a list of
// ten million nodes is one like others.

#ifndef HALFWORD_ANALYSIS_DOMINATORS_H_
#define HALFWORD_ANALYSIS_DOMINATORS_H_

#include <cstdint>
#include <vector>

#include "analysis/file/heap_graph.h"
#include "analysis/file/word_array.h"

namespace halfword::analysis {

// The dominator tree in the order of a walk in which parents come first. The
// root is the first.
struct DominatorTree {
  WordArray nodes;    // by place in that order
  WordArray parents;  // places; the root's is its own

  uint32_t count() const { return static_cast<uint32_t>(nodes.size()); }
};

// Takes the graph's edges: it has none afterwards. They are most of its memory,
// and what is computed here needs as much in their place.
DominatorTree FindDominators(HeapGraph* graph,
                             const std::vector<bool>& is_page_node);

// By place in the tree: the sum of self sizes of all that a node dominates,
// its own included.
std::vector<uint64_t> FindRetainedBytes(const HeapGraph& graph,
                                        const DominatorTree& tree);

// By node: its place in the tree.
std::vector<uint32_t> PlacesOf(const DominatorTree& tree);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_DOMINATORS_H_
