// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What our strings of the suite operations share: the heap, an array in it, and
// a map. Included by strings_*.h.

#ifndef HALFWORD_BENCH_OPERATIONS_STRINGS_HALFWORD_H_
#define HALFWORD_BENCH_OPERATIONS_STRINGS_HALFWORD_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "halfword/halfword.h"

namespace bench {

using Map = halfword::HeapHashMap<halfword::String, uint32_t>;

// Without collections, which would fall into whatever operation comes along;
// but for operations that make garbage, the default.
class StringRuntime {
 public:
  explicit StringRuntime(bool collects)
      : heap_(collects
                  ? halfword::Heap::Create()
                  : halfword::Heap::Create({.growth_bytes_min = SIZE_MAX})) {}

 private:
  const std::unique_ptr<halfword::Heap> heap_;
  const halfword::HeapScope scope_{*heap_};
};

// Elements of a managed object, where most strings are.
template <typename Text>
class ManagedTexts {
 public:
  explicit ManagedTexts(size_t count)
      : rows_(halfword::MakeGarbageCollected<Rows>(
            halfword::CurrentAllocationHandle(),
            halfword::TrailingBytes<Rows>(count))) {}
  Text* begin() { return halfword::TrailingArray(rows_.Get()); }
  Text& operator[](size_t index) { return begin()[index]; }

 private:
  class Rows : public halfword::GarbageCollected<Rows> {
    HALFWORD_FIELDS(Rows)
    HALFWORD_TRAILING(Rows, Text)
  };
  halfword::Persistent<Rows> rows_;
};

}  // namespace bench

#endif  // HALFWORD_BENCH_OPERATIONS_STRINGS_HALFWORD_H_
