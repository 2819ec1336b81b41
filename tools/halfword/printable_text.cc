// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Character by character, by the report's list of what has no shape.

#include "tools/halfword/printable_text.h"

#include "analysis/file/valid_text.h"
#include "analysis/report/shown_text.h"

namespace halfword::tools {

std::string PrintableText(std::string_view text, size_t chars_max) {
  // Of a long text no more than what may be shown is looked at.
  constexpr size_t kBytesAChar = 4;
  if (text.size() / kBytesAChar > chars_max) {
    text = text.substr(0, (chars_max + 1) * kBytesAChar);
  }
  std::string buffer;
  text = analysis::ValidText(text, &buffer);
  std::string result;
  size_t chars = 0;
  while (!text.empty()) {
    if (chars++ == chars_max) return result + "...";
    size_t bytes = 1;
    while (bytes < text.size() && IsInsideOfChar(text[bytes])) ++bytes;
    const std::string_view character = text.substr(0, bytes);
    if (analysis::IsShapeless(character)) {
      result += '?';
    } else {
      result += character;
    }
    text.remove_prefix(bytes);
  }
  return result;
}

}  // namespace halfword::tools
