// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite "image": a tree of a million nodes in a file, and what can be done with
// it. Each variant is a way to keep it there (store.h). Rows:
//
//   tree_make           it grows in a new file, and is made durable
//   tree_bytes          what a node takes there
//   tree_open           opened, its root's key read, closed; nothing is checked
//   tree_open_verified  the same, each byte checked first
//   tree_first_walk     the keys are summed up; no page has been touched
//   tree_walk           again
//
// Halfword has more groups, of trees that are saved when they have changed
// (save_groups.cc), and of a noun (kernel_group.cc).

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "bench/image/groups.h"
#include "bench/image/store.h"
#include "bench/measure.h"

namespace bench {
namespace {

constexpr uint64_t kNodes = 1'000'000;
constexpr uint64_t kWalks = 8;

void Open(const std::string& path, const char* name, Check check,
          const Size& size) {
  Row row("image", name);
  uint64_t root_key = 0;
  double least_ms = 0;
  for (uint64_t i = 0; i < kOpenings; ++i) {
    Row one("image", "opening");
    {
      const OpenTree tree(path, check);
      root_key = tree.RootKey();
    }
    one.Stop();
    least_ms = i == 0 ? one.cpu_ms() : std::min(least_ms, one.cpu_ms());
  }
  row.Stop(kOpenings);
  row.Add("least_ms", least_ms);
  if (check == Check::kEverything) {
    row.Add("ms_per_10_gb",
            least_ms * 10e9 / static_cast<double>(size.tree_bytes));
  }
  row.Checksum(root_key);
  row.Print();
}

void Walk(const std::string& path) {
  const OpenTree tree(path, Check::kNothing);
  Row first("image", "tree_first_walk");
  first.Checksum(tree.SumKeys());
  first.Stop();
  first.Print();
  Row again("image", "tree_walk");
  uint64_t sum = 0;
  for (uint64_t i = 0; i < kWalks; ++i) sum = tree.SumKeys();
  again.Stop(kWalks);
  again.Checksum(sum);
  again.Print();
}

void RunTree(const Scale& scale) {
  const ImageFile file;
  const uint64_t count = scale(kNodes);
  Row make("image", "tree_make");
  MakeTree(file.path(), count);
  make.Stop();
  make.Operations(count);
  make.Print();

  Row bytes("image", "tree_bytes");
  const Size size = SizeOf(file.path());
  bytes.Stop();
  bytes.Add("bytes_per_node",
            static_cast<double>(size.tree_bytes) / static_cast<double>(count));
  bytes.Add("file_bytes", static_cast<double>(size.file_bytes));
  bytes.Add("fixed_bytes",
            static_cast<double>(size.file_bytes - size.tree_bytes));
  bytes.CompareBy("bytes_per_node");
  bytes.Print();

  Open(file.path(), "tree_open", Check::kNothing, size);
  if (kVerifies) {
    Open(file.path(), "tree_open_verified", Check::kEverything, size);
  }
  Walk(file.path());
}

constexpr Group kGroups[] = {
    {"tree", RunTree},
#ifdef HALFWORD_BENCH_SAVES
    {"save", RunSaves},    {"fragmented", RunFragmented}, {"moved", RunMoved},
#endif
#ifdef HALFWORD_JAMS
    {"kernel", RunKernel},
#endif
};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::Main(argc, argv, bench::kGroups);
}
