// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Tells AddressSanitizer which slots may be touched: free ones not, and dead
// ones not while destructors of their neighbours run. Nothing without it.

#ifndef HALFWORD_HEAP_POISON_H_
#define HALFWORD_HEAP_POISON_H_

#include <cstddef>

#include "halfword/internal/build_config.h"

#if HALFWORD_HAS_ASAN
#include <sanitizer/asan_interface.h>
#endif

namespace halfword::inline HALFWORD_ABI::internal {

inline void PoisonMemory([[maybe_unused]] const void* begin,
                         [[maybe_unused]] size_t bytes) {
#if HALFWORD_HAS_ASAN
  ASAN_POISON_MEMORY_REGION(begin, bytes);
#endif
}

inline void UnpoisonMemory([[maybe_unused]] const void* begin,
                           [[maybe_unused]] size_t bytes) {
#if HALFWORD_HAS_ASAN
  ASAN_UNPOISON_MEMORY_REGION(begin, bytes);
#endif
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_HEAP_POISON_H_
