// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite "small_heap": what a heap takes that holds little, as most heaps of a
// program with many of them do. The documents have 300 classes of elements,
// some of them common and most of them rare, as those of a browser are. They
// are named after what the objects of the larger take in Oilpan with compressed
// pointers. Rows, each group in a process of its own:
//
//   empty               a heap in which nothing was ever made
//   dom_1_7mb_build     make a document of 24,000 nodes
//   dom_1_7mb           what the process has grown by, after a collection
//   dom_6_5mb_build     the same with 92,000 nodes
//   dom_6_5mb
//
// "resident_bytes" is the growth of the process in memory that belongs to no
// file; "resident_bytes_with_code" also counts the pages of the program that
// were first needed then.

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "bench/dom_document.h"
#include "bench/measure.h"
#include "bench/runtime.h"

namespace bench {
namespace {

constexpr uint32_t kKindCount = 300;

// A class of elements, by 4 to 24 bytes larger than Element.
template <uint32_t kKind>
struct KindElement : Element {
  using Element::Element;

  uint32_t numbers[1 + kKind % 6] = {};
  HALFWORD_BENCH_FIELDS(KindElement, numbers)
  HALFWORD_BENCH_BASES(KindElement, Element)
};

using Maker = Local<Element> (*)(Runtime& runtime, uint32_t number);

template <uint32_t kKind>
Local<Element> MakeKind(Runtime& runtime, uint32_t number) {
  return runtime.Make<KindElement<kKind>>(number & 0xfff0, kKind);
}

template <uint32_t... kKinds>
constexpr std::array<Maker, kKindCount> ListMakers(
    std::integer_sequence<uint32_t, kKinds...>) {
  return {&MakeKind<kKinds>...};
}

constexpr std::array<Maker, kKindCount> kMakers =
    ListMakers(std::make_integer_sequence<uint32_t, kKindCount>());

// Makes elements of all kinds, the lower ones more often.
struct ElementsOfManyKinds {
  Local<Element> operator()(Runtime& runtime, Random& random) const {
    uint32_t number = random.Next();
    uint32_t kind =
        random.Below(1 + random.Below(1 + random.Below(kKindCount)));
    Local<Element> element = kMakers[kind](runtime, number);
    AddAttribute(runtime, random, Get(element));
    return element;
  }
};

struct Memory {
  uint64_t anonymous_bytes = AnonymousBytes();
  uint64_t resident_bytes = ResidentBytes();
};

void PrintGrowth(Row& row, const Memory& before) {
  Memory now;
  row.Add("resident_bytes",
          static_cast<double>(now.anonymous_bytes - before.anonymous_bytes));
  row.Add("resident_bytes_with_code",
          static_cast<double>(now.resident_bytes - before.resident_bytes));
  row.CompareBy("resident_bytes");
}

void MeasureEmpty(const Scale&) {
  Memory before;
  Row row("small_heap", "empty");
  Runtime runtime;
  row.Stop();
  row.Add("live_bytes", static_cast<double>(runtime.LiveBytes()));
  PrintGrowth(row, before);
  row.Print();
}

uint64_t SumFlags(Node* root) {
  uint64_t sum = 0;
  for (Node* node = root; node != nullptr; node = NextInDocument(node)) {
    sum += node->flags;
  }
  return sum;
}

void MeasureDocument(const std::string& name, uint32_t node_count) {
  Memory before;
  Runtime runtime;
  std::string build_name = name + "_build";
  Row build("small_heap", build_name.c_str());
  Root<Node> root(MakeDocument(runtime, node_count, ElementsOfManyKinds()));
  build.Stop();
  build.Operations(node_count);
  build.Add("collections", static_cast<double>(runtime.collection_count()));
  build.Checksum(SumFlags(Get(root)));
  build.Print();

  Row row("small_heap", name.c_str());
  runtime.Collect();
  row.Stop();
  PrintGrowth(row, before);
  row.Add("live_bytes", static_cast<double>(runtime.LiveBytes()));
  row.Checksum(SumFlags(Get(root)));
  row.Print();
}

void MeasureSmaller(const Scale& scale) {
  MeasureDocument("dom_1_7mb", static_cast<uint32_t>(scale(24'000)));
}

void MeasureLarger(const Scale& scale) {
  MeasureDocument("dom_6_5mb", static_cast<uint32_t>(scale(92'000)));
}

constexpr Group kGroups[] = {{"empty", MeasureEmpty},
                             {"dom_1_7mb", MeasureSmaller},
                             {"dom_6_5mb", MeasureLarger}};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::Main(argc, argv, bench::kGroups);
}
