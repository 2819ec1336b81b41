// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// TraceTree: the call stacks of all allocations, as a tree whose root calls
// what was outermost; a node stands for a function as called from its parent's,
// and counts what was allocated there and then.
//
// Its size is bounded: beyond kNodeCountMax there are no new nodes, and what
// would need one counts as its caller's.
//
// Threads: one. Cost: 24 bytes a node, and some 40 to find it.

#ifndef HALFWORD_SNAPSHOT_TRACE_TREE_H_
#define HALFWORD_SNAPSHOT_TRACE_TREE_H_

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

class TraceTree {
 public:
  // A parent comes before its children.
  using NodeIndex = uint32_t;
  static constexpr NodeIndex kRoot = 0;
  static constexpr NodeIndex kNoNode = UINT32_MAX;
  static constexpr size_t kNodeCountMax = size_t{1} << 20;

  struct Node {
    NodeIndex parent;
    uint32_t function;
    // Of allocations, also those whose objects are dead.
    uint64_t bytes;
    uint64_t count;
  };

  TraceTree() : nodes_(1) {}

  // The node of a function as called from another node's; kNoNode: it would be
  // one too many.
  NodeIndex ChildOf(NodeIndex parent, uint32_t function);

  void Count(NodeIndex node, size_t bytes) {
    ++nodes_[node].count;
    nodes_[node].bytes += bytes;
  }

  const std::vector<Node>& nodes() const { return nodes_; }
  size_t bytes() const;

 private:
  std::vector<Node> nodes_;
  std::unordered_map<uint64_t, NodeIndex> children_;  // by parent and function
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_TRACE_TREE_H_
