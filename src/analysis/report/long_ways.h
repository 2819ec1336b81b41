// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Long ways down a dominator tree: each step goes to the node that retains
// nearly all of what the one above it does. A list of a million items is such a
// way, and so are calls that await each other.

#ifndef HALFWORD_ANALYSIS_REPORT_LONG_WAYS_H_
#define HALFWORD_ANALYSIS_REPORT_LONG_WAYS_H_

#include <cstdint>
#include <vector>

#include "analysis/dominators.h"

namespace halfword::analysis {

// By place in the tree, the place that stands for it: its own, or that of the
// first node in the middle of its long way. The first three nodes of a way and
// its last two are not in the middle; ways of up to twelve nodes are not long.
//
// Nodes that retain less than least_bytes are in no way.
WordArray FindLongWays(const DominatorTree& tree,
                       const std::vector<uint64_t>& retained,
                       uint64_t least_bytes);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_REPORT_LONG_WAYS_H_
