// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The tables "halfword" of the suite hash_table, and "halfword-64" with the
// full-width library: in the heap, with Members as keys.

#ifndef HALFWORD_BENCH_TABLES_HALFWORD_H_
#define HALFWORD_BENCH_TABLES_HALFWORD_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bench/measure.h"
#include "halfword/halfword.h"
#include "src/collections/probe_statistics.h"

namespace bench {

struct Item : halfword::GarbageCollected<Item> {
  uint64_t number = 0;
  HALFWORD_FIELDS(Item, number)
};

using ItemSet = halfword::HeapHashSet<halfword::Member<Item>>;
using ItemToNumber = halfword::HeapHashMap<halfword::Member<Item>, uint32_t>;
using NumberToItem = halfword::HeapHashMap<uint32_t, halfword::Member<Item>>;

// A String is the pointer to its bytes.
using TextToNumber = halfword::HeapHashMap<halfword::String, uint32_t>;
using PointerToNumber = TextToNumber;

class TableRuntime {
 public:
  halfword::AllocationHandle& handle() { return handle_; }
  Item* Make() { return halfword::MakeGarbageCollected<Item>(handle_); }
  // Of pages that hold anything.
  uint64_t UsedBytes() const {
    return heap_->CollectStatistics(halfword::HeapStatistics::kBrief)
        .page_bytes;
  }

 private:
  // Nothing but the suite's array holds the items: there are no collections.
  std::unique_ptr<halfword::Heap> heap_ =
      halfword::Heap::Create({.growth_bytes_min = SIZE_MAX});
  halfword::AllocationHandle& handle_ = heap_->GetAllocationHandle();
};

class TextKeys {
 public:
  TextKeys(TableRuntime& runtime, const std::vector<std::string>& texts) {
    texts_.reserve(texts.size());
    for (const std::string& text : texts) {
      texts_.emplace_back(runtime.handle(), text);
    }
  }
  const halfword::String& text(size_t index) const { return texts_[index]; }
  const halfword::String& pointer(size_t index) const { return texts_[index]; }

 private:
  // Nothing is collected.
  std::vector<halfword::String> texts_;
};

template <typename Table>
void AddProbes(const Table& table, Row* row) {
  using Peer = halfword::internal::HashTableTestPeer;
  const auto hits = Peer::ProbesOfHits(table);
  const auto misses = Peer::ProbesOfMisses(table);
  row->Add("probes_hit", hits.average);
  row->Add("probes_hit_worst", static_cast<double>(hits.worst));
  row->Add("probes_miss", misses.average);
  row->Add("probes_miss_worst", static_cast<double>(misses.worst));
}

}  // namespace bench

#endif  // HALFWORD_BENCH_TABLES_HALFWORD_H_
