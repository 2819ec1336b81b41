// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// std::string, with any map: what text_std.h, text_boost.h and text_absl.h have
// in common.

#ifndef HALFWORD_BENCH_STRINGS_TEXT_STRING_H_
#define HALFWORD_BENCH_STRINGS_TEXT_STRING_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/strings/bytes.h"

namespace bench {

inline constexpr bool kSharesKeys = false;

using Text = std::string;
using Local = Text;
using List = std::vector<Text>;
struct Ranked {
  Text text;
  uint32_t count = 0;
};
using RankedList = std::vector<Ranked>;

struct TextRuntime {
  TextRuntime() = default;
  void Collect() {}
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

inline Text LowerPart(const Text& text, size_t begin, size_t count) {
  Text lower = text.substr(begin, count);
  for (char& byte : lower) byte = LowerByte(byte);
  return lower;
}
inline Text Replace(const Text& text, std::string_view from,
                    std::string_view to) {
  return ReplaceBytes(text, from, to);
}
inline void Append(Text& text, std::string_view bytes) { text.append(bytes); }
inline Text Join(const List& list, std::string_view separator) {
  return JoinBytes<Text>(list, separator);
}

class Texts {
 public:
  Texts(TextRuntime&, size_t count) : rows_(count) {}
  Text& operator[](size_t index) { return rows_[index]; }

 private:
  std::vector<Text> rows_;
};

template <typename Table>
class StringMap {
 public:
  explicit StringMap(TextRuntime&) {}
  uint32_t& At(Text&& text) { return table_[std::move(text)]; }
  uint32_t& At(const Text& text) { return table_[text]; }
  uint32_t Find(const Text& text) const {
    const auto found = table_.find(text);
    return found == table_.end() ? 0 : found->second;
  }
  void Reserve(size_t count) { table_.reserve(count); }
  size_t size() const { return table_.size(); }
  template <typename Function>
  void ForEach(Function function) const {
    for (const auto& [key, number] : table_) function(key, number);
  }

 private:
  Table table_;
};

inline bool SharesBytes(const Text&, const Text&) { return false; }

}  // namespace bench

#endif  // HALFWORD_BENCH_STRINGS_TEXT_STRING_H_
