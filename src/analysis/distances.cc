// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Two walks breadth first: from the user roots, then from the root over what is
// left. Weak edges are no way. The value of a pair is as far as the farther of
// table and key makes it: of its two edges the one that is met first is passed
// by.

#include "analysis/distances.h"

#include <cstddef>
#include <utility>

namespace halfword::analysis {

namespace {

class Walk {
 public:
  explicit Walk(const HeapGraph& graph)
      : graph_(graph),
        distances_(graph.node_count(), kNoDistance),
        has_met_pair_(graph.pair_count) {}

  void Start(Node node, int32_t distance) {
    distances_[node] = distance;
    queue_.push_back(node);
  }

  void Run() {
    for (; next_ < queue_.size(); ++next_) {
      const Node node = queue_[next_];
      const int32_t distance = distances_[node] + 1;
      for (uint32_t i = graph_.FirstEdge(node); i != graph_.EndEdge(node);
           ++i) {
        const Edge edge = graph_.EdgeAt(i);
        if (edge.kind == EdgeKind::kWeak) continue;
        if (distances_[edge.target] != kNoDistance) continue;
        if (edge.kind == EdgeKind::kSpecial && !MayPass(i)) continue;
        distances_[edge.target] = distance;
        queue_.push_back(edge.target);
      }
    }
    queue_.clear();
    next_ = 0;
  }

  std::vector<int32_t> Take() { return std::move(distances_); }

 private:
  bool MayPass(uint32_t edge) {
    const SpecialEdge& special = graph_.SpecialOf(edge);
    if (special.kind == EdgeKind::kWeak || special.is_refused) return false;
    if (!special.waits_for_pair) return true;
    has_met_pair_[special.pair] = !has_met_pair_[special.pair];
    return !has_met_pair_[special.pair];
  }

  const HeapGraph& graph_;
  std::vector<int32_t> distances_;
  std::vector<bool> has_met_pair_;
  std::vector<Node> queue_;
  size_t next_ = 0;
};

}  // namespace

std::vector<int32_t> FindDistances(const HeapGraph& graph,
                                   const std::vector<Node>& user_roots) {
  Walk walk(graph);
  for (const Node root : user_roots) walk.Start(root, 1);
  walk.Run();
  walk.Start(graph.root, user_roots.empty() ? 0 : kSystemDistance);
  walk.Run();
  return walk.Take();
}

}  // namespace halfword::analysis
