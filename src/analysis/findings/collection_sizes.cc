// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One walk over the edges; an array's references are given to the object that
// dominates it at once.

#include "analysis/findings/collection_sizes.h"

#include <algorithm>

#include "analysis/file/edge_walk.h"

namespace halfword::analysis {

namespace {

bool IsObject(NodeKind kind) {
  return kind == NodeKind::kObject || kind == NodeKind::kNative;
}

}  // namespace

std::vector<uint32_t> FindCollectionSizes(const Snapshot& snapshot,
                                          const Figures& figures) {
  const HeapGraph& graph = snapshot.graph;
  const DominatorTree& tree = figures.tree;
  std::vector<uint32_t> sizes(graph.node_count());
  EdgeWalk walk(snapshot);
  while (walk.NextSource()) {
    const Node source = walk.source();
    const NodeKind kind = graph.KindOf(source);
    if (!IsObject(kind) && kind != NodeKind::kArray) continue;
    uint32_t count = 0;
    while (const auto edge = walk.NextEdge()) {
      if (edge->type.kind == EdgeKind::kWeak || edge->target == source) {
        continue;
      }
      count += kind == NodeKind::kArray || edge->type.is_property ||
               edge->type.kind == EdgeKind::kElement;
    }
    sizes[source] = count;
  }
  for (uint32_t place = 0; place < tree.count(); ++place) {
    const Node node = tree.nodes[place];
    if (graph.KindOf(node) != NodeKind::kArray) continue;
    const Node owner = tree.nodes[tree.parents[place]];
    if (IsObject(graph.KindOf(owner))) {
      sizes[owner] = std::max(sizes[owner], sizes[node]);
      sizes[node] = 0;
    }
  }
  return sizes;
}

}  // namespace halfword::analysis
