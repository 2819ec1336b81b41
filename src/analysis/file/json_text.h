// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The text of a JSON string, as UTF-8. What is no valid escape stays as it is,
// and half of a surrogate pair becomes U+FFFD: a damaged text is still shown.

#ifndef HALFWORD_ANALYSIS_FILE_JSON_TEXT_H_
#define HALFWORD_ANALYSIS_FILE_JSON_TEXT_H_

#include <string>
#include <string_view>

namespace halfword::analysis {

// Of what stands between the quotes.
std::string DecodeJsonText(std::string_view raw);

// In UTF-16 code units, as DevTools counts.
size_t Utf16Length(std::string_view utf8);

// In the order of UTF-16 code units, as DevTools sorts.
bool IsLessInUtf16(std::string_view a, std::string_view b);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_JSON_TEXT_H_
