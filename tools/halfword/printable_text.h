// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Names of a heap as they may be shown on a terminal: what they contain must
// not move a cursor, nor turn a line around.

#ifndef TOOLS_HALFWORD_PRINTABLE_TEXT_H_
#define TOOLS_HALFWORD_PRINTABLE_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace halfword::tools {

// Whether a byte of UTF-8 is not the first of its character.
constexpr bool IsInsideOfChar(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

inline constexpr size_t kPrintableCharsMax = 60;

// With '?' for each character that has no shape of its own, or that moves
// others: controls, line ends, marks of direction such as U+202E; and cut
// behind so many characters, with three dots.
std::string PrintableText(std::string_view text,
                          size_t chars_max = kPrintableCharsMax);

}  // namespace halfword::tools

#endif  // TOOLS_HALFWORD_PRINTABLE_TEXT_H_
