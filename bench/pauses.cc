// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite "pauses": how long a program is stopped: the longest of its batches of
// 256 operations. Rows:
//
//   lru        the cache of suite lru
//   document   a DOM of 24 M nodes, a gigabyte of Halfword's; each operation
//              replaces the first of the eight-node trees of a random section,
//              16 million times, so that collections are due in that time in
//              every mode
//   weak       a million weak references, half of whose targets live; each
//              operation replaces one of those, and where one refers to. Where
//              the memory manager has such references
//   ephemerons a map of a million weak keys to values, and as many keys that
//              live; each operation replaces one of those. Of Halfword alone: a
//              java.util.WeakHashMap holds its values strongly
//   stack      a tree of 8 M nodes that only a local variable holds; each
//              operation replaces seven of them
//   machine    arithmetic in registers for some 20 s, which no memory manager
//              stops: what the machine itself does to a batch. Of Halfword's
//              programs alone
//
// cpu_ms is that of all threads; "_atomic" and "_incremental" are the same work
// in Halfword's other modes of marking: all in a pause, and in steps of the
// program's thread, without a helper.

#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "bench/batches.h"
#include "bench/dom_document.h"
#include "bench/lru_cache.h"
#include "bench/measure.h"
#include "bench/runtime.h"
#include "bench/table.h"

namespace bench {
namespace {

// What the collector itself says, where it does.
template <typename R>
void AddStop(const R& runtime, Row* row) {
  if constexpr (requires { runtime.longest_stop_ms(); }) {
    row->Add("stop_ms_max", runtime.longest_stop_ms());
  }
}

// Ends the row, and prints it.
template <typename R>
void Finish(const R& runtime, const Batches& batches, uint64_t checksum,
            Row* row) {
  row->Stop();
  batches.AddTo(row);
  AddStop(runtime, row);
  row->Checksum(checksum);
  row->Print();
}

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
  Finish(runtime, batches, sum + cache.hit_count(), &row);
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
  const auto section_count = static_cast<uint32_t>(scale(3 << 14));
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
  // All modes begin alike: some have begun a cycle by now, others just ended
  // one.
  runtime.Collect();
  Batches batches;
  Row row("pauses", name);
  batches.Run(scale(1 << 24), [&] {
    Node* section = Get(Get(sections)->slots()[random.Below(section_count)]);
    Append(section, MakeTree(runtime, random));
    Owner<Node> second = std::move(Get(section->first_child)->next);
    Get(second)->previous = nullptr;
    section->first_child = std::move(second);
  });
  Finish(runtime, batches, random.Next(), &row);
}

#ifdef HALFWORD_BENCH_HAS_WEAK
struct Target : Object<Target> {
  [[maybe_unused]] static constexpr bool kLeaf = true;
  explicit Target(uint64_t target_number) : number(target_number) {}
  uint64_t number;
  HALFWORD_BENCH_FIELDS(Target, number)
};

// Holds none of its targets, so that a collector without types must not look.
class WeakTable : public Object<WeakTable> {
 public:
  [[maybe_unused]] static constexpr bool kLeaf = true;
  explicit WeakTable(uint64_t count) : count_(count) {
    std::uninitialized_value_construct_n(slots().data(), count);
  }
  std::span<Weak<Target>> slots() {
    return {reinterpret_cast<Weak<Target>*>(this + 1), count_};
  }

 private:
  uint64_t count_;
  HALFWORD_BENCH_FIELDS(WeakTable, count_)
  HALFWORD_BENCH_TRAILING(WeakTable, Weak<Target>)
};

template <typename... Options>
void RunWeak(const char* name, const Scale& scale, Options&&... options) {
  const auto count = static_cast<uint32_t>(scale(1 << 20));
  Runtime runtime(std::forward<Options>(options)...);
  Random random(0x9e3779b97f4a7c15);
  Root<WeakTable> table(
      runtime.MakeTrailing<WeakTable>(count * sizeof(Weak<Target>), count));
  Root<Table<Owner<Target>>> owners(
      Table<Owner<Target>>::Make(runtime, count / 2));
  Batches batches;
  Row row("pauses", name);
  batches.Run(scale(1 << 24), [&] {
    Local<Target> target = runtime.Make<Target>(random.Next());
    SetWeak(&Get(table)->slots()[random.Below(count)], Get(target));
    Get(owners)->slots()[random.Below(count / 2)] = std::move(target);
  });
  Finish(runtime, batches, random.Next(), &row);
}
#endif

#ifdef HALFWORD_BENCH_HAS_MARKING_MODES
struct SideTable : Object<SideTable> {
  halfword::HeapHashMap<Weak<Target>, Owner<Target>> values;
  HALFWORD_BENCH_FIELDS(SideTable, values)
};

// The map has room for what dies between two collections: where it grew, the
// longest batch would be one that builds it anew.
template <typename... Options>
void RunEphemerons(const char* name, const Scale& scale, Options&&... options) {
  constexpr uint32_t kRoom = 13;
  const auto count = static_cast<uint32_t>(scale(1 << 20));
  Runtime runtime(std::forward<Options>(options)...);
  Random random(0x9e3779b97f4a7c15);
  Root<SideTable> side(runtime.Make<SideTable>());
  Get(side)->values.reserve(size_t{kRoom} * count);
  Root<Table<Owner<Target>>> owners(Table<Owner<Target>>::Make(runtime, count));
  const auto replace = [&](uint32_t at) {
    Target* const key = runtime.Make<Target>(random.Next());
    Get(side)->values.insert_or_assign(key,
                                       runtime.Make<Target>(random.Next()));
    Get(owners)->slots()[at] = key;
  };
  for (uint32_t i = 0; i < count; ++i) replace(i);
  Batches batches;
  Row row("pauses", name);
  batches.Run(scale(1 << 23), [&] { replace(random.Below(count)); });
  Finish(runtime, batches, random.Next(), &row);
}
#endif

struct Fork : Object<Fork> {
  Owner<Fork> left = nullptr;
  Owner<Fork> right = nullptr;
  HALFWORD_BENCH_FIELDS(Fork, left, right)
};

Local<Fork> MakeForks(Runtime& runtime, uint32_t depth) {
  Local<Fork> fork = runtime.Make<Fork>();
  if (depth != 0) {
    Get(fork)->left = MakeForks(runtime, depth - 1);
    Get(fork)->right = MakeForks(runtime, depth - 1);
  }
  return fork;
}

template <typename... Options>
void RunStack(const char* name, const Scale& scale, Options&&... options) {
  constexpr uint32_t kReplacedDepth = 2;
  const auto depth =
      static_cast<uint32_t>(std::bit_width(scale(uint64_t{1} << 22)) - 1);
  Runtime runtime(std::forward<Options>(options)...);
  Random random(0x9e3779b97f4a7c15);
  Local<Fork> tree = MakeForks(runtime, depth);
  Batches batches;
  Row row("pauses", name);
  batches.Run(scale(1 << 22), [&] {
    uint32_t path = random.Next();
    Fork* at = Get(tree);
    for (uint32_t i = kReplacedDepth + 1; i < depth; ++i, path >>= 1) {
      at = Get((path & 1) != 0 ? at->left : at->right);
    }
    ((path & 1) != 0 ? at->left : at->right) =
        MakeForks(runtime, kReplacedDepth);
  });
  Finish(runtime, batches, random.Next(), &row);
}

void RunLruDefault(const Scale& scale) { RunLru("lru", scale); }
void RunDocumentDefault(const Scale& scale) { RunDocument("document", scale); }
#ifdef HALFWORD_BENCH_HAS_WEAK
void RunWeakDefault(const Scale& scale) { RunWeak("weak", scale); }
#endif
void RunStackDefault(const Scale& scale) { RunStack("stack", scale); }

#ifdef HALFWORD_BENCH_HAS_MARKING_MODES
void RunEphemeronsDefault(const Scale& scale) {
  RunEphemerons("ephemerons", scale);
}

void RunMachine(const Scale& scale) {
  constexpr int kStepCount = 512;
  Random random(0x9e3779b97f4a7c15);
  uint64_t sum = 0;
  Batches batches;
  Row row("pauses", "machine");
  batches.Run(scale(20'000'000), [&] {
    for (int i = 0; i < kStepCount; ++i) sum ^= random.Next();
  });
  row.Stop();
  batches.AddTo(&row);
  row.Checksum(sum);
  row.Print();
}

// Calls run(name, options) in one of Halfword's modes.
template <halfword::MarkingType kMode, typename Run>
void RunIn(const char* row, Run run) {
  const char* const mode =
      kMode == halfword::MarkingType::kAtomic ? "_atomic" : "_incremental";
  run((std::string(row) + mode).c_str(),
      halfword::HeapOptions{.marking_support = kMode});
}
template <halfword::MarkingType kMode>
void RunLruIn(const Scale& scale) {
  RunIn<kMode>("lru", [&](const char* name, halfword::HeapOptions options) {
    RunLru(name, scale, std::move(options));
  });
}
template <halfword::MarkingType kMode>
void RunDocumentIn(const Scale& scale) {
  RunIn<kMode>("document",
               [&](const char* name, halfword::HeapOptions options) {
                 RunDocument(name, scale, std::move(options));
               });
}
template <halfword::MarkingType kMode>
void RunWeakIn(const Scale& scale) {
  RunIn<kMode>("weak", [&](const char* name, halfword::HeapOptions options) {
    RunWeak(name, scale, std::move(options));
  });
}
template <halfword::MarkingType kMode>
void RunEphemeronsIn(const Scale& scale) {
  RunIn<kMode>("ephemerons",
               [&](const char* name, halfword::HeapOptions options) {
                 RunEphemerons(name, scale, std::move(options));
               });
}
template <halfword::MarkingType kMode>
void RunStackIn(const Scale& scale) {
  RunIn<kMode>("stack", [&](const char* name, halfword::HeapOptions options) {
    RunStack(name, scale, std::move(options));
  });
}
constexpr auto kAtomic = halfword::MarkingType::kAtomic;
constexpr auto kIncremental = halfword::MarkingType::kIncremental;
#endif

constexpr Group kGroups[] = {
    {"lru", RunLruDefault},
    {"document", RunDocumentDefault},
#ifdef HALFWORD_BENCH_HAS_WEAK
    {"weak", RunWeakDefault},
#endif
    {"stack", RunStackDefault},
#ifdef HALFWORD_BENCH_HAS_MARKING_MODES
    {"ephemerons", RunEphemeronsDefault},
    {"machine", RunMachine},
    {"lru_atomic", RunLruIn<kAtomic>},
    {"lru_incremental", RunLruIn<kIncremental>},
    {"document_atomic", RunDocumentIn<kAtomic>},
    {"document_incremental", RunDocumentIn<kIncremental>},
    {"weak_atomic", RunWeakIn<kAtomic>},
    {"weak_incremental", RunWeakIn<kIncremental>},
    {"ephemerons_atomic", RunEphemeronsIn<kAtomic>},
    {"ephemerons_incremental", RunEphemeronsIn<kIncremental>},
    {"stack_atomic", RunStackIn<kAtomic>},
    {"stack_incremental", RunStackIn<kIncremental>},
#endif
};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::Main(argc, argv, bench::kGroups);
}
