// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How the marker reads a slot that the program may be writing.

#ifndef HALFWORD_GC_TRACED_SLOT_H_
#define HALFWORD_GC_TRACED_SLOT_H_

#include <cstdint>

#include "halfword/internal/word.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {

// An acquire: what the object holds was written before the slot.
HALFWORD_ALWAYS_INLINE Word LoadSlot(uintptr_t address) {
  return __atomic_load_n(reinterpret_cast<const Word*>(address),
                         __ATOMIC_ACQUIRE);
}

// The object that a mixin's word, which may point inside it, refers to.
inline uintptr_t ObjectOfMixin(Word word) {
  return SlotBegin(DecompressWord(word));
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_TRACED_SLOT_H_
