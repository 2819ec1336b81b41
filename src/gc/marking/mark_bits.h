// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How markers set mark bits: by plain writes where nobody else writes the word,
// by atomic operations where others may.
//
// Threads: any that marks.

#ifndef HALFWORD_GC_MARKING_MARK_BITS_H_
#define HALFWORD_GC_MARKING_MARK_BITS_H_

#include <cstddef>
#include <cstdint>

#include "base/branchless.h"
#include "gc/weak/traced_slot.h"
#include "halfword/internal/compiler.h"
#include "halfword/internal/word.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Bits were set by an atomic operation: what is loaded later is loaded after
// that. C++ promises it of no such operation; on x86-64 each is a fence.
HALFWORD_ALWAYS_INLINE void FenceAfterBits() {
#if !defined(__x86_64__)
  FullFence();
#endif
}

// Sets the bit; false if it was set. Atomic: what is loaded later is loaded
// after it.
template <bool kAtomic = false>
HALFWORD_ALWAYS_INLINE bool TestAndSet(uint64_t* bitmap, size_t granule) {
  uint64_t& word = bitmap[granule / 64];
  const uint64_t bit = uint64_t{1} << (granule % 64);
  if (__atomic_load_n(&word, __ATOMIC_RELAXED) & bit) return false;
  if constexpr (kAtomic) {
    const uint64_t before = __atomic_fetch_or(&word, bit, __ATOMIC_SEQ_CST);
    FenceAfterBits();
    return (before & bit) == 0;
  }
  // Others may read the word; nobody else writes it.
  __atomic_store_n(&word, word | bit, __ATOMIC_RELAXED);
  return true;
}

// Sets the bit without a branch, by a plain write; -1 if it was set, 0 if not.
HALFWORD_ALWAYS_INLINE ptrdiff_t SetBit(uint64_t* bitmap, size_t granule) {
  uint64_t* const place = bitmap + granule / 64;
  uint64_t bits = __atomic_load_n(place, __ATOMIC_RELAXED);
  const ptrdiff_t minus_bit = SetAndMinusBit(&bits, granule);
  __atomic_store_n(place, bits, __ATOMIC_RELAXED);
  return minus_bit;
}

HALFWORD_ALWAYS_INLINE bool IsSet(const uint64_t* bitmap, size_t granule) {
  const uint64_t word =
      __atomic_load_n(&bitmap[granule / 64], __ATOMIC_RELAXED);
  return (word >> (granule % 64) & 1) != 0;
}

// In its word of the bitmap.
HALFWORD_ALWAYS_INLINE uint64_t BitOf(Word word) {
  return uint64_t{1} << (WindowGranule(word) % 64);
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_MARKING_MARK_BITS_H_
