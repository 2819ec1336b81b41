// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Claiming a batch: the mark bits of all its objects are set before any of them
// is traced, and the words of those whose bits were clear are kept. Only these
// are to be traced.
//
// An object is often on its way twice, one word in six of a DOM's, and nobody
// can foresee which (design/marking.md#req.mark.sorted).

#ifndef HALFWORD_GC_MARKING_MARK_CLAIMS_H_
#define HALFWORD_GC_MARKING_MARK_CLAIMS_H_

#include <cstddef>
#include <cstdint>

#include "gc/marking/mark_bits.h"
#include "halfword/internal/compiler.h"
#include "halfword/internal/word.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Sets the bits of `count` references, the last first, as a stack would, and
// writes those that were clear to `claimed`; returns how many. There is room
// for all in `claimed`, which is not `words`. No word is a branch.
// Threads: nobody else sets bits of the heap.
HALFWORD_ALWAYS_INLINE size_t ClaimPlainly(const Word* words, size_t count,
                                           Word* claimed, uint64_t* marked) {
  size_t claimed_count = 0;
  for (size_t i = count; i-- != 0;) {
    claimed[claimed_count] = words[i];
    claimed_count +=
        static_cast<size_t>(1 + SetBit(marked, WindowGranule(words[i])));
  }
  return claimed_count;
}

// The same by atomic operations, one for neighbours whose bits lie in one word.
// Threads: any. What is loaded later is loaded after it.
size_t ClaimAtomically(const Word* words, size_t count, Word* claimed,
                       uint64_t* marked);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_MARKING_MARK_CLAIMS_H_
