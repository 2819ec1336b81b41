// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// References onto a mark stack: all are written above its top, and the top
// moves up if the target is unmarked. Nothing branches
// (design/marking.md#req.mark.branchless).

#ifndef HALFWORD_GC_MARKING_PUSH_UNMARKED_H_
#define HALFWORD_GC_MARKING_PUSH_UNMARKED_H_

#include <cstddef>
#include <cstdint>

#include "gc/weak/traced_slot.h"
#include "halfword/internal/compiler.h"
#include "halfword/internal/type_info.h"
#include "halfword/internal/word.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Returns the new top. Requires: room for a word, which is written in any case.
// marked: side_tables.marked, handed around as for MinusMarked().
HALFWORD_ALWAYS_INLINE Word* PushIfUnmarked(Word word, Word* top,
                                            const uint64_t* marked) {
  *top = word;
  return top + 1 + MinusMarked(word, marked);
}

// The same of a word that is known to be a reference.
HALFWORD_ALWAYS_INLINE Word* PushReferenceIfUnmarked(Word word, Word* top,
                                                     const uint64_t* marked) {
  *top = word;
  return top + 1 + MinusMarkedReference(word, marked);
}

// The same of each reference that the offsets of an object's type list.
HALFWORD_ALWAYS_INLINE Word* PushUnmarkedOffsets(const TypeInfo& type,
                                                 uintptr_t object, Word* top,
                                                 const uint64_t* marked) {
  const uint32_t count = type.strong_offset_count;
  const uint32_t* const offsets = type.strong_offsets;
  for (uint32_t i = 0; i < count; ++i) {
    top = PushIfUnmarked(LoadSlot(object + offsets[i]), top, marked);
  }
  return top;
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_MARKING_PUSH_UNMARKED_H_
