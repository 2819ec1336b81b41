// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The top of a dominator tree: the nodes that retain most. What dominates one
// of them retains more, so that they are a tree again.

#ifndef HALFWORD_ANALYSIS_DOMINATOR_VIEW_H_
#define HALFWORD_ANALYSIS_DOMINATOR_VIEW_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/dominators.h"

namespace halfword::analysis {

struct DominatorRow {
  uint32_t place;  // in the tree
  uint32_t depth;  // of the root: 0
};

// At most row_count nodes, each behind what dominates it; of those that one
// node dominates, the one that retains most first.
std::vector<DominatorRow> FindLargest(const DominatorTree& tree,
                                      const std::vector<uint64_t>& retained,
                                      size_t row_count);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_DOMINATOR_VIEW_H_
