// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The standard library's containers, with plain pointers in them, which nobody
// follows and nobody counts. What is made is not given back.

#ifndef HALFWORD_BENCH_CONTAINERS_STD_H_
#define HALFWORD_BENCH_CONTAINERS_STD_H_

#include <deque>
#include <utility>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

#define HALFWORD_BENCH_FIELDS(...)

namespace bench {

template <typename T>
struct Object {};
template <typename T>
using Reference = T*;
template <typename T>
using Vector = std::vector<Reference<T>>;
template <typename T>
using Deque = std::deque<Reference<T>>;

class World {
 public:
  template <typename T, typename... Arguments>
  T* Make(Arguments&&... arguments) {
    T* const object = new T(std::forward<Arguments>(arguments)...);
#if defined(__SANITIZE_ADDRESS__)
    __lsan_ignore_object(object);
#endif
    return object;
  }
};

}  // namespace bench

#endif  // HALFWORD_BENCH_CONTAINERS_STD_H_
