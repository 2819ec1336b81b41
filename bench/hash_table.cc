// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite "hash_table": a million entries in tables of references, inserted,
// found and missed in random orders. The header that HALFWORD_BENCH_TABLES
// names has the tables:
//
//   ItemSet, ItemToNumber, NumberToItem   as in the standard library
//   TableRuntime: Make() an item, UsedBytes() of memory
//   AddProbes(table, &row): lengths of searches, where the table tells
//
// Rows: TABLE_insert, TABLE_hit, TABLE_miss; TABLE_bytes is the memory that the
// table takes in the end, by entry. Keys that are missed are of the same kind.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include HALFWORD_BENCH_TABLES

namespace bench {
namespace {

template <typename T>
void Shuffle(std::vector<T>* values, uint64_t seed) {
  Random random(seed);
  for (uint32_t i = static_cast<uint32_t>(values->size()); i > 1; --i) {
    std::swap((*values)[i - 1], (*values)[random.Below(i)]);
  }
}

// Keys in the order in which they are inserted, found and missed.
template <typename Key>
struct Keys {
  std::vector<Key> inserted;
  std::vector<Key> found;
  std::vector<Key> missed;

  void Shuffle() {
    found = inserted;
    bench::Shuffle(&inserted, 1);
    bench::Shuffle(&found, 2);
    bench::Shuffle(&missed, 3);
  }
};

Keys<Item*> MakeItems(TableRuntime& runtime, uint64_t count) {
  Keys<Item*> keys;
  for (uint64_t i = 0; i < count; ++i) {
    keys.inserted.push_back(runtime.Make());
    keys.missed.push_back(runtime.Make());
  }
  keys.Shuffle();
  return keys;
}

template <typename Table, typename Key>
uint64_t CountFound(const Table& table, const std::vector<Key>& keys) {
  uint64_t count = 0;
  for (const Key& key : keys) count += table.find(key) != table.end();
  return count;
}

// insert(&table, key) inserts.
template <typename Table, typename Key, typename Insert>
void Measure(const TableRuntime& runtime, const Keys<Key>& keys,
             const std::string& name, Insert insert) {
  const uint64_t count = keys.inserted.size();
  const uint64_t bytes_before = runtime.UsedBytes();
  Table table;
  Row inserting("hash_table", (name + "_insert").c_str());
  for (const Key& key : keys.inserted) insert(&table, key);
  inserting.Stop();
  inserting.Operations(count);
  inserting.Checksum(table.size());
  inserting.Print();

  Row hitting("hash_table", (name + "_hit").c_str());
  const uint64_t hit_count = CountFound(table, keys.found);
  hitting.Stop();
  hitting.Operations(count);
  hitting.Checksum(hit_count);
  hitting.Print();

  Row missing("hash_table", (name + "_miss").c_str());
  const uint64_t miss_count = CountFound(table, keys.missed);
  missing.Stop();
  missing.Operations(count);
  missing.Checksum(miss_count);
  missing.Print();

  Row bytes("hash_table", (name + "_bytes").c_str());
  bytes.Stop();
  bytes.Add("bytes_per_entry",
            static_cast<double>(runtime.UsedBytes() - bytes_before) /
                static_cast<double>(count));
  bytes.CompareBy("bytes_per_entry");
  AddProbes(table, &bytes);
  bytes.Checksum(table.size());
  bytes.Print();
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
                             {"number_to_item", RunNumberToItem}};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::Main(argc, argv, bench::kGroups);
}
