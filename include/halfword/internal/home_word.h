// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The home word of a reference: what it would be if its heap lay where it was
// made. Heaps lie there, but for an image whose place was taken when it was
// opened. Tables hash home words, so that those of a moved image find their
// keys, and save them as they were (design/tables.md#req.table.word).
//
// How far memory was moved is noted by chunk, in a table that does not exist
// before the first image is moved: until then a home word costs a test.

#ifndef HALFWORD_INTERNAL_HOME_WORD_H_
#define HALFWORD_INTERNAL_HOME_WORD_H_

#include <cstddef>
#include <cstdint>

#include "halfword/internal/compiler.h"
#include "halfword/internal/word.h"

namespace halfword::inline HALFWORD_ABI::internal {

// By chunk of the window: what to take from the words of references into it.
// Zero where nothing was moved. Null: nothing ever was.
// Threads: set once, by a release that its readers acquire; an entry is read by
// those who use what lies in its chunk, which is not moved meanwhile.
extern constinit const Word* home_distances;

// A chunk of the cage, 256 KiB, in granules.
inline constexpr int kHomeShift = 18 - kVirtualBits;

// Of what is no reference: itself.
HALFWORD_ALWAYS_INLINE Word HomeWord(Word word) {
  if (__builtin_expect(
          __atomic_load_n(&home_distances, __ATOMIC_RELAXED) == nullptr,
          true)) {
    return word;
  }
  if (!IsReference(word)) return word;
  const Word* const distances =
      __atomic_load_n(&home_distances, __ATOMIC_ACQUIRE);
  return word - __atomic_load_n(&distances[WindowGranule(word) >> kHomeShift],
                                __ATOMIC_RELAXED);
}

// Notes how far these chunks are from home. False: no memory for the table.
// Requires: the range lies in the cage and is made of chunks; nobody uses it.
bool SetHomeDistance(uintptr_t begin, size_t bytes, Word distance);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_HOME_WORD_H_
