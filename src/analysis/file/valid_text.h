// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Texts between three encodings:
//
//   bytes   what a file holds; mostly UTF-8
//   WTF-8   what names and texts are here: UTF-8 that may also hold halves of
//           surrogate pairs, 3 bytes each, which JavaScript's strings may have
//           and \ud83d in a file stands for; so names stay as different as they
//           are in DevTools
//   UTF-8   what others are given: JSON, tables and pages

#ifndef HALFWORD_ANALYSIS_FILE_VALID_TEXT_H_
#define HALFWORD_ANALYSIS_FILE_VALID_TEXT_H_

#include <string>
#include <string_view>

namespace halfword::analysis {

// Bytes as browsers read them: U+FFFD for each longest beginning of a character
// that does not go on, and for each byte that begins none. The text itself, if
// it is valid; otherwise *buffer, which gets what is.
std::string_view DecodeUtf8(std::string_view bytes, std::string* buffer);

// WTF-8 as UTF-8: each half of a pair becomes one U+FFFD.
void AppendValidText(std::string_view wtf8, std::string* utf8);
// The text itself or *buffer, as above.
std::string_view ValidText(std::string_view wtf8, std::string* buffer);

// Joins WTF-8. Where one half ends the text and the other one begins what is
// added, they become the character.
void AppendWtf8(std::string_view more, std::string* text);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_VALID_TEXT_H_
