// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite "pauses": how long a program is stopped. Each batch of 256 operations
// is timed by the processor time of the program's thread, which other programs
// of a busy machine do not lengthen, and by the wall clock. Rows:
//
//   lru        the cache of suite lru
//   document   a DOM of 16 M nodes; each operation replaces the first of the
//              eight-node trees of a random section, four million times, so
//              that collections are due in that time in every mode
//
// cpu_ms is that of all threads; "_atomic" and "_concurrent" are the same work
// in Halfword's other modes of marking.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

#include "bench/dom_document.h"
#include "bench/lru_cache.h"
#include "bench/measure.h"
#include "bench/runtime.h"
#include "bench/table.h"

namespace bench {
namespace {

constexpr uint64_t kBatchCount = 256;

double ThreadCpuMs() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 +
         static_cast<double>(time.tv_nsec) * 1e-6;
}

double WallMs() {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// The times of batches, longest last.
class Batches {
 public:
  template <typename Function>
  void Run(uint64_t operation_count, Function operation) {
    for (uint64_t i = 0; i < operation_count; i += kBatchCount) {
      const double cpu_ms = ThreadCpuMs();
      const double wall_ms = WallMs();
      for (uint64_t j = 0; j < kBatchCount; ++j) operation();
      cpu_ms_.push_back(ThreadCpuMs() - cpu_ms);
      wall_ms_.push_back(WallMs() - wall_ms);
    }
    std::sort(cpu_ms_.begin(), cpu_ms_.end());
    std::sort(wall_ms_.begin(), wall_ms_.end());
  }

  void AddTo(Row* row) const {
    row->Add("batch_ms_max", cpu_ms_.back());
    row->Add("batch_ms_p999", cpu_ms_[cpu_ms_.size() * 999 / 1000]);
    row->Add("batch_wall_ms_max", wall_ms_.back());
    row->Add("batch_wall_ms_p999", wall_ms_[wall_ms_.size() * 999 / 1000]);
    row->CompareBy("batch_ms_max");
  }

 private:
  std::vector<double> cpu_ms_;
  std::vector<double> wall_ms_;
};

template <typename... Options>
void RunLru(const char* name, const Scale& scale, Options&&... options) {
  const uint64_t operation_count = scale(4'000'000);
  const auto capacity = static_cast<uint32_t>(scale(1 << 19));
  Runtime runtime(std::forward<Options>(options)...);
  Cache cache(runtime, capacity);
  Random random(0x9e3779b97f4a7c15);
  uint64_t sum = 0;
  Batches batches;
  Row row("pauses", name);
  batches.Run(operation_count,
              [&] { sum += cache.LookUp(random.Below(2 * capacity)); });
  row.Stop();
  batches.AddTo(&row);
  row.Checksum(sum + cache.hit_count());
  row.Print();
}

constexpr uint32_t kTreeNodes = 8;
constexpr uint32_t kTreesOfASection = 62;

Local<Element> MakeTree(Runtime& runtime, Random& random) {
  Local<Element> tree = PlainElements()(runtime, random);
  FillElement(runtime, random, Get(tree), kTreeNodes - 1, PlainElements());
  return tree;
}

template <typename... Options>
void RunDocument(const char* name, const Scale& scale, Options&&... options) {
  const auto section_count = static_cast<uint32_t>(scale(1 << 15));
  Runtime runtime(std::forward<Options>(options)...);
  Random random(0x9e3779b97f4a7c15);
  Root<Table<Owner<Node>>> sections(
      Table<Owner<Node>>::Make(runtime, section_count));
  for (uint32_t i = 0; i < section_count; ++i) {
    Local<Element> section = PlainElements()(runtime, random);
    for (uint32_t j = 0; j < kTreesOfASection; ++j) {
      Append(Get(section), MakeTree(runtime, random));
    }
    Get(sections)->slots()[i] = std::move(section);
  }
  Batches batches;
  Row row("pauses", name);
  batches.Run(scale(1 << 22), [&] {
    Node* section = Get(Get(sections)->slots()[random.Below(section_count)]);
    Append(section, MakeTree(runtime, random));
    Owner<Node> second = std::move(Get(section->first_child)->next);
    Get(second)->previous = nullptr;
    section->first_child = std::move(second);
  });
  row.Stop();
  batches.AddTo(&row);
  row.Checksum(random.Next());
  row.Print();
}

void RunLruDefault(const Scale& scale) { RunLru("lru", scale); }
void RunDocumentDefault(const Scale& scale) { RunDocument("document", scale); }

#ifdef HALFWORD_BENCH_HAS_MARKING_MODES
template <halfword::MarkingType kMode>
void RunLruIn(const Scale& scale) {
  RunLru(
      kMode == halfword::MarkingType::kAtomic ? "lru_atomic" : "lru_concurrent",
      scale, halfword::HeapOptions{.marking_support = kMode});
}
template <halfword::MarkingType kMode>
void RunDocumentIn(const Scale& scale) {
  RunDocument(kMode == halfword::MarkingType::kAtomic ? "document_atomic"
                                                      : "document_concurrent",
              scale, halfword::HeapOptions{.marking_support = kMode});
}
#endif

constexpr Group kGroups[] = {
    {"lru", RunLruDefault},
    {"document", RunDocumentDefault},
#ifdef HALFWORD_BENCH_HAS_MARKING_MODES
    {"lru_atomic", RunLruIn<halfword::MarkingType::kAtomic>},
    {"lru_concurrent",
     RunLruIn<halfword::MarkingType::kIncrementalAndConcurrent>},
    {"document_atomic", RunDocumentIn<halfword::MarkingType::kAtomic>},
    {"document_concurrent",
     RunDocumentIn<halfword::MarkingType::kIncrementalAndConcurrent>},
#endif
};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::Main(argc, argv, bench::kGroups);
}
