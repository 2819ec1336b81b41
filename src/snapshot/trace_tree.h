// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// TraceTree: the call stacks of all allocations, as a tree whose root calls
// what was outermost; a node stands for a function as called from its parent's,
// and counts what was allocated there and then.
//
// Its size is bounded: beyond kNodeCountMax there are no new nodes, and what
// would need one counts as its caller's.
//
// The children of a node are a ring, from the newest to the oldest and on; what
// reads the tree needs no memory of its own for that.
//
// Threads: one. Cost: 32 bytes a node, and 8 to 16 to find it.

#ifndef HALFWORD_SNAPSHOT_TRACE_TREE_H_
#define HALFWORD_SNAPSHOT_TRACE_TREE_H_

#include <cstddef>
#include <cstdint>
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
    NodeIndex last_child;    // kNoNode: none
    NodeIndex next_sibling;  // of the newest one: the oldest
  };

  TraceTree();

  // The node of a function as called from another node's; kNoNode: it would be
  // one too many.
  NodeIndex ChildOf(NodeIndex parent, uint32_t function);

  void Count(NodeIndex node, size_t bytes) {
    ++nodes_[node].count;
    nodes_[node].bytes += bytes;
  }

  // Calls function(child) for each child of a node, the oldest first.
  template <typename Function>
  void ForEachChild(NodeIndex node, Function function) const {
    const NodeIndex last = nodes_[node].last_child;
    if (last == kNoNode) return;
    NodeIndex child = last;
    do {
      child = nodes_[child].next_sibling;
      function(child);
    } while (child != last);
  }

  const std::vector<Node>& nodes() const { return nodes_; }
  size_t bytes() const;

 private:
  static size_t HashOf(NodeIndex parent, uint32_t function) {
    const uint64_t key = uint64_t{parent} << 32 | function;
    // Fibonacci's: the high bits are mixed.
    return static_cast<size_t>(key * 0x9e3779b97f4a7c15 >> 32);
  }
  void GrowSlots();

  std::vector<Node> nodes_;
  std::vector<NodeIndex> slots_;  // kNoNode: free; a power of two, half full
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_TRACE_TREE_H_
