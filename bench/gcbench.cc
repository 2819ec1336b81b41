// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite "gcbench": the workload that Ellis and Kovac wrote and Boehm adapted,
// written anew. It stretches the heap with one large tree, keeps a smaller tree
// and an array of half a million numbers alive, and meanwhile builds and drops
// trees of growing depth, from the top down (every node is linked into its
// parent before its children exist, so each link is a store into an old object)
// and from the bottom up. Each depth allocates about the same number of nodes.

#include <cstdint>

#include "bench/measure.h"
#include "bench/runtime.h"
#include "bench/table.h"

namespace bench {
namespace {

constexpr uint32_t kStretchTreeDepth = 18;
constexpr uint32_t kLongLivedTreeDepth = 16;
constexpr uint32_t kTreeDepthMin = 4;
constexpr uint32_t kTreeDepthMax = 16;
constexpr uint64_t kNumberCount = 500'000;

// Two references and two numbers, as in the original.
struct Node : Object<Node> {
  Node() = default;
  Node(Local<Node> left_child, Local<Node> right_child)
      : left(std::move(left_child)), right(std::move(right_child)) {}

  Owner<Node> left = nullptr;
  Owner<Node> right = nullptr;
  int32_t first = 0;
  int32_t second = 0;
  HALFWORD_BENCH_FIELDS(Node, left, right, first, second)
};

uint64_t NodeCount(uint32_t depth) { return (uint64_t{2} << depth) - 1; }

// Gives `node` two complete subtrees, parents first.
void Populate(Runtime& runtime, uint32_t depth, Node* node) {
  if (depth == 0) return;
  node->left = runtime.Make<Node>();
  node->right = runtime.Make<Node>();
  Populate(runtime, depth - 1, Get(node->left));
  Populate(runtime, depth - 1, Get(node->right));
}

// Returns a complete tree, made children first.
Local<Node> MakeTree(Runtime& runtime, uint32_t depth) {
  if (depth == 0) return runtime.Make<Node>();
  Local<Node> left = MakeTree(runtime, depth - 1);
  Local<Node> right = MakeTree(runtime, depth - 1);
  return runtime.Make<Node>(std::move(left), std::move(right));
}

uint64_t CountNodes(Node* node) {
  return Get(node->left) == nullptr
             ? 1
             : 1 + CountNodes(Get(node->left)) + CountNodes(Get(node->right));
}

// Builds and drops as many trees of `depth` as hold twice the stretch tree's
// nodes, in both directions. Returns the number of trees.
uint64_t MakeAndDropTrees(Runtime& runtime, const Scale& scale,
                          uint32_t depth) {
  uint64_t tree_count =
      2 * NodeCount(scale.Depth(kStretchTreeDepth)) / NodeCount(depth);
  uint64_t made_count = 0;
  for (uint64_t i = 0; i < tree_count; ++i) {
    Local<Node> tree = runtime.Make<Node>();
    Populate(runtime, depth, Get(tree));
    made_count += Get(tree) != nullptr;
  }
  for (uint64_t i = 0; i < tree_count; ++i) {
    Local<Node> tree = MakeTree(runtime, depth);
    made_count += Get(tree) != nullptr;
  }
  return made_count;
}

void RunGcBench(const Scale& scale) {
  Runtime runtime;
  uint64_t sum = 0;
  Row row("gcbench", "classic");
  {
    Local<Node> stretch = MakeTree(runtime, scale.Depth(kStretchTreeDepth));
    sum += Get(stretch) != nullptr;
  }
  Root<Node> long_lived(runtime.Make<Node>());
  Populate(runtime, scale.Depth(kLongLivedTreeDepth), Get(long_lived));
  Root<NumberTable> numbers(NumberTable::Make(runtime, kNumberCount));
  for (uint64_t i = 1; i < kNumberCount / 2; ++i) {
    Get(numbers)->numbers()[i] = 1.0 / static_cast<double>(i);
  }
  for (uint32_t depth = kTreeDepthMin; depth <= scale.Depth(kTreeDepthMax);
       depth += 2) {
    sum += MakeAndDropTrees(runtime, scale, depth);
  }
  row.Stop();
  row.Add("collections", static_cast<double>(runtime.collection_count()));
  sum += CountNodes(Get(long_lived));
  sum += static_cast<uint64_t>(1e9 * Get(numbers)->numbers()[1000]);
  row.Checksum(sum);
  row.Print();
}

constexpr Group kGroups[] = {{"classic", RunGcBench}};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::Main(argc, argv, bench::kGroups);
}
