// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Finding a node, or making it.

#include "snapshot/trace_tree.h"

namespace halfword::inline HALFWORD_ABI::internal {

TraceTree::NodeIndex TraceTree::ChildOf(NodeIndex parent, uint32_t function) {
  const uint64_t key = uint64_t{parent} << 32 | function;
  const auto known = children_.find(key);
  if (known != children_.end()) return known->second;
  if (nodes_.size() == kNodeCountMax) return kNoNode;
  const auto node = static_cast<NodeIndex>(nodes_.size());
  nodes_.push_back({parent, function, 0, 0});
  children_.emplace(key, node);
  return node;
}

size_t TraceTree::bytes() const {
  constexpr size_t kMapNodeBytes = 32;
  return nodes_.capacity() * sizeof(Node) + children_.size() * kMapNodeBytes +
         children_.bucket_count() * sizeof(void*);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
