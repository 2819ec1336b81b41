// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Distances are known; of the edges that lead to a node from one that is
// nearer, the one from the nearest counts, of these the first of the file.

#include "analysis/findings/ways.h"

#include <algorithm>
#include <utility>

#include "analysis/distances.h"
#include "analysis/file/edge_walk.h"

namespace halfword::analysis {

Ways::Ways(const Snapshot& snapshot, const Figures& figures)
    : strings_(*snapshot.strings),
      sources_(snapshot.graph.node_count(), kNone),
      names_(snapshot.graph.node_count()),
      has_index_(snapshot.graph.node_count()) {
  const std::vector<int32_t>& distances = figures.distances;
  EdgeWalk walk(snapshot);
  while (walk.NextSource()) {
    const Node source = walk.source();
    if (distances[source] == kNoDistance) continue;
    while (const auto edge = walk.NextEdge()) {
      const Node target = edge->target;
      // User roots are where ways begin.
      if (edge->type.kind == EdgeKind::kWeak || distances[target] <= 1 ||
          distances[source] >= distances[target]) {
        continue;
      }
      const Node known = sources_[target];
      if (known != kNone && distances[known] <= distances[source]) continue;
      sources_[target] = source;
      names_[target] = edge->name;
      has_index_[target] = edge->type.has_index;
    }
  }
}

std::vector<WayStep> Ways::To(Node node) const {
  std::vector<WayStep> way;
  for (;;) {
    WayStep& step = way.emplace_back(WayStep{node, ""});
    if (sources_[node] == kNone) break;
    step.edge = has_index_[node] ? std::to_string(names_[node])
                                 : strings_.TextOf(names_[node]);
    node = sources_[node];
  }
  std::reverse(way.begin(), way.end());
  return way;
}

}  // namespace halfword::analysis
