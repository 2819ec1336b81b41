// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Eight digits at a time, in one word (Lemire, "Quickly parsing eight digits",
// 2018).

#include "analysis/file/number_scan.h"

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

void ScanByWords(NumberScan* scan) {
  const char* at = scan->at;
  const char* const end = scan->end;
  const char* const stop = scan->is_last ? end : end - scan->kBlockBytes + 1;
  size_t count = scan->count;
  while (at < stop && count < scan->count_max) {
    const uint64_t digits = WordAt(at) ^ kZeros;
    const int length = CountDigits(digits);
    if (length == 0) {
      if (*at++ != ']') continue;
      scan->has_ended = true;
      break;
    }
    if (length < 8) {
      scan->numbers[count++] = ValueOf(digits << (64 - 8 * length));
      at += length;
    } else {
      uint32_t value = ValueOf(digits);
      const char* next = at + 8;
      for (; next < end && IsDigit(*next); ++next) {
        value = value * 10 + static_cast<uint32_t>(*next - '0');
      }
      if (next == end && !scan->is_last) break;
      scan->numbers[count++] = value;
      at = next;
    }
    // What follows is a comma nearly always.
    if (at < stop && *at == ',') ++at;
  }
  scan->at = at;
  scan->count = count;
}

ScanNumbers FindScan() {
  const ScanNumbers vector_scan = FindVectorScan();
  return vector_scan != nullptr ? vector_scan : ScanByWords;
}

}  // namespace halfword::analysis
