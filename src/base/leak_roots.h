// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Tells LeakSanitizer where else pointers stand: it knows the stack, globals
// and what malloc() gave, but no memory that a program maps itself. Without
// this, what only the heap's tables or its objects point to would be reported
// as leaked. Nothing without it.

#ifndef HALFWORD_BASE_LEAK_ROOTS_H_
#define HALFWORD_BASE_LEAK_ROOTS_H_

#include <cstddef>

#include "halfword/internal/build_config.h"

#if HALFWORD_HAS_ASAN
#include <sanitizer/lsan_interface.h>
#endif

namespace halfword::inline HALFWORD_ABI::internal {

// The parts of the range that can be read, for good.
// Requires: it was not added before.
inline void AddLeakRoots([[maybe_unused]] const void* begin,
                         [[maybe_unused]] size_t bytes) {
#if HALFWORD_HAS_ASAN
  __lsan_register_root_region(begin, bytes);
#endif
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_LEAK_ROOTS_H_
