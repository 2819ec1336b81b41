// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The tree of the suites binary_trees and node2: a node is two references and
// nothing else, made children first.

#ifndef HALFWORD_BENCH_TREE_H_
#define HALFWORD_BENCH_TREE_H_

#include <cstdint>
#include <utility>

#include "bench/runtime.h"

namespace bench {

struct Node : Object<Node> {
  Node() = default;
  Node(Local<Node> left_child, Local<Node> right_child)
      : left(std::move(left_child)), right(std::move(right_child)) {}

  Owner<Node> left = nullptr;
  Owner<Node> right = nullptr;
  HALFWORD_BENCH_FIELDS(Node, left, right)
};

// Returns a complete tree with 2^(depth + 1) - 1 nodes.
inline Local<Node> MakeTree(Runtime& runtime, uint32_t depth) {
  if (depth == 0) return runtime.Make<Node>();
  Local<Node> left = MakeTree(runtime, depth - 1);
  Local<Node> right = MakeTree(runtime, depth - 1);
  return runtime.Make<Node>(std::move(left), std::move(right));
}

inline uint64_t CountNodes(Node* node) {
  return Get(node->left) == nullptr
             ? 1
             : 1 + CountNodes(Get(node->left)) + CountNodes(Get(node->right));
}

}  // namespace bench

#endif  // HALFWORD_BENCH_TREE_H_
