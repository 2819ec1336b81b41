// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Bytes16: sixteen bytes that are looked at together, in one register. Every
// x86-64 has the instructions (SSE2); HALFWORD_HAS_BYTES16 is 0 elsewhere, and
// whoever uses the class also has a way without it.

#ifndef HALFWORD_SNAPSHOT_BYTES16_H_
#define HALFWORD_SNAPSHOT_BYTES16_H_

#include <cstddef>
#include <cstdint>

#include "halfword/internal/build_config.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#define HALFWORD_HAS_BYTES16 1
#else
#define HALFWORD_HAS_BYTES16 0
#endif

#if HALFWORD_HAS_BYTES16
namespace halfword::inline HALFWORD_ABI::internal {

// A test gives 0xff for each byte that passes and 0 for the others.
class Bytes16 {
 public:
  Bytes16() : bytes_(_mm_setzero_si128()) {}

  static Bytes16 Load(const void* from) {
    return Bytes16(_mm_loadu_si128(static_cast<const __m128i*>(from)));
  }
  static Bytes16 All(uint8_t value) {
    return Bytes16(_mm_set1_epi8(static_cast<char>(value)));
  }

  Bytes16 Is(uint8_t value) const {
    return Bytes16(_mm_cmpeq_epi8(bytes_, All(value).bytes_));
  }
  // In the order of signed bytes, the only one there are instructions for:
  // 0x80 to 0xff come before 0 to 0x7f, which are above all of them.
  Bytes16 IsAbove(uint8_t value) const {
    return Bytes16(_mm_cmpgt_epi8(bytes_, All(value).bytes_));
  }
  Bytes16 IsBelow(uint8_t value) const {
    return Bytes16(_mm_cmpgt_epi8(All(value).bytes_, bytes_));
  }

  Bytes16 operator&(Bytes16 other) const {
    return Bytes16(_mm_and_si128(bytes_, other.bytes_));
  }
  Bytes16 operator|(Bytes16 other) const {
    return Bytes16(_mm_or_si128(bytes_, other.bytes_));
  }
  Bytes16 AndNot(Bytes16 other) const {
    return Bytes16(_mm_andnot_si128(other.bytes_, bytes_));
  }
  // Byte by byte, modulo 256.
  Bytes16 operator+(Bytes16 other) const {
    return Bytes16(_mm_add_epi8(bytes_, other.bytes_));
  }
  Bytes16 operator-(Bytes16 other) const {
    return Bytes16(_mm_sub_epi8(bytes_, other.bytes_));
  }

  // 1 for each byte that passed a test.
  Bytes16 Ones() const { return Bytes16() - *this; }

  // Bit i is the highest bit of byte i.
  uint32_t HighBits() const {
    return static_cast<uint32_t>(_mm_movemask_epi8(bytes_));
  }
  // Of all bytes.
  uint32_t Sum() const {
    const __m128i halves = _mm_sad_epu8(bytes_, _mm_setzero_si128());
    return static_cast<uint32_t>(_mm_cvtsi128_si32(halves) +
                                 _mm_extract_epi16(halves, 4));
  }

 private:
  explicit Bytes16(__m128i bytes) : bytes_(bytes) {}

  __m128i bytes_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal
#endif  // HALFWORD_HAS_BYTES16

#endif  // HALFWORD_SNAPSHOT_BYTES16_H_
