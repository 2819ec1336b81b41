// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ProcessHeapStatistics: what all heaps of the process hold together.
//
// Heaps tell what they hold when they take and give back pages, when they
// collect and sweep, and when the program frees objects itself, so a figure may
// be wrong by a page (16 KiB) a heap. What allocation has opened to fill next
// counts as objects: some runs of slots, often 100 KiB and more a heap.
// Threads: any. Cost: a load.

#ifndef HALFWORD_PROCESS_HEAP_STATISTICS_H_
#define HALFWORD_PROCESS_HEAP_STATISTICS_H_

#include <cstddef>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI {

class ProcessHeapStatistics final {
 public:
  ProcessHeapStatistics() = delete;

  // Slots of objects that live, or died since the last collection.
  static size_t TotalAllocatedObjectSize();

  // Pages in use.
  static size_t TotalAllocatedSpace();
};

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_PROCESS_HEAP_STATISTICS_H_
