// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The string of each variant of the suite cow, which HALFWORD_BENCH_COW_VARIANT
// numbers, and an array of them.
//
//   0 scoped      ScopedMutableString
//   1 managed     MutableString in a managed object
//   2 pair-cell   CowString, all parts
//   3 chain       ... with owners in a ring (the seed's COW1)
//   4 no-inline   ... without bytes in the string
//   5 no-cow      ... without sharing (inline alone: the seed's p1)
//   6 neither     ... without either (the seed's p0)
//   7 value       ValueString, 16 bytes (the seed's first attempt)
//   8 std         std::string

#ifndef HALFWORD_BENCH_COW_TEXTS_H_
#define HALFWORD_BENCH_COW_TEXTS_H_

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/cow/cow_string.h"
#include "bench/cow/value_string.h"

#if HALFWORD_BENCH_COW_VARIANT < 2
#include "halfword/halfword.h"
#endif

namespace bench {

#if HALFWORD_BENCH_COW_VARIANT == 0
using Text = halfword::ScopedMutableString;
#elif HALFWORD_BENCH_COW_VARIANT == 1
using Text = halfword::MutableString;
#elif HALFWORD_BENCH_COW_VARIANT == 2
using Text = CowString<15, Sharing::kPairOrCell>;
#elif HALFWORD_BENCH_COW_VARIANT == 3
using Text = CowString<15, Sharing::kChain>;
#elif HALFWORD_BENCH_COW_VARIANT == 4
using Text = CowString<0, Sharing::kPairOrCell>;
#elif HALFWORD_BENCH_COW_VARIANT == 5
using Text = CowString<15, Sharing::kNone>;
#elif HALFWORD_BENCH_COW_VARIANT == 6
using Text = CowString<0, Sharing::kNone>;
#elif HALFWORD_BENCH_COW_VARIANT == 7
using Text = ValueString;
#else
using Text = std::string;
#endif

#if HALFWORD_BENCH_COW_VARIANT < 2
struct TextRuntime {
  const std::unique_ptr<halfword::Heap> heap = halfword::Heap::Create();
  const halfword::HeapScope scope{*heap};
};
#else
struct TextRuntime {
  TextRuntime() = default;
};
#endif

#if HALFWORD_BENCH_COW_VARIANT == 1
class Texts {
 public:
  explicit Texts(size_t count)
      : rows_(halfword::MakeGarbageCollected<Rows>(
            halfword::CurrentAllocationHandle(),
            halfword::TrailingBytes<Rows>(count))) {}
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
#else
class Texts {
 public:
  explicit Texts(size_t count) : texts_(count) {}
  Text& operator[](size_t index) { return texts_[index]; }

 private:
  std::vector<Text> texts_;
};
#endif

}  // namespace bench

#endif  // HALFWORD_BENCH_COW_TEXTS_H_
