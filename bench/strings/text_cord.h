// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The string "cord": absl::Cord, 16 bytes, which shares what does not fit, in
// the map that comes with it.

#ifndef HALFWORD_BENCH_STRINGS_TEXT_CORD_H_
#define HALFWORD_BENCH_STRINGS_TEXT_CORD_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/cord.h"
#include "bench/strings/bytes.h"

namespace bench {

inline constexpr bool kOnlyMaps = false;
inline constexpr bool kSharesKeys = false;

using Text = absl::Cord;
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

// Abseil may be built with a string_view of its own. Its constructor of a
// std::string is a template whose name compilers do not agree about.
inline absl::string_view ToAbsl(std::string_view bytes) {
  return absl::string_view(bytes.data(), bytes.size());
}

inline Text Part(const Text& text, size_t begin, size_t count) {
  return text.Subcord(begin, count);
}
template <size_t kBytes>
Text Add(const Text& text, const char (&literal)[kBytes]) {
  Text sum = text;
  sum.Append(literal);
  return sum;
}
inline Text FromBytes(std::string_view bytes) { return Text(ToAbsl(bytes)); }
inline Text Repeat(char byte, size_t count) {
  return FromBytes(std::string(count, byte));
}
inline std::string_view BytesOf(const Text& text) {
  const absl::string_view bytes = const_cast<Text&>(text).Flatten();
  return {bytes.data(), bytes.size()};
}

inline Text LowerPart(const Text& text, size_t begin, size_t count) {
  std::string lower(BytesOf(text).substr(begin, count));
  for (char& byte : lower) byte = LowerByte(byte);
  return FromBytes(lower);
}
inline Text Replace(const Text& text, std::string_view from,
                    std::string_view to) {
  return FromBytes(ReplaceBytes(BytesOf(text), from, to));
}
inline void Append(Text& text, std::string_view bytes) {
  text.Append(ToAbsl(bytes));
}
inline Text Join(const List& list, std::string_view separator) {
  Text joined;
  for (const Text& text : list) {
    if (!joined.empty()) joined.Append(ToAbsl(separator));
    joined.Append(text);
  }
  return joined;
}

class Texts {
 public:
  Texts(TextRuntime&, size_t count) : rows_(count) {}
  Text& operator[](size_t index) { return rows_[index]; }

 private:
  std::vector<Text> rows_;
};

class Map {
 public:
  explicit Map(TextRuntime&) {}
  uint32_t& At(Text&& text) { return table_[std::move(text)]; }
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
  absl::flat_hash_map<Text, uint32_t> table_;
};

inline bool SharesBytes(const Text&, const Text&) { return false; }

}  // namespace bench

#endif  // HALFWORD_BENCH_STRINGS_TEXT_CORD_H_
