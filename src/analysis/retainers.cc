// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One walk over all edges for each node: what it finds is rarely wanted, and an
// index of all retainers would take as much memory as the graph.

#include "analysis/retainers.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "analysis/distances.h"
#include "analysis/file/json_text.h"

namespace halfword::analysis {

namespace {

// Of what is reached neither from user roots nor from the system's.
constexpr int32_t kFarDistance = 200'000'000;
constexpr size_t kPathLengthMax = 20;

int32_t ShownDistance(int32_t distance) {
  return distance == kNoDistance ? kFarDistance : distance;
}

Node SourceOf(const HeapGraph& graph, uint32_t edge) {
  const uint32_t* const next = std::upper_bound(
      graph.first_edges.begin(), graph.first_edges.end() - 1, edge);
  return static_cast<Node>(next - graph.first_edges.begin()) - 1;
}

}  // namespace

std::vector<Retainer> FindRetainers(const HeapGraph& graph,
                                    const std::vector<int32_t>& distances,
                                    const NodeBrowser& browser, Node node) {
  std::vector<Retainer> retainers;
  // The view has the last of the file first.
  for (uint32_t edge = graph.edge_count(); edge-- > 0;) {
    const Edge found = graph.EdgeAt(edge);
    if (found.target != node ||
        graph.TrueKind(edge, found.kind) == EdgeKind::kWeak) {
      continue;
    }
    const Node source = SourceOf(graph, edge);
    if (source == graph.root) continue;
    const bool is_known = !retainers.empty() && retainers.back().node == source;
    std::string name =
        is_known ? retainers.back().name : browser.NameOf(source);
    retainers.push_back(
        {source, edge, std::move(name), ShownDistance(distances[source])});
  }
  std::stable_sort(retainers.begin(), retainers.end(),
                   [](const Retainer& a, const Retainer& b) {
                     return a.distance != b.distance
                                ? a.distance < b.distance
                                : IsLessInUtf16(a.name, b.name);
                   });
  return retainers;
}

std::vector<Retainer> FindWeakHolders(const HeapGraph& graph,
                                      const std::vector<int32_t>& distances,
                                      const NodeBrowser& browser, Node node) {
  std::vector<Retainer> holders;
  for (uint32_t edge = 0; edge < graph.edge_count(); ++edge) {
    const Edge found = graph.EdgeAt(edge);
    if (found.target != node ||
        graph.TrueKind(edge, found.kind) != EdgeKind::kWeak) {
      continue;
    }
    const Node source = SourceOf(graph, edge);
    holders.push_back({source, edge, browser.NameOf(source),
                       ShownDistance(distances[source])});
  }
  return holders;
}

std::vector<Retainer> FindPath(const HeapGraph& graph,
                               const std::vector<int32_t>& distances,
                               const NodeBrowser& browser, Node node) {
  std::vector<Retainer> path;
  while (path.size() < kPathLengthMax) {
    const std::vector<Retainer> retainers =
        FindRetainers(graph, distances, browser, node);
    if (retainers.empty()) break;
    path.push_back(retainers.front());
    node = path.back().node;
    if (path.back().distance <= 1 || path.back().distance >= kFarDistance) {
      break;
    }
  }
  return path;
}

}  // namespace halfword::analysis
