// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Most text is ASCII, which is looked at eight bytes at a time.

#include "analysis/export/valid_text.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace halfword::analysis {

namespace {

constexpr std::string_view kReplacement = "\ufffd";

// How many bytes of the text's beginning are ASCII.
size_t CountAscii(std::string_view text) {
  size_t count = 0;
  for (; count + sizeof(uint64_t) <= text.size(); count += sizeof(uint64_t)) {
    uint64_t word;
    std::memcpy(&word, text.data() + count, sizeof(word));
    if ((word & 0x8080'8080'8080'8080) != 0) break;
  }
  while (count < text.size() && static_cast<signed char>(text[count]) >= 0) {
    ++count;
  }
  return count;
}

// Of the character that the text begins with; 0: it begins with none.
size_t CharacterBytes(std::string_view text) {
  const auto byte = [&text](size_t i) -> uint32_t {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  const auto follows = [&byte](size_t i) { return (byte(i) & 0xc0) == 0x80; };
  const uint32_t lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4 || !follows(1)) return 0;
  if (lead < 0xe0) return 2;
  if (!follows(2)) return 0;
  const uint32_t code = lead << 8 | byte(1);
  if (lead < 0xf0) {
    const bool is_short = code < 0xe0a0;
    const bool is_surrogate = code >= 0xeda0 && lead == 0xed;
    return is_short || is_surrogate ? 0 : 3;
  }
  const bool is_in_range = code >= 0xf090 && code < 0xf490;
  return is_in_range && follows(3) ? 4 : 0;
}

// How many bytes of the text's beginning are valid.
size_t CountValid(std::string_view text) {
  size_t count = 0;
  for (;;) {
    count += CountAscii(text.substr(count));
    if (count == text.size()) return count;
    const size_t bytes = CharacterBytes(text.substr(count));
    if (bytes == 0) return count;
    count += bytes;
  }
}

}  // namespace

void AppendValidText(std::string_view text, std::string* valid) {
  for (;;) {
    const size_t count = CountValid(text);
    *valid += text.substr(0, count);
    if (count == text.size()) return;
    *valid += kReplacement;
    text.remove_prefix(count + 1);
  }
}

std::string_view ValidText(std::string_view text, std::string* buffer) {
  if (CountValid(text) == text.size()) return text;
  buffer->clear();
  AppendValidText(text, buffer);
  return *buffer;
}

}  // namespace halfword::analysis
