// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The text of a JSON string, as WTF-8 (analysis/file/valid_text.h). What is no
// valid escape stays as it is, and bytes that are no UTF-8 become U+FFFD: a
// damaged text is still shown.

#ifndef HALFWORD_ANALYSIS_FILE_JSON_TEXT_H_
#define HALFWORD_ANALYSIS_FILE_JSON_TEXT_H_

#include <string>
#include <string_view>

namespace halfword::analysis {

// Of what stands between the quotes.
std::string DecodeJsonText(std::string_view raw);
// The same without a copy where that can be: the text itself or *buffer.
std::string_view DecodeJsonText(std::string_view raw, bool has_escapes,
                                std::string* buffer);

// In UTF-16 code units, as DevTools counts.
size_t Utf16Length(std::string_view wtf8);

// In the order of UTF-16 code units, as DevTools sorts.
bool IsLessInUtf16(std::string_view a, std::string_view b);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_JSON_TEXT_H_
