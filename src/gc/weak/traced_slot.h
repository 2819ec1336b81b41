// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How the marker reads a slot that the program may be writing.

#ifndef HALFWORD_GC_WEAK_TRACED_SLOT_H_
#define HALFWORD_GC_WEAK_TRACED_SLOT_H_

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/branchless.h"
#include "halfword/internal/compiler.h"
#include "halfword/internal/word.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Stores before it are seen by whoever sets, after it, what is loaded after it.
inline void FullFence() {
#if HALFWORD_HAS_TSAN
  // The sanitizer knows no fences. This compiles to the same instruction.
  std::atomic<int> fence{0};
  fence.fetch_add(1, std::memory_order_seq_cst);
#else
  std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
}

// An acquire: what the object holds was written before the slot.
HALFWORD_ALWAYS_INLINE Word LoadSlot(uintptr_t address) {
  return __atomic_load_n(reinterpret_cast<const Word*>(address),
                         __ATOMIC_ACQUIRE);
}

// False: null, no reference, or one to an object that is marked. A mixin's word
// points inside its object, where no bit is ever set.
inline bool MayBeUnmarked(Word word) {
  return IsReference(word) && !TestBit(side_tables.marked, WindowGranule(word));
}

// The word of the bitmap that has the bit of a reference. marked:
// side_tables.marked. It is handed around: every load of a reference is an
// acquire, after which the compiler would read that address again.
HALFWORD_ALWAYS_INLINE const uint64_t* MarkWordOf(Word reference,
                                                  const uint64_t* marked) {
#if HALFWORD_REFERENCES == 32
  // As if the bits began at word 0, which saves the mask of WindowGranule().
  return marked - kReferenceBit / 64 + reference / 64;
#else
  return marked + WindowGranule(reference) / 64;
#endif
}

// The place of that bit in its word, and higher bits that nobody looks at.
HALFWORD_ALWAYS_INLINE size_t MarkIndexOf(Word reference) {
  return kCompressed ? reference : WindowGranule(reference);
}

// -1 if the object of a reference is marked, 0 if not.
HALFWORD_ALWAYS_INLINE ptrdiff_t MinusMarkedReference(Word reference,
                                                      const uint64_t* marked) {
  return MinusBit(
      __atomic_load_n(MarkWordOf(reference, marked), __ATOMIC_RELAXED),
      MarkIndexOf(reference));
}

// -1 if MayBeUnmarked() is false, 0 if it is true. Nothing branches, because
// whether a reference is null cannot be predicted: immediates look into a word
// whose bits are all set.
HALFWORD_ALWAYS_INLINE ptrdiff_t MinusMarked(Word word,
                                             const uint64_t* marked) {
  static constexpr uint64_t kAllMarked = ~uint64_t{0};
#if HALFWORD_REFERENCES == 32
  const auto sign = static_cast<int32_t>(word);
#else
  const int32_t sign = -static_cast<int32_t>(word >> 32);
#endif
  const uint64_t* const place =
      SelectBySign(sign, MarkWordOf(word, marked), &kAllMarked);
  return MinusBit(__atomic_load_n(place, __ATOMIC_RELAXED), MarkIndexOf(word));
}

// The object that a mixin's word, which may point inside it, refers to.
inline uintptr_t ObjectOfMixin(Word word) {
  return SlotBegin(DecompressWord(word));
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_WEAK_TRACED_SLOT_H_
