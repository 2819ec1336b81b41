// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// An atomic operation takes as long as the rest of an object, and loads after
// it wait for it: hence one for as many objects as may be.

#include "gc/marking/mark_claims.h"

namespace halfword::inline HALFWORD_ABI::internal {

size_t ClaimAtomically(const Word* words, size_t count, Word* claimed,
                       uint64_t* marked) {
  size_t claimed_count = 0;
  size_t at = count;
  while (at != 0) {
    const size_t index = WindowGranule(words[at - 1]) / 64;
    const size_t first = claimed_count;
    uint64_t bits = 0;
    for (; at != 0 && WindowGranule(words[at - 1]) / 64 == index; --at) {
      const uint64_t bit = BitOf(words[at - 1]);
      claimed[claimed_count] = words[at - 1];
      claimed_count += (bits & bit) == 0;
      bits |= bit;
    }
    bits &= ~__atomic_load_n(&marked[index], __ATOMIC_RELAXED);
    if (bits != 0) {
      bits &= ~__atomic_fetch_or(&marked[index], bits, __ATOMIC_SEQ_CST);
    }
    size_t kept = first;
    for (size_t i = first; i < claimed_count; ++i) {
      const Word word = claimed[i];
      claimed[kept] = word;
      kept += (bits & BitOf(word)) != 0;
    }
    claimed_count = kept;
  }
  FenceAfterBits();
  return claimed_count;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
