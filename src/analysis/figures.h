// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Figures: all that DevTools computes of a snapshot, in its order: each step
// sees names and sizes that those before it have changed.

#ifndef HALFWORD_ANALYSIS_FIGURES_H_
#define HALFWORD_ANALYSIS_FIGURES_H_

#include <cstdint>
#include <vector>

#include "analysis/class_rows.h"
#include "analysis/class_table.h"
#include "analysis/dominators.h"
#include "analysis/file/snapshot.h"
#include "analysis/shapes.h"
#include "analysis/statistics.h"

namespace halfword::analysis {

enum class FigureScope {
  kSummary,  // rows and statistics; what nodes have is dropped when it is used
  kNodes,    // the figures of each node, too
};

struct Figures {
  // By node; empty for a summary.
  std::vector<bool> is_renamed;
  std::vector<bool> is_page_node;
  std::vector<int32_t> distances;
  std::vector<Shape> shapes;
  ClassTable classes;
  DominatorTree tree;
  std::vector<uint64_t> retained_bytes;  // by place in the tree
  std::vector<ClassRow> class_rows;
  SnapshotStatistics statistics;
};

// Completes the snapshot's graph (detachedness, sizes) and takes its edges.
Figures ComputeFigures(Snapshot* snapshot, FigureScope scope,
                       const Progress& progress = {});

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FIGURES_H_
