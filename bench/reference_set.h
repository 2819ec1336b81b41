// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ReferenceSet<T>: a plain open-addressing set of references, for the suites
// dom and hash_set. It hashes the bits of a reference, so a probe touches the
// table alone and never an object.

#ifndef HALFWORD_BENCH_REFERENCE_SET_H_
#define HALFWORD_BENCH_REFERENCE_SET_H_

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "bench/runtime.h"
#include "bench/table.h"

namespace bench {

// Invariant: a power of two of slots, at most half of them taken; a reference
// lies between the slot that the upper bits of its product with the golden
// ratio name, and the first empty one behind that. Stands on the stack.
template <typename T>
class ReferenceSet {
 public:
  ReferenceSet(Runtime& runtime, uint64_t slot_count) : runtime_(runtime) {
    MakeSlots(slot_count);
  }

  void Insert(const Link<T>& item) {
    if (2 * item_count_ >= slots_.size()) Grow();
    Link<T>* slot = Find(item);
    if (*slot == nullptr) {
      *slot = item;
      ++item_count_;
    }
  }

  bool Contains(const Link<T>& item) { return *Find(item) != nullptr; }

  // Closes the gap by moving items back, so that no slot is ever "deleted".
  void Erase(const Link<T>& item) {
    uint64_t mask = slots_.size() - 1;
    uint64_t gap = static_cast<uint64_t>(Find(item) - slots_.data());
    if (slots_[gap] == nullptr) return;
    --item_count_;
    for (uint64_t next = (gap + 1) & mask; slots_[next] != nullptr;
         next = (next + 1) & mask) {
      uint64_t distance = (next - HomeSlot(slots_[next])) & mask;
      if (distance >= ((next - gap) & mask)) {
        slots_[gap] = slots_[next];
        gap = next;
      }
    }
    slots_[gap] = nullptr;
  }

  uint64_t item_count() const { return item_count_; }
  uint64_t slot_count() const { return slots_.size(); }

 private:
  // Fresh memory is touched here, so that the rows measure the set alone.
  void MakeSlots(uint64_t slot_count) {
    table_ = Table<Link<T>>::Make(runtime_, slot_count);
    slots_ = Get(table_)->slots();
    std::fill(slots_.begin(), slots_.end(), nullptr);
    shift_ = 64;
    while (slot_count > 1) {
      slot_count /= 2;
      --shift_;
    }
  }

  void Grow() {
    Root<Table<Link<T>>> old = std::move(table_);
    MakeSlots(2 * slots_.size());
    for (Link<T>& item : Get(old)->slots()) {
      if (item != nullptr) *Find(item) = item;
    }
  }

  uint64_t HomeSlot(const Link<T>& item) const {
    return (IdentityWord(item) * 0x9e3779b97f4a7c15) >> shift_;
  }

  // The slot that holds `item`, or the empty one where it belongs.
  Link<T>* Find(const Link<T>& item) {
    uint64_t index = HomeSlot(item);
    while (slots_[index] != nullptr && !(slots_[index] == item)) {
      index = (index + 1) & (slots_.size() - 1);
    }
    return &slots_[index];
  }

  Runtime& runtime_;
  Root<Table<Link<T>>> table_ = nullptr;
  std::span<Link<T>> slots_;
  uint64_t item_count_ = 0;
  int shift_ = 64;
};

}  // namespace bench

#endif  // HALFWORD_BENCH_REFERENCE_SET_H_
