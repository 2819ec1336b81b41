// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Halfword's containers, with Members in them.

#ifndef HALFWORD_BENCH_CONTAINERS_HALFWORD_H_
#define HALFWORD_BENCH_CONTAINERS_HALFWORD_H_

#include "bench/runtime_halfword.h"
#include "halfword/heap_deque.h"
#include "halfword/heap_vector.h"

namespace bench {

template <typename T>
using Reference = halfword::Member<T>;
template <typename T>
using Vector = halfword::HeapVector<Reference<T>>;
template <typename T>
using Deque = halfword::HeapDeque<Reference<T>>;
using World = Runtime;

}  // namespace bench

#endif  // HALFWORD_BENCH_CONTAINERS_HALFWORD_H_
