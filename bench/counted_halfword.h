// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The counted pointer "halfword": RefPtr, with a plain or an atomic count.

#ifndef HALFWORD_BENCH_COUNTED_HALFWORD_H_
#define HALFWORD_BENCH_COUNTED_HALFWORD_H_

#include <type_traits>
#include <utility>

#include "bench/threads.h"
#include "halfword/halfword.h"

#define HALFWORD_BENCH_FIELDS(type, ...) HALFWORD_FIELDS(type, __VA_ARGS__)

namespace bench {

template <typename T, Threads kThreads>
using CountedObject =
    std::conditional_t<kThreads == Threads::kOne, halfword::RefCounted<T>,
                       halfword::ThreadSafeRefCounted<T>>;

template <typename T>
using Counted = halfword::RefPtr<T>;

template <typename T, typename... Arguments>
Counted<T> MakeCounted(Arguments&&... arguments) {
  return halfword::MakeRefCounted<T>(std::forward<Arguments>(arguments)...);
}

}  // namespace bench

#endif  // HALFWORD_BENCH_COUNTED_HALFWORD_H_
