// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The string "mutable": MutableString in managed arrays, ScopedMutableString
// where strings are temporary.

#ifndef HALFWORD_BENCH_STRINGS_TEXT_MUTABLE_H_
#define HALFWORD_BENCH_STRINGS_TEXT_MUTABLE_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bench/strings/bytes.h"
#include "bench/strings/text_managed.h"
#include "halfword/halfword.h"

namespace bench {

inline constexpr bool kOnlyMaps = false;
inline constexpr bool kSharesKeys = true;

using Text = halfword::MutableString;
using Local = halfword::ScopedMutableString;
using Texts = ManagedTexts<Text>;
using List = halfword::HeapVector<Text>;
using Ranked = ManagedRanked<Text>;
using RankedList = halfword::HeapVector<Ranked>;

inline Local Repeat(char byte, size_t count) { return Local(count, byte); }
template <typename String>
String Part(const String& string, size_t begin, size_t count) {
  return string.substr(begin, count);
}
template <size_t kBytes>
Local Add(const Local& local, const char (&literal)[kBytes]) {
  return local + std::string_view(literal, kBytes - 1);
}
inline Text FromBytes(std::string_view bytes) { return Text(bytes); }
template <typename String>
std::string_view BytesOf(const String& string) {
  return string;
}

inline Text LowerPart(const Text& text, size_t begin, size_t count) {
  Text lower = text.substr(begin, count);
  for (char& byte : lower.writable()) byte = LowerByte(byte);
  return lower;
}
inline Text Replace(const Text& text, std::string_view from,
                    std::string_view to) {
  Text changed = text;
  for (size_t found = changed.find(from); found != Text::npos;
       found = changed.find(from, found + to.size())) {
    changed.replace(found, from.size(), to);
  }
  return changed;
}
inline void Append(Text& text, std::string_view bytes) { text.append(bytes); }
inline Text Join(const List& list, std::string_view separator) {
  return JoinBytes<Text>(list, separator);
}

// Looks keys up by their bytes; only a new one becomes a String.
class Map : public ManagedMap {
 public:
  using ManagedMap::ManagedMap;
  uint32_t& At(const Text& text) { return ManagedMap::At(text.view()); }
  uint32_t Find(const Text& text) const {
    return ManagedMap::Find(text.view());
  }
};

inline bool SharesBytes(const Text& text, const halfword::String& key) {
  return text.IsInline() || text.data() == key.data();
}

}  // namespace bench

#endif  // HALFWORD_BENCH_STRINGS_TEXT_MUTABLE_H_
