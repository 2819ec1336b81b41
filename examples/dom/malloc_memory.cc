// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a heap of mimalloc's holds, block by block.

#include "examples/dom/malloc_memory.h"

namespace dom {

size_t Memory::UsedBytes() const {
  size_t used_bytes = 0;
  const auto add = [](const mi_heap_t*, const mi_heap_area_t*, void* block,
                      size_t, void* sum) {
    // Each area is shown once by itself, without a block.
    if (block != nullptr) *static_cast<size_t*>(sum) += mi_usable_size(block);
    return true;
  };
  mi_heap_visit_blocks(heap_, /*visit_all_blocks=*/true, add, &used_bytes);
  return used_bytes;
}

}  // namespace dom
