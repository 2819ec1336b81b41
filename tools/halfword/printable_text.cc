// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Bytes below the space, and DEL; those of C1 are two bytes in UTF-8.

#include "tools/halfword/printable_text.h"

#include <cstddef>

namespace halfword::tools {

namespace {

constexpr size_t kCharsMax = 60;

bool IsControl(std::string_view text, size_t place) {
  const auto value = static_cast<unsigned char>(text[place]);
  if (value < 0x20 || value == 0x7f) return true;
  // U+0080 to U+009f.
  return value == 0xc2 && place + 1 < text.size() &&
         static_cast<unsigned char>(text[place + 1]) < 0xa0;
}

}  // namespace

std::string PrintableText(std::string_view text) {
  std::string result;
  size_t chars = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!IsInsideOfChar(text[i]) && chars++ == kCharsMax) {
      return result + "...";
    }
    if (IsControl(text, i)) {
      result += '?';
      if (static_cast<unsigned char>(text[i]) == 0xc2) ++i;
    } else {
      result += text[i];
    }
  }
  return result;
}

}  // namespace halfword::tools
