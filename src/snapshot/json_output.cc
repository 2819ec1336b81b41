// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Escaping, and the way to the sink.

#include "snapshot/json_output.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "snapshot/bytes16.h"
#include "snapshot/digits.h"
#include "snapshot/utf8.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

constexpr char kHexDigits[] = "0123456789abcdef";
// "\ud83d\ude00"
constexpr size_t kEscapeBytesMax = 12;

char* PutUnit(char* at, uint32_t unit) {
  *at++ = '\\';
  *at++ = 'u';
  for (int shift = 12; shift >= 0; shift -= 4) {
    *at++ = kHexDigits[unit >> shift & 15];
  }
  return at;
}

// What stands for itself.
bool IsPlain(char c) {
  return static_cast<uint8_t>(c) - 0x20u < 0x60u && c != '"' && c != '\\';
}

// Whether all eight bytes stand for themselves.
bool IsPlainWord(uint64_t word) {
  constexpr uint64_t kOnes = 0x0101010101010101;
  constexpr uint64_t kTops = kOnes * 0x80;
  // The top bit of a byte that is zero, and of none if no byte is.
  const auto zeros = [](uint64_t bytes) { return (bytes - kOnes) & ~bytes; };
  const uint64_t low = (word - kOnes * 0x20) & ~word;
  const uint64_t special =
      word | low | zeros(word ^ kOnes * '"') | zeros(word ^ kOnes * '\\');
  return (special & kTops) == 0;
}

// Of a short text, or what is left of a long one, as many words of eight bytes
// as stand for themselves, and if all do the rest, too, whose word begins in
// the one before. Returns how far that went, beginning at `at`.
size_t CopyPlainWords(std::string_view text, size_t at, char* to) {
  uint64_t word;
  for (; at + sizeof(word) <= text.size(); at += sizeof(word)) {
    std::memcpy(&word, text.data() + at, sizeof(word));
    if (!IsPlainWord(word)) return at;
    std::memcpy(to + at, &word, sizeof(word));
  }
  if (at == text.size() || text.size() < sizeof(word)) return at;
  const size_t last = text.size() - sizeof(word);
  std::memcpy(&word, text.data() + last, sizeof(word));
  if (!IsPlainWord(word)) return at;
  std::memcpy(to + last, &word, sizeof(word));
  return text.size();
}

// Copies what stands for itself, up to the first byte that does not, or
// bytes_max bytes. Returns how many.
size_t CopyPlain(std::string_view text, size_t bytes_max, char* to) {
  const size_t end = std::min(text.size(), bytes_max);
  size_t at = 0;
#if HALFWORD_HAS_BYTES16
  for (; at + 16 <= end; at += 16) {
    const Bytes16 bytes = Bytes16::Load(text.data() + at);
    // Of signed bytes; what is no ASCII is below, too.
    const Bytes16 special =
        bytes.IsBelow(0x20) | bytes.Is('"') | bytes.Is('\\');
    std::memcpy(to + at, text.data() + at, 16);
    const uint32_t found = special.HighBits();
    if (found != 0) return at + static_cast<size_t>(std::countr_zero(found));
  }
#endif
  at = CopyPlainWords(text.substr(0, end), at, to);
  while (at < end && IsPlain(text[at])) {
    to[at] = text[at];
    ++at;
  }
  return at;
}

char* PutCharacter(char* at, uint32_t code) {
  switch (code) {
    case '"':
    case '\\':
      *at++ = '\\';
      *at++ = static_cast<char>(code);
      return at;
    case '\n':
      *at++ = '\\';
      *at++ = 'n';
      return at;
    case '\t':
      *at++ = '\\';
      *at++ = 't';
      return at;
    default:
      break;
  }
  if (code < 0x10000) return PutUnit(at, code);
  const uint32_t rest = code - 0x10000;
  at = PutUnit(at, 0xd800 | rest >> 10);
  return PutUnit(at, 0xdc00 | (rest & 0x3ff));
}

}  // namespace

JsonOutput::JsonOutput(SnapshotSink& sink)
    : sink_(sink),
      buffer_(std::make_unique<char[]>(kBufferBytes)),
      at_(buffer_.get()),
      end_(buffer_.get() + kBufferBytes) {}

void JsonOutput::Put(std::string_view text) {
  while (!text.empty()) {
    const size_t bytes = std::min(text.size(), kRoomMax);
    char* const at = Room(bytes);
    std::memcpy(at, text.data(), bytes);
    Filled(at + bytes);
    text.remove_prefix(bytes);
  }
}

void JsonOutput::PutNumber(uint64_t number) {
  Filled(PutDigits(Room(kDigitsMax + 8), number));
}

void JsonOutput::PutString(std::string_view text) {
  Put("\"");
  PutEscaped(text);
  Put("\"");
}

bool JsonOutput::PutPlainElement(std::string_view text) {
  constexpr size_t kBytesMax = 128;
  constexpr std::string_view kBegin = ",\n\"";
  if (text.size() > kBytesMax) return false;
  char* const at = Room(kBegin.size() + kBytesMax + 1);
  std::memcpy(at, kBegin.data(), kBegin.size());
  char* const copy = at + kBegin.size();
  if (CopyPlain(text, kBytesMax, copy) != text.size()) return false;
  copy[text.size()] = '"';
  Filled(copy + text.size() + 1);
  return true;
}

void JsonOutput::PutEscaped(std::string_view text) {
  while (!text.empty()) {
    char* at = Room(kRoomMax);
    char* const stop = at + kRoomMax - kEscapeBytesMax;
    size_t taken = 0;
    while (taken < text.size() && at < stop) {
      const size_t plain =
          CopyPlain(text.substr(taken), static_cast<size_t>(stop - at), at);
      at += plain;
      taken += plain;
      if (taken < text.size() && at < stop) {
        const Utf8Character character = FirstCharacter(text.substr(taken));
        at = PutCharacter(at, character.code);
        taken += character.bytes;
      }
    }
    Filled(at);
    text.remove_prefix(taken);
  }
}

void JsonOutput::Flush() {
  const auto bytes = static_cast<size_t>(at_ - buffer_.get());
  at_ = buffer_.get();
  if (has_failed_ || bytes == 0) return;
  flushed_bytes_ += bytes;
  has_failed_ = !sink_.Write(buffer_.get(), bytes);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
