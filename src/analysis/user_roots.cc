// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The root's edges, and a walk from some of them.

#include "analysis/user_roots.h"

namespace halfword::analysis {

namespace {

bool IsDocumentTrees(const HeapGraph& graph, const StringTable& strings,
                     Node node) {
  return graph.KindOf(node) == NodeKind::kSynthetic &&
         strings.TraitsOf(graph.names[node]).known() ==
             KnownName::kDocumentDomTrees;
}

}  // namespace

std::vector<Node> FindUserRoots(const HeapGraph& graph,
                                const StringTable& strings) {
  std::vector<Node> roots;
  graph.ForEachEdge(graph.root, [&](uint32_t, Edge edge) {
    if (graph.KindOf(edge.target) != NodeKind::kSynthetic ||
        IsDocumentTrees(graph, strings, edge.target)) {
      roots.push_back(edge.target);
    }
  });
  return roots;
}

std::vector<bool> FindPageNodes(const HeapGraph& graph,
                                const StringTable& strings) {
  std::vector<bool> is_page(graph.node_count());
  std::vector<Node> found;
  const auto reach = [&](Node node) {
    if (is_page[node]) return;
    is_page[node] = true;
    found.push_back(node);
  };
  graph.ForEachEdge(graph.root, [&](uint32_t, Edge edge) {
    if (edge.kind == EdgeKind::kShortcut ||
        (edge.kind == EdgeKind::kElement &&
         IsDocumentTrees(graph, strings, edge.target))) {
      reach(edge.target);
    }
  });
  while (!found.empty()) {
    const Node node = found.back();
    found.pop_back();
    for (uint32_t i = graph.FirstEdge(node); i != graph.EndEdge(node); ++i) {
      const Edge edge = graph.EdgeAt(i);
      if (graph.TrueKind(i, edge.kind) != EdgeKind::kWeak) reach(edge.target);
    }
  }
  return is_page;
}

}  // namespace halfword::analysis
