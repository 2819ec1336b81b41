// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What there is to count in a source text: line ends, and the surplus, by which
// it has more bytes than UTF-16 code units. A character of 2 bytes is one unit,
// one of 3 bytes is one, one of 4 bytes is two; every byte outside of a
// character is one. So
//
//   units = bytes - surplus
//
// and neither number depends on where in the text a count begins, if each line
// end and each character belongs to one byte: a line end to its last one (of
// "\r\n" the "\n"), a character to its first one.
//
// All functions read nothing outside of the text, and look at up to three bytes
// behind the range they count in.
//
// Next: line_index.h keeps the results.

#ifndef HALFWORD_SNAPSHOT_LINE_ENDS_H_
#define HALFWORD_SNAPSHOT_LINE_ENDS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

// The line ends whose last byte is in [begin, end).
// Requires: begin <= end <= text.size(), here and below.
uint32_t CountLineEnds(std::string_view text, size_t begin, size_t end);

// Writes where the line begins that follows each of these line ends, and
// returns the place behind the last one written.
uint32_t* ListLineStarts(std::string_view text, size_t begin, size_t end,
                         uint32_t* starts);

// The surplus of the characters whose first byte is in [begin, end).
uint32_t CountSurplus(std::string_view text, size_t begin, size_t end);

// The first byte of the character that the byte at `offset` belongs to:
// `offset` itself for the end of the text and for a byte outside of characters.
// Requires: offset <= text.size().
size_t CharacterBegin(std::string_view text, size_t offset);

// The same byte by byte: what machines without Bytes16 run, and what tests
// compare with.
uint32_t CountLineEndsPortably(std::string_view text, size_t begin, size_t end);
uint32_t* ListLineStartsPortably(std::string_view text, size_t begin,
                                 size_t end, uint32_t* starts);
uint32_t CountSurplusPortably(std::string_view text, size_t begin, size_t end);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_LINE_ENDS_H_
