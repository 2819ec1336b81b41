// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite "binary_trees": the shape of the Benchmarks Game's program of that
// name, written anew, at depth 18. One tree of depth 19 is built, counted and
// dropped; one of depth 18 stays; then 2^18 trees of depth 4, 2^16 of depth 6,
// and so on to 16 of depth 18 are built, counted and dropped. A node is two
// references and nothing else.

#include <cstdint>

#include "bench/measure.h"
#include "bench/runtime.h"
#include "bench/tree.h"

namespace bench {
namespace {

constexpr uint32_t kDepthMin = 4;
constexpr uint32_t kDepthMax = 18;

void RunBinaryTrees(const Scale& scale) {
  uint32_t depth_max = scale.Depth(kDepthMax);
  Runtime runtime;
  uint64_t sum = 0;
  Row row("binary_trees", "depth_18");
  {
    Local<Node> stretch = MakeTree(runtime, depth_max + 1);
    sum += CountNodes(Get(stretch));
  }
  Root<Node> long_lived(MakeTree(runtime, depth_max));
  for (uint32_t depth = kDepthMin; depth <= depth_max; depth += 2) {
    uint64_t tree_count = uint64_t{1} << (depth_max - depth + kDepthMin);
    for (uint64_t i = 0; i < tree_count; ++i) {
      Local<Node> tree = MakeTree(runtime, depth);
      sum += CountNodes(Get(tree));
    }
  }
  sum += CountNodes(Get(long_lived));
  row.Stop();
  row.Operations(sum);
  row.Add("collections", static_cast<double>(runtime.collection_count()));
  row.Checksum(sum);
  row.Print();
}

constexpr Group kGroups[] = {{"depth_18", RunBinaryTrees}};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::Main(argc, argv, bench::kGroups);
}
