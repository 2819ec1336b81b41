// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite "nouns": real jams to nouns in the heap and back (examples/nouns). A
// group is a file, its rows are
//
//   FILE_cue    bytes to nouns, in an empty heap
//   FILE_jam    the same nouns to bytes
//   FILE_bytes  what the pages of the heap take, also by object
//
// cpu_ms is the average of some rounds, "least_ms" the least of them, without
// giving back what was made. ns_per_op is of a byte of the jam.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "bench/measure.h"
#include "examples/nouns/cue.h"
#include "examples/nouns/jam.h"

namespace bench {
namespace {

using Bytes = std::vector<uint8_t>;

constexpr uint64_t kRounds = 16;

Bytes ReadJam(const std::string& name) {
  const std::string path = HALFWORD_JAMS "/" + name + ".jam";
  std::ifstream file(path, std::ios::binary);
  Bytes bytes{std::istreambuf_iterator<char>(file), {}};
  if (!bytes.empty()) return bytes;
  std::fprintf(stderr, "%s: cannot be read\n", path.c_str());
  std::exit(1);
}

// A heap with the nouns of a jam.
class Nouns {
 public:
  explicit Nouns(const Bytes& jam) : heap_(halfword::Heap::Create()) {
    auto& handle = heap_->GetAllocationHandle();
    root_ = halfword::MakeGarbageCollected<nouns::NounRoot>(
        handle, nouns::Cue(handle, jam));
  }

  nouns::Noun noun() const { return root_->noun(); }

  // Collects first.
  halfword::HeapStatistics TakeStatistics() {
    heap_->Collect();
    return heap_->CollectStatistics(halfword::HeapStatistics::kDetailed);
  }

 private:
  std::unique_ptr<halfword::Heap> heap_;
  halfword::Persistent<nouns::NounRoot> root_;
};

uint64_t Sum(const Bytes& bytes) {
  uint64_t sum = bytes.size();
  for (const uint8_t byte : bytes) sum = sum * 31 + byte;
  return sum;
}

// Runs a round as often as is asked for, each with a clock of its own.
template <typename Round>
void RunRounds(const std::string& name, const Bytes& jam, const Scale& scale,
               Round round) {
  Row row("nouns", name.c_str());
  const uint64_t rounds = scale(kRounds);
  double least_ms = 0;
  uint64_t sum = 0;
  for (uint64_t i = 0; i < rounds; ++i) {
    Row one("nouns", "round");
    sum = round(one);
    least_ms = i == 0 ? one.cpu_ms() : std::min(least_ms, one.cpu_ms());
  }
  row.Stop(rounds);
  row.Operations(jam.size());
  row.Add("least_ms", least_ms);
  row.Checksum(sum);
  row.Print();
}

void RunFile(const std::string& name, const Scale& scale) {
  const Bytes jam = ReadJam(name);
  RunRounds(name + "_cue", jam, scale, [&](Row& row) {
    Nouns made(jam);
    row.Stop();
    return jam.size();
  });

  Nouns made(jam);
  RunRounds(name + "_jam", jam, scale, [&](Row& row) {
    const Bytes written = nouns::Jam(made.noun());
    row.Stop();
    return Sum(written);
  });

  Row bytes("nouns", (name + "_bytes").c_str());
  const halfword::HeapStatistics statistics = made.TakeStatistics();
  bytes.Stop();
  size_t object_count = 0;
  for (const auto& type : statistics.type_stats) {
    object_count += type.object_count;
  }
  const auto page_bytes = static_cast<double>(statistics.page_bytes);
  bytes.Add("heap_bytes", page_bytes);
  bytes.Add("bytes_per_noun", page_bytes / static_cast<double>(object_count));
  bytes.CompareBy("heap_bytes");
  bytes.Checksum(object_count);
  bytes.Print();
}

void RunKernel(const Scale& scale) { RunFile("kernel", scale); }
void RunSmallBlocks(const Scale& scale) { RunFile("small-blocks", scale); }
void RunShax(const Scale& scale) { RunFile("shax", scale); }

constexpr Group kGroups[] = {
    {"kernel", RunKernel}, {"small-blocks", RunSmallBlocks}, {"shax", RunShax}};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::Main(argc, argv, bench::kGroups);
}
