// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Retainers need the edges in memory, which the search for dominators takes; so
// they are found first.

#include "analysis/findings/object_retention.h"

#include <optional>
#include <string>
#include <utility>

#include "analysis/detachedness.h"
#include "analysis/distances.h"
#include "analysis/dominators.h"
#include "analysis/file/node_ids.h"
#include "analysis/file/snapshot_error.h"
#include "analysis/findings/heaviest_way.h"
#include "analysis/shallow_sizes.h"
#include "analysis/user_roots.h"

namespace halfword::analysis {

namespace {

// Retained sizes by node. Takes the graph's edges.
std::vector<uint64_t> FindRetained(HeapGraph* graph,
                                   const StringTable& strings) {
  const DominatorTree tree =
      FindDominators(graph, FindPageNodes(*graph, strings));
  const std::vector<uint64_t> by_place = FindRetainedBytes(*graph, tree);
  std::vector<uint64_t> retained(graph->node_count());
  for (uint32_t place = 0; place < tree.count(); ++place) {
    retained[tree.nodes[place]] = by_place[place];
  }
  return retained;
}

}  // namespace

ObjectRetention FindRetention(Snapshot* snapshot, uint32_t id,
                              const Progress& progress) {
  const auto tell = [&progress](const char* phase) {
    if (progress) progress(phase, 0);
  };
  const std::optional<Node> node =
      FindNode(*snapshot->file, snapshot->sections, id);
  if (!node.has_value()) {
    throw SnapshotError("no object has the id " + std::to_string(id));
  }
  HeapGraph& graph = snapshot->graph;
  const StringTable& strings = *snapshot->strings;
  ObjectRetention found = {};
  found.node = *node;
  found.is_renamed = SpreadDetachedness(&graph, strings);
  const std::vector<Node> user_roots = FindUserRoots(graph, strings);
  if (!user_roots.empty()) MoveShallowSizes(&graph, strings, found.is_renamed);
  tell("measuring distances");
  const std::vector<int32_t> distances = FindDistances(graph, user_roots);
  found.distance = distances[*node];
  found.self_bytes = graph.self_bytes[*node];
  tell("finding retainers");
  const NodeBrowser browser(*snapshot, found.is_renamed);
  found.retainers = FindRetainers(graph, distances, browser, *node);
  found.weak_holders = FindWeakHolders(graph, distances, browser, *node);
  found.path = FindPath(graph, distances, browser, *node);
  tell("finding dominators");
  const std::vector<uint64_t> retained = FindRetained(&graph, strings);
  found.retained_bytes = retained[*node];
  tell("finding the heaviest way");
  found.heaviest_way = FindHeaviestWay(*snapshot, user_roots, retained, *node);
  for (const WayStep& step : found.heaviest_way) {
    found.heaviest_retained_bytes.push_back(retained[step.node]);
  }
  return found;
}

}  // namespace halfword::analysis
