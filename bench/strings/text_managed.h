// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the variants "halfword" and "mutable" have in common: a heap with its
// default options, and arrays, lists and maps of strings in it. Keys are
// Strings, which is what tables are for.

#ifndef HALFWORD_BENCH_STRINGS_TEXT_MANAGED_H_
#define HALFWORD_BENCH_STRINGS_TEXT_MANAGED_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "halfword/halfword.h"

namespace bench {

class TextRuntime {
 public:
  halfword::AllocationHandle& handle() { return heap_->GetAllocationHandle(); }
  void Collect() {
    heap_->Collect({.stack = halfword::StackState::kMayContainHeapPointers,
                    .reason = "bench"});
  }

 private:
  const std::unique_ptr<halfword::Heap> heap_ = halfword::Heap::Create();
};

template <typename Text>
class ManagedTexts {
 public:
  ManagedTexts(TextRuntime& runtime, size_t count)
      : rows_(halfword::MakeGarbageCollected<Rows>(
            runtime.handle(), halfword::TrailingBytes<Rows>(count))) {}
  Text& operator[](size_t index) {
    return halfword::TrailingArray(rows_.Get())[index];
  }

 private:
  class Rows : public halfword::GarbageCollected<Rows> {
    HALFWORD_FIELDS(Rows)
    HALFWORD_TRAILING(Rows, Text)
  };
  halfword::Persistent<Rows> rows_;
};

template <typename Text>
struct ManagedRanked {
  Text text;
  uint32_t count = 0;
  HALFWORD_FIELDS(ManagedRanked, text, count)
};

// A local variable, so that nothing has to hold the table.
class ManagedMap {
 public:
  explicit ManagedMap(TextRuntime&) {}

  // Key is what a String is made of, or a String.
  template <typename Key>
  uint32_t& At(const Key& key) {
    return table_[key];
  }
  template <typename Key>
  uint32_t Find(const Key& key) const {
    const auto found = table_.find(key);
    return found == table_.end() ? 0 : found->second;
  }
  void Reserve(size_t count) { table_.reserve(count); }
  size_t size() const { return table_.size(); }
  template <typename Function>
  void ForEach(Function function) const {
    for (const auto [key, number] : table_) function(key, number);
  }

 private:
  halfword::HeapHashMap<halfword::String, uint32_t> table_;
};

}  // namespace bench

#endif  // HALFWORD_BENCH_STRINGS_TEXT_MANAGED_H_
