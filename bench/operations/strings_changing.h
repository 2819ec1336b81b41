// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the strings "mutable" and "scoped" of the suite operations share.

#ifndef HALFWORD_BENCH_OPERATIONS_STRINGS_CHANGING_H_
#define HALFWORD_BENCH_OPERATIONS_STRINGS_CHANGING_H_

#include <string_view>

#include "bench/operations/strings_halfword.h"

namespace bench {

template <typename Text>
Text Concatenate(const Text& a, const Text& b) {
  return a + b;
}
template <typename Text>
void Insert(Text& text, size_t position, std::string_view bytes) {
  text.insert(position, bytes);
}
template <typename Text>
void Replace(Text& text, size_t position, size_t count,
             std::string_view bytes) {
  text.replace(position, count, bytes);
}
template <typename Text>
void ChopFront(Text& text, size_t count) {
  text.RemovePrefix(count);
}
template <typename Text>
void ChopBack(Text& text) {
  text.pop_back();
}
template <typename Text>
void Clear(Text& text) {
  text.clear();
}
inline constexpr bool kCanReserve = true;
template <typename Text>
void Reserve(Text& text, size_t count) {
  text.reserve(count);
}

}  // namespace bench

#endif  // HALFWORD_BENCH_OPERATIONS_STRINGS_CHANGING_H_
