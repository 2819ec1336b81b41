// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite "hash_table": a million entries in tables of references, inserted,
// found and missed in random orders. The header that HALFWORD_BENCH_TABLES
// names has the tables:
//
//   ItemSet, ItemToNumber, NumberToItem   as in the standard library
//   TextToNumber, PointerToNumber         maps with strings as keys, the second
//                                         with keys of 8 bytes or less
//   TextKeys: strings for both
//   TableRuntime: Make() an item, UsedBytes() of memory
//   AddProbes(table, &row): lengths of searches, where the table tells
//
// Rows: TABLE_insert, TABLE_hit, TABLE_miss; TABLE_bytes is the memory that the
// table takes in the end, by entry. Keys that are missed are of the same kind.
// string_tables.cc has the tables of strings.

#include <cstdint>

#include "bench/string_tables.h"
#include "bench/table_rows.h"

namespace bench {
namespace {

Keys<Item*> MakeItems(TableRuntime& runtime, uint64_t count) {
  Keys<Item*> keys;
  for (uint64_t i = 0; i < count; ++i) {
    keys.inserted.push_back(runtime.Make());
    keys.missed.push_back(runtime.Make());
  }
  keys.Shuffle();
  return keys;
}

void RunSet(const Scale& scale) {
  TableRuntime runtime;
  const Keys<Item*> keys = MakeItems(runtime, scale(1'000'000));
  Measure<ItemSet>(runtime, keys, "set",
                   [](ItemSet* set, Item* key) { set->insert(key); });
}

void RunItemToNumber(const Scale& scale) {
  TableRuntime runtime;
  const Keys<Item*> keys = MakeItems(runtime, scale(1'000'000));
  uint32_t next = 0;
  Measure<ItemToNumber>(
      runtime, keys, "item_to_number",
      [&](ItemToNumber* map, Item* key) { (*map)[key] = next++; });
}

void RunNumberToItem(const Scale& scale) {
  TableRuntime runtime;
  Keys<uint32_t> keys;
  const auto count = static_cast<uint32_t>(scale(1'000'000));
  for (uint32_t i = 0; i < count; ++i) {
    keys.inserted.push_back(i);
    keys.missed.push_back(count + i);
  }
  keys.Shuffle();
  Item* const item = runtime.Make();
  Measure<NumberToItem>(
      runtime, keys, "number_to_item",
      [=](NumberToItem* map, uint32_t key) { (*map)[key] = item; });
}

constexpr Group kGroups[] = {{"set", RunSet},
                             {"item_to_number", RunItemToNumber},
                             {"number_to_item", RunNumberToItem},
                             {"text_numbers", RunTextNumbers},
                             {"text_words", RunTextWords},
                             {"text_mixed", RunTextMixed},
                             {"pointer_numbers", RunPointerNumbers},
                             {"pointer_words", RunPointerWords},
                             {"pointer_mixed", RunPointerMixed}};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::Main(argc, argv, bench::kGroups);
}
