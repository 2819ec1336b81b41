// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Most texts are ASCII, eight bytes at a time.

#include "analysis/file/valid_text.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace halfword::analysis {

namespace {

constexpr std::string_view kReplacement = "\ufffd";
constexpr size_t kHalfBytes = 3;

// Whether halves of pairs are one character that is not valid, or bytes.
enum class Halves { kWhole, kBytes };

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

// The half at a place; 0: there is none.
uint32_t HalfAt(std::string_view text, size_t place) {
  if (place + kHalfBytes > text.size() || text[place] != '\xed') return 0;
  const auto second = static_cast<unsigned char>(text[place + 1]);
  const auto third = static_cast<unsigned char>(text[place + 2]);
  if (second < 0xa0 || second > 0xbf || third >> 6 != 2) return 0;
  return 0xd000U | (second & 0x3fU) << 6 | (third & 0x3fU);
}

struct Piece {
  size_t bytes;
  bool is_valid;
};

// The first character, or what is to be replaced by one.
Piece FirstPiece(std::string_view text, Halves halves) {
  const auto byte = [&text](size_t i) {
    return static_cast<unsigned char>(text[i]);
  };
  const uint32_t lead = byte(0);
  if (lead < 0x80) return {1, true};
  if (lead < 0xc2 || lead > 0xf4) return {1, false};
  if (halves == Halves::kWhole && HalfAt(text, 0) != 0) {
    return {kHalfBytes, false};
  }
  const size_t length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  // Of the second byte: no longer form than needed, no half, none above
  // U+10FFFF.
  uint32_t least = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  uint32_t most = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  for (size_t i = 1; i < length; ++i) {
    if (i == text.size() || byte(i) < least || byte(i) > most) {
      return {i, false};
    }
    least = 0x80;
    most = 0xbf;
  }
  return {length, true};
}

// The bytes in front of the first piece that is not valid.
size_t CountValid(std::string_view text, Halves halves) {
  size_t count = 0;
  for (;;) {
    count += CountAscii(text.substr(count));
    if (count == text.size()) return count;
    const Piece piece = FirstPiece(text.substr(count), halves);
    if (!piece.is_valid) return count;
    count += piece.bytes;
  }
}

void AppendValid(std::string_view text, Halves halves, std::string* valid) {
  for (;;) {
    const size_t count = CountValid(text, halves);
    *valid += text.substr(0, count);
    if (count == text.size()) return;
    *valid += kReplacement;
    text.remove_prefix(count);
    text.remove_prefix(FirstPiece(text, halves).bytes);
  }
}

std::string_view Validate(std::string_view text, Halves halves,
                          std::string* buffer) {
  if (CountValid(text, halves) == text.size()) return text;
  buffer->clear();
  AppendValid(text, halves, buffer);
  return *buffer;
}

}  // namespace

std::string_view DecodeUtf8(std::string_view bytes, std::string* buffer) {
  return Validate(bytes, Halves::kBytes, buffer);
}

void AppendValidText(std::string_view wtf8, std::string* utf8) {
  AppendValid(wtf8, Halves::kWhole, utf8);
}

std::string_view ValidText(std::string_view wtf8, std::string* buffer) {
  return Validate(wtf8, Halves::kWhole, buffer);
}

void AppendWtf8(std::string_view more, std::string* text) {
  const uint32_t low = HalfAt(more, 0);
  const uint32_t high =
      text->size() < kHalfBytes ? 0 : HalfAt(*text, text->size() - kHalfBytes);
  if (low >> 10 == 0x37 && high >> 10 == 0x36) {
    const uint32_t code = 0x10000 + ((high & 0x3ff) << 10 | (low & 0x3ff));
    text->resize(text->size() - kHalfBytes);
    for (const uint32_t byte :
         {0xf0 | code >> 18, 0x80 | (code >> 12 & 0x3f),
          0x80 | (code >> 6 & 0x3f), 0x80 | (code & 0x3f)}) {
      *text += static_cast<char>(byte);
    }
    more.remove_prefix(kHalfBytes);
  }
  *text += more;
}

}  // namespace halfword::analysis
