// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ReportTree: a dominator tree cut down to what a page can show: the objects
// that retain most. What is cut off a row is counted with it, in bundles and
// otherwise, so that nothing is lost:
//
//    retained = self + retained of the rows below + bundles + others
//
// A long way down on which hardly anything branches off, such as a list, would
// take all rows and show nothing. Its middle is one row, of many levels; what
// branches off there is below that row.

#ifndef HALFWORD_ANALYSIS_REPORT_REPORT_TREE_H_
#define HALFWORD_ANALYSIS_REPORT_REPORT_TREE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/figures.h"
#include "analysis/report/bundles.h"

namespace halfword::analysis {

struct CutLimits {
  size_t row_count = 6000;
  // Right below one row. More are as good as one bundle to look at, and would
  // leave no rows for others.
  uint32_t child_count = 100;
  size_t bundle_count = 3000;
  // A row or a bundle retains at least one of so many parts of all.
  uint64_t part_count = 50'000;
};

struct ReportRow {
  uint32_t place;   // in the dominator tree; of several levels, the first
  uint32_t parent;  // a row before this one; the root's is its own
  uint64_t level_count = 0;  // how many objects, each below the other
  uint64_t self_bytes = 0;   // of all of them
  uint64_t retained_bytes = 0;
  uint64_t object_count = 0;  // that are retained
  uint64_t other_count = 0;   // right below, in no row and no bundle
  uint64_t other_bytes = 0;   // what these retain
};

struct ReportTree {
  std::vector<ReportRow> rows;  // the root first
  std::vector<Bundle> bundles;  // by row
  uint64_t least_bytes = 0;     // of each
};

// Requires: the figures are those of nodes. Cost: 16 bytes a node.
ReportTree CutTree(const HeapGraph& graph, const Figures& figures,
                   const CutLimits& limits = {});

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_REPORT_REPORT_TREE_H_
