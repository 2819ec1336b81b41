// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Retainers: what keeps a node from being freed, in the order of DevTools'
// Retainers view, and the way from the node to a root that the view opens.

#ifndef HALFWORD_ANALYSIS_RETAINERS_H_
#define HALFWORD_ANALYSIS_RETAINERS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/file/heap_graph.h"
#include "analysis/node_browser.h"

namespace halfword::analysis {

struct Retainer {
  Node node;
  uint32_t edge;  // its place among all
  std::string name;
  int32_t distance;
};

// Weak edges and those of the root hold nothing that is shown. Nearest first,
// then by name. Requires: the graph has its edges.
std::vector<Retainer> FindRetainers(const HeapGraph& graph,
                                    const std::vector<int32_t>& distances,
                                    const NodeBrowser& browser, Node node);

// Who has a weak edge to a node: it would not keep the node. In the order of
// the file.
std::vector<Retainer> FindWeakHolders(const HeapGraph& graph,
                                      const std::vector<int32_t>& distances,
                                      const NodeBrowser& browser, Node node);

// The first retainer of a node, of that again, and so on, to a user root, as
// far as the view opens them.
std::vector<Retainer> FindPath(const HeapGraph& graph,
                               const std::vector<int32_t>& distances,
                               const NodeBrowser& browser, Node node);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_RETAINERS_H_
