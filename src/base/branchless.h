// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Choices that must not become branches, because what they depend on cannot be
// predicted. A compiler makes a branch of such an expression where it believes
// that one is cheaper, and where it can compute both outcomes: hence the
// assembly. On other machines than x86-64 it is left to the compiler.

#ifndef HALFWORD_BASE_BRANCHLESS_H_
#define HALFWORD_BASE_BRANCHLESS_H_

#include <cstddef>
#include <cstdint>

#include "halfword/internal/build_config.h"
#include "halfword/internal/compiler.h"

namespace halfword::inline HALFWORD_ABI::internal {

// `negative` if value < 0, `other` if not.
HALFWORD_ALWAYS_INLINE const uint64_t* SelectBySign(int32_t value,
                                                    const uint64_t* negative,
                                                    const uint64_t* other) {
#if defined(__x86_64__)
  __asm__("test %1, %1\n\tcmovns %2, %0"
          : "+r"(negative)
          : "r"(value), "r"(other)
          : "cc");
  return negative;
#else
  return value < 0 ? negative : other;
#endif
}

// -1 if bit `index` % 64 of the word is set, 0 if it is clear.
HALFWORD_ALWAYS_INLINE ptrdiff_t MinusBit(uint64_t word, size_t index) {
#if defined(__x86_64__)
  ptrdiff_t minus_bit;
  __asm__("bt %2, %1\n\tsbb %0, %0"
          : "=r"(minus_bit)
          : "r"(word), "r"(index)
          : "cc");
  return minus_bit;
#else
  return -static_cast<ptrdiff_t>((word >> (index % 64)) & 1);
#endif
}

// Sets bit `index` % 64 of *word; -1 if it was set, 0 if it was clear.
HALFWORD_ALWAYS_INLINE ptrdiff_t SetAndMinusBit(uint64_t* word, size_t index) {
#if defined(__x86_64__)
  ptrdiff_t minus_bit;
  __asm__("bts %2, %1\n\tsbb %0, %0"
          : "=r"(minus_bit), "+r"(*word)
          : "r"(index)
          : "cc");
  return minus_bit;
#else
  const ptrdiff_t minus_bit = MinusBit(*word, index);
  *word |= uint64_t{1} << (index % 64);
  return minus_bit;
#endif
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_BRANCHLESS_H_
