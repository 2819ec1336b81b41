// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A weak slot, and what becomes of it when it is known what lives.

#ifndef HALFWORD_GC_WEAK_WEAK_SLOT_H_
#define HALFWORD_GC_WEAK_WEAK_SLOT_H_

#include <cstdint>

#include "halfword/internal/word.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct WeakSlot {
  Word* slot;
  Word* value;    // of an ephemeron: cleared if the key is no living object;
                  // or null
  bool to_mixin;  // the word may point inside an object

  // Clears it if its target died. Requires: marking has ended.
  void Settle() const {
    const Word word = *slot;
    if (IsDead(word)) {
      Clear(slot);
    } else if (IsReference(word)) {
      return;
    }
    // What stands under null or the sentinel is held by nothing either.
    if (value != nullptr) Clear(value);
  }

  static void Clear(Word* word) {
    __atomic_store_n(word, kNullWord, __ATOMIC_RELAXED);
  }

 private:
  bool IsDead(Word word) const {
    if (!IsReference(word)) return false;
    const uintptr_t address = DecompressWord(word);
    return !IsMarked(to_mixin ? SlotBegin(address) : address);
  }
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_WEAK_WEAK_SLOT_H_
