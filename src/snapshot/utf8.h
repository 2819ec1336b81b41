// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// UTF-8, as far as a snapshot has to understand it: strings of the heap are
// bytes, those of JSON are characters.

#ifndef HALFWORD_SNAPSHOT_UTF8_H_
#define HALFWORD_SNAPSHOT_UTF8_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct Utf8Character {
  uint32_t code;   // U+FFFD where the bytes are none
  uint32_t bytes;  // at least 1
};

// The character at the beginning: shortest forms alone, no surrogates, none
// beyond U+10FFFF (RFC 3629). Requires: not empty.
inline Utf8Character FirstCharacter(std::string_view text) {
  constexpr Utf8Character kBad = {0xfffd, 1};
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint32_t first = byte(0);
  if (first < 0x80) return {first, 1};
  const uint32_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return kBad;
  uint32_t code = first & (0xff >> (length + 1));
  for (uint32_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return kBad;
    code = code << 6 | (byte(i) & 0x3f);
  }
  const bool is_surrogate = code >= 0xd800 && code < 0xe000;
  const bool is_longer_than_needed =
      (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  if (is_surrogate || is_longer_than_needed || code > 0x10ffff) return kBad;
  return {code, length};
}

// At most so many bytes of the text, cut in front of a character.
inline std::string_view CutUtf8(std::string_view text, size_t bytes_max) {
  if (text.size() <= bytes_max) return text;
  // A character has at most four bytes; what has more is none.
  for (size_t back = 0; back < 4 && back <= bytes_max; ++back) {
    const size_t end = bytes_max - back;
    if ((static_cast<uint8_t>(text[end]) & 0xc0) != 0x80) {
      return text.substr(0, end);
    }
  }
  return text.substr(0, bytes_max);
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_UTF8_H_
