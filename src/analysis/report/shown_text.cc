// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One character of UTF-8 at a time.

#include "analysis/report/shown_text.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>

#include "analysis/file/valid_text.h"

namespace halfword::analysis {

namespace {

constexpr std::string_view kCutMark = "\u2026";
constexpr std::string_view kReplacement = "\ufffd";

struct Character {
  uint32_t code;
  size_t bytes;  // 0: no UTF-8
};

Character DecodeFirst(std::string_view text) {
  const auto byte_at = [text](size_t i) {
    return static_cast<uint32_t>(static_cast<unsigned char>(text[i]));
  };
  const uint32_t first = byte_at(0);
  if (first < 0x80) return {first, 1};
  const size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < bytes) return {0, 0};
  uint32_t code = first & (0xffU >> (bytes + 1));
  for (size_t i = 1; i < bytes; ++i) {
    if ((byte_at(i) & 0xc0) != 0x80) return {0, 0};
    code = code << 6 | (byte_at(i) & 0x3f);
  }
  constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xd800 && code < 0xe000;
  if (code < kLeast[bytes] || code > 0x10ffff || is_surrogate) return {0, 0};
  return {code, bytes};
}

struct Range {
  uint32_t first;
  uint32_t last;
};

// Controls, soft hyphen, marks of direction and joining, separators of lines,
// invisible operators, variation selectors, private use, tags.
constexpr Range kShapeless[] = {
    {0x00, 0x1f},        {0x7f, 0x9f},     {0xad, 0xad},     {0x61c, 0x61c},
    {0x180b, 0x180f},    {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},
    {0xe000, 0xf8ff},    {0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xfff0, 0xfffb},
    {0xe0000, 0x10ffff},
};

bool IsShapeless(uint32_t code) {
  for (const Range& range : kShapeless) {
    if (code >= range.first && code <= range.last) return true;
  }
  return false;
}

std::string Escape(uint32_t code) {
  switch (code) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return code > 0xffff ? fmt::format("\\u{{{:x}}}", code)
                           : fmt::format("\\u{:04x}", code);
  }
}

// What ScriptJson() makes of it.
size_t BytesInScript(std::string_view shown) {
  size_t bytes = shown.size();
  for (const char byte : shown) {
    if (byte == '<') bytes += std::string_view("\\u003c").size() - 1;
    if (byte == '"' || byte == '\\') ++bytes;
  }
  return bytes;
}

}  // namespace

bool IsShapeless(std::string_view character) {
  const Character first = DecodeFirst(character);
  return first.bytes == 0 || IsShapeless(first.code);
}

std::string ShownText(std::string_view text, size_t bytes_max) {
  std::string valid;
  text = ValidText(text, &valid);
  std::string shown;
  size_t bytes = 0;
  size_t end = 0;  // of what fits in front of the mark
  while (!text.empty()) {
    const Character character = DecodeFirst(text);
    const size_t taken = character.bytes == 0 ? 1 : character.bytes;
    const std::string piece = character.bytes == 0 ? std::string(kReplacement)
                              : IsShapeless(character.code)
                                  ? Escape(character.code)
                                  : std::string(text.substr(0, taken));
    bytes += BytesInScript(piece);
    if (bytes > bytes_max) return shown.substr(0, end).append(kCutMark);
    shown += piece;
    if (bytes + kCutMark.size() <= bytes_max) end = shown.size();
    text.remove_prefix(taken);
  }
  return shown;
}

std::string HtmlText(std::string_view text) {
  std::string html;
  for (const char byte : text) {
    switch (byte) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      case '\'':
        html += "&#39;";
        break;
      default:
        html += byte;
    }
  }
  return html;
}

std::string ScriptJson(std::string_view json) {
  std::string script;
  for (const char byte : json) {
    if (byte == '<') {
      script += "\\u003c";
    } else {
      script += byte;
    }
  }
  return script;
}

}  // namespace halfword::analysis
