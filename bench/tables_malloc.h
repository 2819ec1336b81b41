// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the rivals of the suite hash_table share: items made with new, plain
// pointers as keys, and memory as malloc() counts it.

#ifndef HALFWORD_BENCH_TABLES_MALLOC_H_
#define HALFWORD_BENCH_TABLES_MALLOC_H_

#include <malloc.h>

#include <cstdint>
#include <deque>

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

// Rivals do not tell.
template <typename Table>
void AddProbes(const Table&, Row*) {}

}  // namespace bench

#endif  // HALFWORD_BENCH_TABLES_MALLOC_H_
