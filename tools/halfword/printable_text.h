// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Names of a heap as they may be shown on a terminal: what they contain must
// not move a cursor.

#ifndef TOOLS_HALFWORD_PRINTABLE_TEXT_H_
#define TOOLS_HALFWORD_PRINTABLE_TEXT_H_

#include <string>
#include <string_view>

namespace halfword::tools {

// Whether a byte of UTF-8 is not the first of its character.
constexpr bool IsInsideOfChar(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

// With '?' for control characters, and cut behind 60 characters, with three
// dots.
std::string PrintableText(std::string_view text);

}  // namespace halfword::tools

#endif  // TOOLS_HALFWORD_PRINTABLE_TEXT_H_
