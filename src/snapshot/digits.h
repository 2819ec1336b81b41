// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Decimal numbers: a snapshot is little else, some twenty of them an object.

#ifndef HALFWORD_SNAPSHOT_DIGITS_H_
#define HALFWORD_SNAPSHOT_DIGITS_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "halfword/internal/build_config.h"
#include "halfword/internal/compiler.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Of a number of 64 bits.
inline constexpr size_t kDigitsMax = 20;

// The eight digits of a number below 10^8, the first in the lowest byte. Pairs,
// then single digits, are divided off in all lanes of a word at once (Khuong,
// "How to print integers really fast", 2017).
HALFWORD_ALWAYS_INLINE uint64_t EightDigits(uint32_t number) {
  const uint64_t halves = number / 10000 | uint64_t{number % 10000} << 32;
  // floor(x / 100) of a lane below 10,000, and floor(x / 10) of one below 100.
  const uint64_t hundreds = (halves * 10486 >> 20) & 0x7f0000007f;
  const uint64_t pairs = hundreds | (halves - hundreds * 100) << 16;
  const uint64_t tens = (pairs * 103 >> 10) & 0x000f000f000f000f;
  return tens | (pairs - tens * 10) << 8;
}

// Below 10^8, without a branch.
HALFWORD_ALWAYS_INLINE char* PutShortDigits(char* at, uint32_t number) {
  constexpr uint64_t kZeros = 0x3030303030303030;
  const uint64_t digits = EightDigits(number);
  // In bits. The last digit stays, even if it is zero.
  const int zeros = std::countr_zero(digits | uint64_t{1} << 56) & ~7;
  const uint64_t text = (digits + kZeros) >> zeros;
  std::memcpy(at, &text, sizeof(text));
  return at + (64 - zeros) / 8;
}

HALFWORD_NOINLINE inline char* PutLongDigits(char* at, uint64_t number) {
  constexpr uint64_t kZeros = 0x3030303030303030;
  constexpr uint64_t kHundredMillions = 100'000'000;
  if (number >= kHundredMillions * kHundredMillions) {
    at = PutShortDigits(at, static_cast<uint32_t>(number / kHundredMillions /
                                                  kHundredMillions));
    number %= kHundredMillions * kHundredMillions;
    const uint64_t digits =
        EightDigits(static_cast<uint32_t>(number / kHundredMillions)) + kZeros;
    std::memcpy(at, &digits, sizeof(digits));
    at += sizeof(digits);
  } else {
    at = PutShortDigits(at, static_cast<uint32_t>(number / kHundredMillions));
  }
  const uint64_t digits =
      EightDigits(static_cast<uint32_t>(number % kHundredMillions)) + kZeros;
  std::memcpy(at, &digits, sizeof(digits));
  return at + sizeof(digits);
}

// Writes the number and returns where it ends; up to eight bytes behind that
// are overwritten, too.
HALFWORD_ALWAYS_INLINE char* PutDigits(char* at, uint64_t number) {
  return __builtin_expect(number < 100'000'000, true)
             ? PutShortDigits(at, static_cast<uint32_t>(number))
             : PutLongDigits(at, number);
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_DIGITS_H_
