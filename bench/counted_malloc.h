// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The counted pointer "malloc": std::make_shared(), with the operators new and
// delete of the system.

#ifndef HALFWORD_BENCH_COUNTED_MALLOC_H_
#define HALFWORD_BENCH_COUNTED_MALLOC_H_

#include <memory>
#include <utility>

#include "bench/counted_shared.h"

namespace bench {

template <typename T, typename... Arguments>
Counted<T> MakeCounted(Arguments&&... arguments) {
  return std::make_shared<T>(std::forward<Arguments>(arguments)...);
}

}  // namespace bench

#endif  // HALFWORD_BENCH_COUNTED_MALLOC_H_
