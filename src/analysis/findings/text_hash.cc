// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Arithmetic modulo 2^61 - 1, where a division is a shift and an addition.

#include "analysis/findings/text_hash.h"

#include "analysis/file/json_text.h"

namespace halfword::analysis {

namespace {

constexpr uint64_t kPrime = (uint64_t{1} << 61) - 1;
// Drawn once. Files are not written to deceive: who could, could as well write
// equal texts.
constexpr uint64_t kFirstPoint = 0x0d3f'9b61'77c2'4e85;
constexpr uint64_t kSecondPoint = 0x1a94'20e7'c35b'8f19;

// Not of the standard, but of all compilers that this is built with.
__extension__ using Wide = unsigned __int128;

constexpr uint64_t Reduce(Wide value) {
  const uint64_t sum = static_cast<uint64_t>(value & kPrime) +
                       static_cast<uint64_t>(value >> 61);
  return sum >= kPrime ? sum - kPrime : sum;
}

constexpr uint64_t Times(uint64_t a, uint64_t b) {
  return Reduce(static_cast<Wide>(a) * b);
}

uint64_t Power(uint64_t base, uint32_t exponent) {
  uint64_t power = 1;
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) power = Times(power, base);
    base = Times(base, base);
  }
  return power;
}

// Bytes count from 1, so that zeros in front are not lost.
uint64_t Evaluate(std::string_view text, uint64_t point) {
  uint64_t sum = 0;
  for (const char byte : text) {
    sum = Reduce(static_cast<Wide>(sum) * point +
                 static_cast<unsigned char>(byte) + 1);
  }
  return sum;
}

uint64_t Join(uint64_t a, uint64_t b, uint64_t point, uint32_t bytes) {
  return Reduce(static_cast<Wide>(a) * Power(point, bytes) + b);
}

}  // namespace

TextHash HashOfText(std::string_view utf8) {
  return {.first = Evaluate(utf8, kFirstPoint),
          .second = Evaluate(utf8, kSecondPoint),
          .bytes = static_cast<uint32_t>(utf8.size()),
          .units = static_cast<uint32_t>(Utf16Length(utf8))};
}

TextHash HashOfBoth(const TextHash& a, const TextHash& b) {
  return {.first = Join(a.first, b.first, kFirstPoint, b.bytes),
          .second = Join(a.second, b.second, kSecondPoint, b.bytes),
          .bytes = a.bytes + b.bytes,
          .units = a.units + b.units};
}

}  // namespace halfword::analysis
