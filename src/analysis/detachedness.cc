// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// First what is attached spreads, then what is detached. Objects that are not
// native stop it: every entry into native code knows its own state.

#include "analysis/detachedness.h"

#include <cstddef>

namespace halfword::analysis {

namespace {

class Spreading {
 public:
  explicit Spreading(HeapGraph* graph)
      : graph_(*graph), is_done_(graph->node_count()) {}

  // Nodes that know their state keep it.
  void FindSeeds() {
    for (Node node = 0; node < graph_.node_count(); ++node) {
      if (graph_.detachedness[node] != Detachedness::kUnknown) {
        is_done_[node] = true;
      }
    }
  }

  void Spread(Detachedness state) {
    for (Node node = 0; node < seeds_end_; ++node) {
      if (is_seed(node, state)) found_.push_back(node);
    }
    while (!found_.empty()) {
      const Node node = found_.back();
      found_.pop_back();
      graph_.ForEachEdge(node, [&](uint32_t, Edge edge) {
        if (edge.kind == EdgeKind::kHidden || edge.kind == EdgeKind::kWeak) {
          return;
        }
        Reach(edge.target, state);
      });
    }
  }

 private:
  bool is_seed(Node node, Detachedness state) const {
    return graph_.detachedness[node] == state &&
           graph_.KindOf(node) == NodeKind::kNative;
  }

  void Reach(Node node, Detachedness state) {
    if (is_done_[node]) return;
    is_done_[node] = true;
    if (graph_.KindOf(node) != NodeKind::kNative) return;
    graph_.detachedness[node] = state;
    found_.push_back(node);
  }

  HeapGraph& graph_;
  std::vector<bool> is_done_;
  std::vector<Node> found_;
  const Node seeds_end_ = graph_.node_count();
};

}  // namespace

std::vector<bool> SpreadDetachedness(HeapGraph* graph,
                                     const StringTable& strings) {
  std::vector<bool> is_renamed(graph->node_count());
  const auto is_native = [&](Node node) {
    return graph->KindOf(node) == NodeKind::kNative;
  };
  if (!graph->has_detachedness) {
    // Old files say it in the name.
    for (Node node = 0; node < graph->node_count(); ++node) {
      if (is_native(node) &&
          strings.TraitsOf(graph->names[node]).is_detached()) {
        graph->detachedness[node] = Detachedness::kDetached;
      }
    }
    return is_renamed;
  }
  Spreading spreading(graph);
  spreading.FindSeeds();
  spreading.Spread(Detachedness::kAttached);
  spreading.Spread(Detachedness::kDetached);
  for (Node node = 0; node < graph->node_count(); ++node) {
    is_renamed[node] =
        is_native(node) && graph->detachedness[node] == Detachedness::kDetached;
  }
  return is_renamed;
}

}  // namespace halfword::analysis
