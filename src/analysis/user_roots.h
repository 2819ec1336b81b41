// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// User roots: what the root's edges lead to that is the program's own, such as
// the global objects of a page. Distances are counted from them.

#ifndef HALFWORD_ANALYSIS_USER_ROOTS_H_
#define HALFWORD_ANALYSIS_USER_ROOTS_H_

#include <vector>

#include "analysis/file/heap_graph.h"
#include "analysis/file/string_table.h"

namespace halfword::analysis {

// In the order of the root's edges, once for each edge.
std::vector<Node> FindUserRoots(const HeapGraph& graph,
                                const StringTable& strings);

// By node: whether the program's page holds it. What only a debugger holds, or
// the system, does not count as held by what it points to.
std::vector<bool> FindPageNodes(const HeapGraph& graph,
                                const StringTable& strings);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_USER_ROOTS_H_
