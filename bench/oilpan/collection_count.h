// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// See collection_count.cc.

#ifndef HALFWORD_BENCH_OILPAN_COLLECTION_COUNT_H_
#define HALFWORD_BENCH_OILPAN_COLLECTION_COUNT_H_

#include <cstdint>

#include "cppgc/heap.h"

namespace bench {

uint64_t CollectionCount(cppgc::Heap& heap);

}  // namespace bench

#endif  // HALFWORD_BENCH_OILPAN_COLLECTION_COUNT_H_
