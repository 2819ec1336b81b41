// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The threads that may have counted pointers to one object (counted.h).

#ifndef HALFWORD_BENCH_THREADS_H_
#define HALFWORD_BENCH_THREADS_H_

namespace bench {

enum class Threads { kOne, kAny };

}  // namespace bench

#endif  // HALFWORD_BENCH_THREADS_H_
