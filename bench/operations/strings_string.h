// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The strings "string" of the suite operations: String, which never changes.
// What changes a string makes another one.

#ifndef HALFWORD_BENCH_OPERATIONS_STRINGS_STRING_H_
#define HALFWORD_BENCH_OPERATIONS_STRINGS_STRING_H_

#include <string_view>

#include "bench/operations/strings_halfword.h"

namespace bench {

using Text = halfword::String;
using Texts = ManagedTexts<Text>;

inline Text Concatenate(const Text& a, const Text& b) { return a + b; }
inline void Replace(Text& text, size_t position, size_t count,
                    std::string_view bytes) {
  text = text.substr(0, position) + bytes + text.substr(position + count);
}
inline void Insert(Text& text, size_t position, std::string_view bytes) {
  Replace(text, position, 0, bytes);
}
inline void ChopFront(Text& text, size_t count) { text = text.substr(count); }
inline void ChopBack(Text& text) { text = text.substr(0, text.size() - 1); }
inline void Clear(Text& text) { text = Text(); }
inline constexpr bool kCanReserve = false;
inline void Reserve(Text&, size_t) {}

}  // namespace bench

#endif  // HALFWORD_BENCH_OPERATIONS_STRINGS_STRING_H_
