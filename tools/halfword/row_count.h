// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What --top may be, in words that people understand.

#ifndef TOOLS_HALFWORD_ROW_COUNT_H_
#define TOOLS_HALFWORD_ROW_COUNT_H_

#include <charconv>
#include <cstddef>
#include <string>

namespace halfword::tools {

// A check for CLI11: the line that says what is wrong; "": nothing.
inline std::string ExpectRowCount(const std::string& text) {
  size_t count = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, count);
  if (error == std::errc() && stop == end && count != 0) return "";
  return "'" + text + "': expected a whole number above 0";
}

}  // namespace halfword::tools

#endif  // TOOLS_HALFWORD_ROW_COUNT_H_
