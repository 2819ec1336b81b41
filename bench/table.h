// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Table<Slot>: a fixed number of slots behind one object, in memory of the
// memory manager under test. With Slot = Owner<T> it is the ring of survivors,
// with Link<T> the slots of a hash table, with double GCBench's array.

#ifndef HALFWORD_BENCH_TABLE_H_
#define HALFWORD_BENCH_TABLE_H_

#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>

#include "bench/runtime.h"

namespace bench {

// Invariant: slot_count_ slots follow the object, all constructed (zeroed
// memory is an empty reference in every memory manager here).
template <typename Slot>
class Table : public Object<Table<Slot>> {
 public:
  explicit Table(uint64_t slot_count) : slot_count_(slot_count) {}
  // Only references that own have something to release, and only without a
  // collector; elsewhere a destructor would be work that nobody asked for.
  ~Table()
    requires(!kReleasesByHand || std::is_trivially_destructible_v<Slot>)
  = default;
  ~Table() { std::destroy_n(slots().data(), slot_count_); }

  std::span<Slot> slots() {
    return {reinterpret_cast<Slot*>(this + 1), slot_count_};
  }

  static Local<Table> Make(Runtime& runtime, uint64_t slot_count) {
    return runtime.MakeTrailing<Table>(slot_count * sizeof(Slot), slot_count);
  }

 private:
  uint64_t slot_count_;
  HALFWORD_BENCH_FIELDS(Table, slot_count_)
  HALFWORD_BENCH_TRAILING(Table, Slot)
};

// The same for plain numbers, which no collector has to look at.
class NumberTable : public Object<NumberTable> {
 public:
  static constexpr bool kLeaf = true;

  explicit NumberTable(uint64_t count) : count_(count) {}
  std::span<double> numbers() {
    return {reinterpret_cast<double*>(this + 1), count_};
  }
  static Local<NumberTable> Make(Runtime& runtime, uint64_t count) {
    return runtime.MakeTrailing<NumberTable>(count * sizeof(double), count);
  }

 private:
  uint64_t count_;
  HALFWORD_BENCH_FIELDS(NumberTable, count_)
  HALFWORD_BENCH_TRAILING(NumberTable, double)
};

}  // namespace bench

#endif  // HALFWORD_BENCH_TABLE_H_
