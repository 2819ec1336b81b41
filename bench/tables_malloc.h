// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the rivals of the suite hash_table share: items made with new, plain
// pointers as keys, and memory as malloc() counts it.

#ifndef HALFWORD_BENCH_TABLES_MALLOC_H_
#define HALFWORD_BENCH_TABLES_MALLOC_H_

#include <malloc.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/measure.h"

namespace bench {

struct Item {
  uint64_t number = 0;
};

class TableRuntime {
 public:
  Item* Make() { return &items_.emplace_back(); }
  uint64_t UsedBytes() const {
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
  }

 private:
  std::deque<Item> items_;
};

// Strings as keys of 8 bytes, hashed and compared as the strings they are.
template <typename Hash>
struct HashOfPointed {
  size_t operator()(const std::string* text) const {
    return Hash()(std::string_view(*text));
  }
};
struct EqualPointed {
  bool operator()(const std::string* a, const std::string* b) const {
    return *a == *b;
  }
};

class TextKeys {
 public:
  TextKeys(TableRuntime&, std::vector<std::string> texts)
      : texts_(std::move(texts)) {}
  const std::string& text(size_t index) const { return texts_[index]; }
  const std::string* pointer(size_t index) const { return &texts_[index]; }

 private:
  std::vector<std::string> texts_;
};

// Rivals do not tell.
template <typename Table>
void AddProbes(const Table&, Row*) {}

}  // namespace bench

#endif  // HALFWORD_BENCH_TABLES_MALLOC_H_
