// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Eight digits at a time.

#include "analysis/file/number_reader.h"

#include <bit>
#include <cstring>

namespace halfword::analysis {

namespace {

constexpr uint64_t kZeros = 0x3030303030303030;
constexpr uint64_t kTopBits = 0x8080808080808080;

uint64_t WordAt(const char* at) {
  uint64_t word;
  std::memcpy(&word, at, sizeof(word));
  return word;
}

bool IsDigit(char byte) { return static_cast<unsigned char>(byte - '0') < 10; }

// How many of the eight bytes, from the first on, are digits. `digits` are the
// bytes less '0', which have no top bit and stay below 10 where they were.
int CountDigits(uint64_t digits) {
  const uint64_t others = (digits | (digits + 0x7676767676767676)) & kTopBits;
  return others == 0 ? 8 : std::countr_zero(others) / 8;
}

// Of digits that fill the word; the first is the highest.
uint32_t ValueOf(uint64_t digits) {
  digits = (digits * 10 + (digits >> 8)) & 0x00ff00ff00ff00ff;
  digits = (digits * 100 + (digits >> 16)) & 0x0000ffff0000ffff;
  return static_cast<uint32_t>(digits * 10000 + (digits >> 32));
}

}  // namespace

size_t NumberReader::Read(uint32_t* numbers, size_t count_max) {
  size_t count = 0;
  while (count < count_max && !has_ended_) {
    // A number that the buffer's end may cut is read when more is there.
    constexpr ptrdiff_t kNumberBytesMax = 32;
    if (bytes_.end() - bytes_.at() < kNumberBytesMax) bytes_.Fill();
    const char* at = bytes_.at();
    const char* const end = bytes_.end();
    if (at == end) break;
    const bool is_last = end - at < kNumberBytesMax;
    const char* const stop = is_last ? end : end - kNumberBytesMax + 1;
    while (at < stop && count < count_max) {
      const uint64_t digits = WordAt(at) ^ kZeros;
      const int length = CountDigits(digits);
      if (length == 0) {
        if (*at == ']') {
          has_ended_ = true;
          ++at;
          break;
        }
        ++at;
        continue;
      }
      uint32_t value = 0;
      if (length < 8) {
        value = ValueOf(digits << (64 - 8 * length));
        at += length;
      } else {
        value = ValueOf(digits);
        at += 8;
        for (; at < end && IsDigit(*at); ++at) {
          value = value * 10 + static_cast<uint32_t>(*at - '0');
        }
        if (at == end && !is_last) {
          // Longer than any number should be, up to the end of what is there.
          bytes_.set_at(at);
          while (IsDigit(static_cast<char>(bytes_.Peek()))) {
            value = value * 10 + static_cast<uint32_t>(bytes_.Next() - '0');
          }
          numbers[count++] = value;
          at = nullptr;
          break;
        }
      }
      numbers[count++] = value;
      // What follows is a comma nearly always.
      if (at < stop && *at == ',') ++at;
    }
    if (at != nullptr) bytes_.set_at(at);
  }
  return count;
}

}  // namespace halfword::analysis
