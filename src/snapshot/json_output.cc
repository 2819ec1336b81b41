// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Escaping, and the way to the sink.

#include "snapshot/json_output.h"

#include <algorithm>
#include <cstring>

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
bool IsPlain(char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; }

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

void JsonOutput::PutEscaped(std::string_view text) {
  while (!text.empty()) {
    char* at = Room(kRoomMax);
    char* const stop = at + kRoomMax - kEscapeBytesMax;
    size_t taken = 0;
    while (taken < text.size() && at < stop) {
      if (IsPlain(text[taken])) {
        *at++ = text[taken++];
      } else {
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
