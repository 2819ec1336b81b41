// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Finding a node, or making it.

#include "snapshot/trace_tree.h"

#include <utility>

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

constexpr size_t kTreeSlotsMin = 256;

}  // namespace

TraceTree::TraceTree() : slots_(kTreeSlotsMin, kNoNode) {
  nodes_.push_back({.parent = kRoot,
                    .function = 0,
                    .bytes = 0,
                    .count = 0,
                    .last_child = kNoNode,
                    .next_sibling = kNoNode});
}

TraceTree::NodeIndex TraceTree::ChildOf(NodeIndex parent, uint32_t function) {
  const size_t mask = slots_.size() - 1;
  size_t slot = HashOf(parent, function) & mask;
  for (; slots_[slot] != kNoNode; slot = (slot + 1) & mask) {
    const Node& node = nodes_[slots_[slot]];
    if (node.parent == parent && node.function == function) return slots_[slot];
  }
  if (nodes_.size() == kNodeCountMax) return kNoNode;
  const auto node = static_cast<NodeIndex>(nodes_.size());
  const NodeIndex last = nodes_[parent].last_child;
  nodes_.push_back(
      {.parent = parent,
       .function = function,
       .bytes = 0,
       .count = 0,
       .last_child = kNoNode,
       .next_sibling = last == kNoNode ? node : nodes_[last].next_sibling});
  if (last != kNoNode) nodes_[last].next_sibling = node;
  nodes_[parent].last_child = node;
  slots_[slot] = node;
  if (nodes_.size() * 2 > slots_.size()) GrowSlots();
  return node;
}

void TraceTree::GrowSlots() {
  std::vector<NodeIndex> slots(slots_.size() * 2, kNoNode);
  const size_t mask = slots.size() - 1;
  for (NodeIndex node = 1; node < nodes_.size(); ++node) {
    size_t slot = HashOf(nodes_[node].parent, nodes_[node].function) & mask;
    while (slots[slot] != kNoNode) slot = (slot + 1) & mask;
    slots[slot] = node;
  }
  slots_ = std::move(slots);
}

size_t TraceTree::bytes() const {
  return nodes_.capacity() * sizeof(Node) +
         slots_.capacity() * sizeof(NodeIndex);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
