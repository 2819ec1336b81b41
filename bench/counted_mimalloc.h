// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The counted pointer "mimalloc": std::allocate_shared(), with the allocator
// that mimalloc brings for containers.

#ifndef HALFWORD_BENCH_COUNTED_MIMALLOC_H_
#define HALFWORD_BENCH_COUNTED_MIMALLOC_H_

#include <mimalloc.h>

#include <memory>
#include <utility>

#include "bench/counted_shared.h"

namespace bench {

template <typename T, typename... Arguments>
Counted<T> MakeCounted(Arguments&&... arguments) {
  return std::allocate_shared<T>(mi_stl_allocator<T>(),
                                 std::forward<Arguments>(arguments)...);
}

}  // namespace bench

#endif  // HALFWORD_BENCH_COUNTED_MIMALLOC_H_
