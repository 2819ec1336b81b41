// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Texts for the tests of line ends and columns, and the slow way to both: a
// reader that goes through a text from its beginning, one character at a time.
// It shares nothing with the code under test but the table of UTF-8. Only tests
// include this file.

#ifndef HALFWORD_SNAPSHOT_TEXT_TESTING_H_
#define HALFWORD_SNAPSHOT_TEXT_TESTING_H_

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "halfword/source_position.h"

namespace halfword::inline HALFWORD_ABI::internal {

// The bytes of the character at the beginning of a text that is not empty, or
// 1: by decoding it and looking at what it is.
inline size_t SlowCharacterBytes(std::string_view text) {
  const auto first = static_cast<uint8_t>(text[0]);
  const size_t bytes = first >= 0xf0   ? 4
                       : first >= 0xe0 ? 3
                       : first >= 0xc0 ? 2
                                       : 1;
  if (bytes == 1 || bytes > text.size() || first >= 0xf8) return 1;
  uint32_t code = first & (0xffu >> (bytes + 1));
  for (size_t i = 1; i < bytes; ++i) {
    const auto byte = static_cast<uint8_t>(text[i]);
    if (byte / 64 != 2) return 1;
    code = code * 64 + byte % 64;
  }
  const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < least[bytes] || code > 0x10ffff) return 1;
  return code / 0x800 == 0xd800 / 0x800 ? 1 : bytes;
}

// The place of each offset from 0 to the text's size.
inline std::vector<TextPosition> SlowPlaces(std::string_view text) {
  std::vector<TextPosition> places;
  TextPosition place;
  for (size_t i = 0; i < text.size();) {
    const size_t bytes = SlowCharacterBytes(text.substr(i));
    places.insert(places.end(), bytes, place);
    place.column += bytes == 4 ? 2 : 1;
    const char last = text[i];
    i += bytes;
    const bool splits = last == '\r' && i < text.size() && text[i] == '\n';
    if ((last == '\n' || last == '\r') && !splits) {
      place = {place.line + 1, 0};
    }
  }
  places.push_back(place);
  return places;
}

// Characters of all sizes, line ends of all kinds, invalid bytes, and whatever
// becomes of them where they meet.
inline std::string RandomText(std::mt19937& random, size_t piece_count) {
  static const std::string_view kPieces[] = {"a",
                                             "some words",
                                             "\n",
                                             "\r",
                                             "\r\n",
                                             "\n\r",
                                             "\u00e4",
                                             "\u20ac",
                                             "\ud7ff",
                                             "\U0001f600",
                                             "\U0010ffff",
                                             "\xc3",
                                             "\xa4",
                                             "\xe2\x82",
                                             "\xc0\xaf",
                                             "\xe0\x9f\xbf",
                                             "\xed\xa0\x80",
                                             "\xf0\x8f\xbf\xbf",
                                             "\xf0\x9f\x98",
                                             "\xf4\x90\x80\x80",
                                             "\xf5\x80\x80\x80",
                                             "\xff",
                                             {"\0", 1},
                                             "\x80\x80\x80\x80"};
  std::string text;
  for (size_t i = 0; i < piece_count; ++i) {
    text += kPieces[random() % std::size(kPieces)];
  }
  return text;
}

// Bytes that are mostly the ones that matter.
inline std::string RandomBytes(std::mt19937& random, size_t count) {
  static constexpr std::string_view kBytes =
      "\r\r\n\naZ\x7f\x80\x8f\x90\x9f\xa0\xbf\xc0\xc1\xc2\xdf\xe0\xe1\xec\xed"
      "\xee\xef\xf0\xf1\xf3\xf4\xf5\xff";
  std::string text(count, '\0');
  for (char& byte : text) {
    const auto number = random();
    byte = number % 4 == 0 ? static_cast<char>(number >> 8)
                           : kBytes[(number >> 8) % kBytes.size()];
  }
  return text;
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_TEXT_TESTING_H_
