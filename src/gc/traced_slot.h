// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How the marker reads a slot that the program may be writing.

#ifndef HALFWORD_GC_TRACED_SLOT_H_
#define HALFWORD_GC_TRACED_SLOT_H_

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

// -1 if MayBeUnmarked() is false, 0 if it is true. Nothing branches, because
// whether a reference is null cannot be predicted: immediates look into a word
// whose bits are all set.
// marked: side_tables.marked. It is handed around: every load of a reference is
// an acquire, after which the compiler would read that address again.
HALFWORD_ALWAYS_INLINE ptrdiff_t MinusMarked(Word word,
                                             const uint64_t* marked) {
  static constexpr uint64_t kAllMarked = ~uint64_t{0};
#if HALFWORD_REFERENCES == 32
  // As if the bits began at word 0, which saves the mask of WindowGranule().
  const uint64_t* const bits = marked - kReferenceBit / 64 + word / 64;
  const auto sign = static_cast<int32_t>(word);
  const size_t granule = word;
#else
  const size_t granule = WindowGranule(word);
  const uint64_t* const bits = marked + granule / 64;
  const int32_t sign = -static_cast<int32_t>(word >> 32);
#endif
  const uint64_t* const place = SelectBySign(sign, bits, &kAllMarked);
  return MinusBit(__atomic_load_n(place, __ATOMIC_RELAXED), granule);
}

// The object that a mixin's word, which may point inside it, refers to.
inline uintptr_t ObjectOfMixin(Word word) {
  return SlotBegin(DecompressWord(word));
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_TRACED_SLOT_H_
