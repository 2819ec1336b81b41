// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Text that every reader of a table takes: snapshots may hold any bytes, and
// Parquet, Arrow and most readers of CSV refuse what is no UTF-8.

#ifndef HALFWORD_ANALYSIS_EXPORT_VALID_TEXT_H_
#define HALFWORD_ANALYSIS_EXPORT_VALID_TEXT_H_

#include <string>
#include <string_view>

namespace halfword::analysis {

// Appends the text as UTF-8: each byte that begins no character (of the
// shortest form, and no surrogate) becomes U+FFFD.
void AppendValidText(std::string_view text, std::string* valid);

// The text itself, if it is valid; otherwise *buffer, which gets what is.
std::string_view ValidText(std::string_view text, std::string* buffer);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_EXPORT_VALID_TEXT_H_
