// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The strings "malloc" and "mimalloc": std::string over the malloc() that the
// program is linked with.

#ifndef HALFWORD_BENCH_TEXT_STD_H_
#define HALFWORD_BENCH_TEXT_STD_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

using Text = std::string;

struct TextRuntime {
  TextRuntime() = default;
};

inline Text Repeat(char byte, size_t count) { return Text(count, byte); }
inline Text Part(const Text& text, size_t begin, size_t count) {
  return text.substr(begin, count);
}
template <size_t kBytes>
Text Add(const Text& text, const char (&literal)[kBytes]) {
  return text + literal;
}
inline Text FromBytes(std::string_view bytes) { return Text(bytes); }
inline std::string_view BytesOf(const Text& text) { return text; }

class Texts {
 public:
  Texts(TextRuntime&, size_t count) : rows_(count) {}
  Text& operator[](size_t index) { return rows_[index]; }

 private:
  std::vector<Text> rows_;
};

}  // namespace bench

#endif  // HALFWORD_BENCH_TEXT_STD_H_
