// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the heap says of itself: for each class how many objects there are and
// what they take, without a byte in any of them for it. The library's own
// classes are counted like the program's.

#include "examples/dom/gc_handles.h"

namespace dom {

size_t NodeHeap::StringBytes() const {
  const halfword::HeapStatistics statistics =
      heap_->CollectStatistics(halfword::HeapStatistics::kDetailed);
  for (const auto& type : statistics.type_stats) {
    if (type.name.ends_with("::FlatBody")) return type.slot_bytes;
  }
  return 0;
}

}  // namespace dom
