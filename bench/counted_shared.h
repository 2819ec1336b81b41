// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What both counted pointers share that are std::shared_ptr.

#ifndef HALFWORD_BENCH_COUNTED_SHARED_H_
#define HALFWORD_BENCH_COUNTED_SHARED_H_

#include <memory>

#include "bench/threads.h"

#define HALFWORD_BENCH_FIELDS(type, ...)

namespace bench {

template <typename T, Threads kThreads>
struct CountedObject {};

template <typename T>
using Counted = std::shared_ptr<T>;

}  // namespace bench

#endif  // HALFWORD_BENCH_COUNTED_SHARED_H_
