// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite "hash_set": a set of references to a million small objects
// (reference_set.h), which come in random order. Rows:
//
//   insert   all of them into an empty set of 16 slots that grows
//   lookup   two million look-ups; half are found
//   churn    two million times: erase one, insert one

#include <cstdint>
#include <span>

#include "bench/measure.h"
#include "bench/reference_set.h"
#include "bench/runtime.h"
#include "bench/table.h"

namespace bench {
namespace {

struct Item : Object<Item> {
  explicit Item(uint32_t item_number) : number(item_number) {}

  Link<Item> other = nullptr;
  uint32_t number;
  HALFWORD_BENCH_FIELDS(Item, other, number)
};

using ItemTable = Table<Owner<Item>>;
using LinkTable = Table<Link<Item>>;

void ListInRandomOrder(std::span<Owner<Item>> items,
                       std::span<Link<Item>> links) {
  Random random(0x2545f4914f6cdd1d);
  for (uint32_t i = 0; i < links.size(); ++i) {
    uint32_t other = random.Below(i + 1);
    if (other != i) links[i] = Get(links[other]);
    links[other] = Get(items[i]);
  }
}

void MeasureSet(Runtime& runtime, std::span<Link<Item>> links) {
  size_t half = links.size() / 2;
  ReferenceSet<Item> set(runtime, 16);
  uint64_t collection_count = runtime.collection_count();
  Row insert("hash_set", "insert");
  for (Link<Item>& link : links.first(half)) set.Insert(link);
  insert.Stop();
  insert.Operations(half);
  insert.Add("collections", static_cast<double>(runtime.collection_count() -
                                                collection_count));
  insert.Checksum(set.item_count());
  insert.Print();

  Row lookup("hash_set", "lookup");
  uint64_t found_count = 0;
  for (Link<Item>& link : links) found_count += set.Contains(link);
  lookup.Stop();
  lookup.Operations(links.size());
  lookup.Checksum(found_count);
  lookup.Print();

  Row churn("hash_set", "churn");
  for (size_t i = 0; i < links.size(); ++i) {
    set.Erase(links[i]);
    set.Insert(links[i < half ? i + half : i - half]);
  }
  churn.Stop();
  churn.Operations(links.size());
  churn.Checksum(set.item_count());
  churn.Print();
}

void RunHashSet(const Scale& scale) {
  uint32_t item_count = static_cast<uint32_t>(scale(2'000'000));
  Runtime runtime;
  Root<ItemTable> items(ItemTable::Make(runtime, item_count));
  for (uint32_t i = 0; i < item_count; ++i) {
    Get(items)->slots()[i] = runtime.Make<Item>(i);
  }
  Root<LinkTable> links(LinkTable::Make(runtime, item_count));
  ListInRandomOrder(Get(items)->slots(), Get(links)->slots());
  MeasureSet(runtime, Get(links)->slots());
}

constexpr Group kGroups[] = {{"set", RunHashSet}};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::Main(argc, argv, bench::kGroups);
}
