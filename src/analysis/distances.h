// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Distances: how many edges lead from a user root to a node. What only the
// system's roots reach is so far from those, plus kSystemDistance; what nothing
// reaches has kNoDistance.

#ifndef HALFWORD_ANALYSIS_DISTANCES_H_
#define HALFWORD_ANALYSIS_DISTANCES_H_

#include <cstdint>
#include <vector>

#include "analysis/file/heap_graph.h"

namespace halfword::analysis {

inline constexpr int32_t kNoDistance = -5;
inline constexpr int32_t kSystemDistance = 100'000'000;

std::vector<int32_t> FindDistances(const HeapGraph& graph,
                                   const std::vector<Node>& user_roots);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_DISTANCES_H_
