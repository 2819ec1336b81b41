// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The rows of one table of the suite hash_table: keys are inserted, found and
// missed, each once.

#ifndef HALFWORD_BENCH_TABLE_ROWS_H_
#define HALFWORD_BENCH_TABLE_ROWS_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bench/measure.h"
#include HALFWORD_BENCH_TABLES

namespace bench {

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

template <typename Table, typename KeyList>
uint64_t CountFound(const Table& table, const KeyList& keys) {
  uint64_t count = 0;
  for (const auto& key : keys) count += table.find(key) != table.end();
  return count;
}

// keys: as Keys. insert(&table, key) inserts.
template <typename Table, typename AllKeys, typename Insert>
void Measure(const TableRuntime& runtime, const AllKeys& keys,
             const std::string& name, Insert insert) {
  const uint64_t count = keys.inserted.size();
  const uint64_t bytes_before = runtime.UsedBytes();
  Table table;
  Row inserting("hash_table", (name + "_insert").c_str());
  for (const auto& key : keys.inserted) insert(&table, key);
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

}  // namespace bench

#endif  // HALFWORD_BENCH_TABLE_ROWS_H_
