// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite "node2": what the smallest useful object, two references, costs when
// four million of them are alive. "bytes_per_node" is the memory manager's own
// account of live objects and its tables, "resident_bytes_per_node" what the
// process grew by, which also has room for the next objects in it.

#include <cstdint>

#include "bench/measure.h"
#include "bench/runtime.h"
#include "bench/tree.h"

namespace bench {
namespace {

void RunNode2(const Scale& scale) {
  uint32_t depth = scale.Depth(21);
  Runtime runtime;
  runtime.Collect();
  uint64_t resident_bytes = ResidentBytes();
  uint64_t live_bytes = runtime.LiveBytes();

  Row build("node2", "build");
  Root<Node> tree(MakeTree(runtime, depth));
  build.Stop();
  uint64_t node_count = CountNodes(Get(tree));
  build.Operations(node_count);
  build.Add("collections", static_cast<double>(runtime.collection_count()));
  build.Checksum(node_count);
  build.Print();

  Row bytes("node2", "bytes_per_node");
  runtime.Collect();
  bytes.Stop();
  double nodes = static_cast<double>(node_count);
  bytes.Add("bytes_per_node",
            static_cast<double>(runtime.LiveBytes() - live_bytes) / nodes);
  bytes.Add("resident_bytes_per_node",
            static_cast<double>(ResidentBytes() - resident_bytes) / nodes);
  bytes.CompareBy("bytes_per_node");
  bytes.Checksum(CountNodes(Get(tree)));
  bytes.Print();
}

constexpr Group kGroups[] = {{"tree", RunNode2}};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::Main(argc, argv, bench::kGroups);
}
