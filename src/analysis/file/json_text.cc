// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Escapes, and surrogates.

#include "analysis/file/json_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "analysis/file/valid_text.h"

namespace halfword::analysis {

namespace {

void AppendUtf8(uint32_t code, std::string* text) {
  const auto put = [text](uint32_t byte) { *text += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xc0 | code >> 6);
    put(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    put(0xe0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3f));
    put(0x80 | (code & 0x3f));
  } else {
    put(0xf0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3f));
    put(0x80 | (code >> 6 & 0x3f));
    put(0x80 | (code & 0x3f));
  }
}

// Of "uXXXX".
std::optional<uint32_t> UnitAt(std::string_view text) {
  if (text.size() < 5 || text[0] != 'u') return std::nullopt;
  uint32_t unit = 0;
  for (const char digit : text.substr(1, 4)) {
    uint32_t value;
    if (digit >= '0' && digit <= '9') {
      value = static_cast<uint32_t>(digit - '0');
    } else if ((digit | 0x20) >= 'a' && (digit | 0x20) <= 'f') {
      value = static_cast<uint32_t>((digit | 0x20) - 'a') + 10;
    } else {
      return std::nullopt;
    }
    unit = unit << 4 | value;
  }
  return unit;
}

constexpr bool IsHigh(uint32_t unit) { return unit >> 10 == 0x36; }
constexpr bool IsLow(uint32_t unit) { return unit >> 10 == 0x37; }

// Appends what the text behind a backslash means; returns its length.
size_t AppendEscaped(std::string_view rest, std::string* text) {
  if (const std::optional<uint32_t> unit = UnitAt(rest)) {
    if (!IsHigh(*unit)) {
      AppendUtf8(*unit, text);
      return 5;
    }
    const std::optional<uint32_t> low = rest.size() > 6 && rest[5] == '\\'
                                            ? UnitAt(rest.substr(6))
                                            : std::nullopt;
    if (!low.has_value() || !IsLow(*low)) {
      AppendUtf8(*unit, text);
      return 5;
    }
    AppendUtf8(0x10000 + ((*unit & 0x3ff) << 10 | (*low & 0x3ff)), text);
    return 11;
  }
  constexpr std::string_view kLetters = "bfnrt";
  constexpr std::string_view kMeanings = "\b\f\n\r\t";
  const size_t letter = kLetters.find(rest[0]);
  *text += letter != std::string_view::npos ? kMeanings[letter] : rest[0];
  return 1;
}

// Requires: it begins with a character.
std::u16string Units(std::string_view::const_iterator begin,
                     std::string_view::const_iterator end) {
  std::u16string units;
  while (begin != end) {
    const auto lead = static_cast<unsigned char>(*begin);
    const int more = lead < 0xc0 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    uint32_t code = more == 0 ? lead : lead & (0x3fU >> more);
    ++begin;
    for (int i = 0; i < more && begin != end; ++i) {
      code = code << 6 | (static_cast<unsigned char>(*begin++) & 0x3f);
    }
    if (code >= 0x10000) {
      code -= 0x10000;
      units += static_cast<char16_t>(0xd800 | code >> 10);
      code = 0xdc00 | (code & 0x3ff);
    }
    units += static_cast<char16_t>(code);
  }
  return units;
}

}  // namespace

std::string DecodeJsonText(std::string_view raw) {
  std::string text;
  std::string valid;
  raw = DecodeUtf8(raw, &valid);
  for (;;) {
    const size_t escape = raw.find('\\');
    text += raw.substr(0, escape);
    if (escape == std::string_view::npos || escape + 1 == raw.size()) break;
    raw.remove_prefix(escape + 1);
    raw.remove_prefix(AppendEscaped(raw, &text));
  }
  return text;
}

std::string_view DecodeJsonText(std::string_view raw, bool has_escapes,
                                std::string* buffer) {
  if (!has_escapes) return DecodeUtf8(raw, buffer);
  *buffer = DecodeJsonText(raw);
  return *buffer;
}

size_t Utf16Length(std::string_view wtf8) {
  size_t units = 0;
  for (const char byte : wtf8) {
    const auto value = static_cast<unsigned char>(byte);
    if ((value & 0xc0) != 0x80) units += value >= 0xf0 ? 2 : 1;
  }
  return units;
}

// That of bytes, but for characters of two units: these come before U+E000,
// which is less than they are. Beside half of a pair they are compared as their
// first units; where these are equal, the half goes on with what is no second.
bool IsLessInUtf16(std::string_view a, std::string_view b) {
  const auto [in_a, in_b] =
      std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (in_a == a.end() || in_b == b.end()) return a.size() < b.size();
  const auto first = static_cast<unsigned char>(*in_a);
  const auto second = static_cast<unsigned char>(*in_b);
  constexpr unsigned char kFromE000 = 0xee;  // the lead byte of U+E000
  constexpr unsigned char kPair = 0xf0;      // that of U+10000
  constexpr unsigned char kHalf = 0xed;      // that of a half, and others
  if (first == kHalf && second >= kPair) {
    return Units(in_a, a.end()) < Units(in_b, b.end());
  }
  if (second == kHalf && first >= kPair) {
    return Units(in_a, a.end()) < Units(in_b, b.end());
  }
  if (first >= kPair && second >= kFromE000 && second < kPair) return true;
  if (second >= kPair && first >= kFromE000 && first < kPair) return false;
  return first < second;
}

}  // namespace halfword::analysis
