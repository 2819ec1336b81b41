// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The string "halfword": String, which cannot be changed and takes 4 bytes.

#ifndef HALFWORD_BENCH_STRINGS_TEXT_HALFWORD_H_
#define HALFWORD_BENCH_STRINGS_TEXT_HALFWORD_H_

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "bench/strings/bytes.h"
#include "bench/strings/text_managed.h"
#include "halfword/halfword.h"

namespace bench {

inline constexpr bool kOnlyMaps = false;
inline constexpr bool kSharesKeys = true;

using Text = halfword::String;
using Local = Text;
using Texts = ManagedTexts<Text>;
using List = halfword::HeapVector<Text>;
using Ranked = ManagedRanked<Text>;
using RankedList = halfword::HeapVector<Ranked>;
using Map = ManagedMap;

inline Text Repeat(char byte, size_t count) { return Text(count, byte); }
inline Text Part(const Text& text, size_t begin, size_t count) {
  return text.substr(begin, count);
}
template <size_t kBytes>
Text Add(const Text& text, const char (&literal)[kBytes]) {
  return text + std::string_view(literal, kBytes - 1);
}
inline Text FromBytes(std::string_view bytes) { return Text(bytes); }
inline std::string_view BytesOf(const Text& text) { return text; }

inline Text LowerPart(const Text& text, size_t begin, size_t count) {
  const char* const bytes = text.data() + begin;
  return Text::Make(count, [bytes, count](char* target) {
    std::transform(bytes, bytes + count, target, LowerByte);
  });
}
inline Text Replace(const Text& text, std::string_view from,
                    std::string_view to) {
  return Text(ReplaceBytes(text, from, to));
}
inline void Append(Text& text, std::string_view bytes) { text += bytes; }
inline Text Join(const List& list, std::string_view separator) {
  return Text::Join(list, separator);
}

inline bool SharesBytes(const Text& text, const Text& key) {
  return text.GetRawStorage() == key.GetRawStorage();
}

}  // namespace bench

#endif  // HALFWORD_BENCH_STRINGS_TEXT_HALFWORD_H_
