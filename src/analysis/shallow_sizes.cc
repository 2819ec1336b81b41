// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// An owner spreads along edges that are not weak, through parts of parts, until
// a part is met from two owners.

#include "analysis/shallow_sizes.h"

#include <cstddef>
#include <cstdint>

namespace halfword::analysis {

namespace {

constexpr Node kNoOwner = UINT32_MAX;
constexpr Node kManyOwners = UINT32_MAX - 1;

class Ownership {
 public:
  Ownership(HeapGraph* graph, const StringTable& strings,
            const std::vector<bool>& is_renamed)
      : graph_(*graph), strings_(strings), is_renamed_(is_renamed) {}

  void FindOwners() {
    owners_.resize(graph_.node_count());
    for (Node node = 0; node < graph_.node_count(); ++node) {
      owners_[node] = IsPart(node) ? kNoOwner : node;
    }
    for (Node node = 0; node < graph_.node_count(); ++node) {
      if (owners_[node] != node) continue;
      Spread(node);
      while (!found_.empty()) {
        const Node part = found_.back();
        found_.pop_back();
        Spread(part);
      }
    }
  }

  void MoveSizes() {
    for (Node node = 0; node < graph_.node_count(); ++node) {
      const Node owner = owners_[node];
      if (owner == node || owner == kNoOwner || owner == kManyOwners) continue;
      if (owner == graph_.root ||
          graph_.KindOf(owner) == NodeKind::kSynthetic) {
        continue;
      }
      // DevTools keeps 32 bits, too.
      graph_.self_bytes[owner] += graph_.self_bytes[node];
      graph_.self_bytes[node] = 0;
    }
  }

 private:
  bool IsPart(Node node) const {
    const NodeKind kind = graph_.KindOf(node);
    if (kind == NodeKind::kHidden || kind == NodeKind::kArray) return true;
    return kind == NodeKind::kNative && !is_renamed_[node] &&
           strings_.TraitsOf(graph_.names[node]).known() ==
               KnownName::kExternalStringData;
  }

  void Spread(Node node) {
    const Node owner = owners_[node];
    for (uint32_t i = graph_.FirstEdge(node); i != graph_.EndEdge(node); ++i) {
      const Edge edge = graph_.EdgeAt(i);
      Node& target_owner = owners_[edge.target];
      // What is no part owns itself, and cannot be told from a part that this
      // node owns already: both are passed by.
      if (target_owner == edge.target || target_owner == owner ||
          target_owner == kManyOwners) {
        continue;
      }
      if (graph_.TrueKind(i, edge.kind) == EdgeKind::kWeak) continue;
      target_owner = target_owner == kNoOwner ? owner : kManyOwners;
      found_.push_back(edge.target);
    }
  }

  HeapGraph& graph_;
  const StringTable& strings_;
  const std::vector<bool>& is_renamed_;
  std::vector<Node> owners_;
  std::vector<Node> found_;
};

}  // namespace

void MoveShallowSizes(HeapGraph* graph, const StringTable& strings,
                      const std::vector<bool>& is_renamed) {
  Ownership ownership(graph, strings, is_renamed);
  ownership.FindOwners();
  ownership.MoveSizes();
}

}  // namespace halfword::analysis
