// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The string "cord": absl::Cord, 16 bytes, which shares what does not fit.

#ifndef HALFWORD_BENCH_TEXT_CORD_H_
#define HALFWORD_BENCH_TEXT_CORD_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/cord.h"

namespace bench {

using Text = absl::Cord;

struct TextRuntime {
  TextRuntime() = default;
};

inline Text Part(const Text& text, size_t begin, size_t count) {
  return text.Subcord(begin, count);
}
template <size_t kBytes>
Text Add(const Text& text, const char (&literal)[kBytes]) {
  Text sum = text;
  sum.Append(literal);
  return sum;
}
// Abseil may be built with a string_view of its own. Its constructor of a
// std::string is a template whose name compilers do not agree about.
inline Text FromBytes(std::string_view bytes) {
  return Text(absl::string_view(bytes.data(), bytes.size()));
}
inline Text Repeat(char byte, size_t count) {
  return FromBytes(std::string(count, byte));
}
inline std::string_view BytesOf(const Text& text) {
  const absl::string_view bytes = const_cast<Text&>(text).Flatten();
  return {bytes.data(), bytes.size()};
}

class Texts {
 public:
  Texts(TextRuntime&, size_t count) : rows_(count) {}
  Text& operator[](size_t index) { return rows_[index]; }

 private:
  std::vector<Text> rows_;
};

}  // namespace bench

#endif  // HALFWORD_BENCH_TEXT_CORD_H_
