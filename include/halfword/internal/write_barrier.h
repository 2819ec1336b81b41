// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The write barrier: an insertion barrier in Dijkstra's manner. Every store of
// a reference tests one thread-local flag; while a cycle marks on, the slow
// path buffers the address of the slot with what was stored, and the marker
// later marks that if the slot still holds it and is no weak one. A store
// writes no mark bits (design/marking.md#req.barrier.dijkstra); a buffer that
// is full is emptied by marking what it holds.
//
// Threads: the flag belongs to the thread whose heap is marking; a heap belongs
// to one thread.

#ifndef HALFWORD_INTERNAL_WRITE_BARRIER_H_
#define HALFWORD_INTERNAL_WRITE_BARRIER_H_

#include <cstddef>
#include <cstdint>

#include "halfword/internal/word.h"

namespace halfword::inline HALFWORD_ABI {
class Visitor;
}

namespace halfword::inline HALFWORD_ABI::internal {

// constinit on the declaration tells every user that no dynamic initialisation
// exists, so that the access is one instruction and no call.
extern constinit HALFWORD_INITIAL_EXEC thread_local bool write_barrier_is_on;

// Buffers the slot with the heap of the object that it lies in, also if it
// holds null: to ask would take longer. Of a slot outside the cage (an element
// of a std::vector that an object has) the target is kept, until the next
// cycle; a Member on the stack is ignored, since that is scanned.
//
// Requires: the store is done.
HALFWORD_COLD void WriteBarrierSlow(const void* slot) noexcept;

HALFWORD_ALWAYS_INLINE void WriteBarrier(const void* slot) {
  if (__builtin_expect(write_barrier_is_on, false)) WriteBarrierSlow(slot);
}

// The same for a slot that holds an integer as often: nothing is buffered then.
HALFWORD_COLD void TaggedWriteBarrierSlow(const void* slot) noexcept;

HALFWORD_ALWAYS_INLINE void TaggedWriteBarrier(const void* slot) {
  if (__builtin_expect(write_barrier_is_on, false)) {
    TaggedWriteBarrierSlow(slot);
  }
}

// The same for a weak slot, which the marker then clears if its target dies;
// outside the cage it keeps the target as a strong one does.
HALFWORD_COLD void WeakWriteBarrierSlow(const void* slot) noexcept;

HALFWORD_ALWAYS_INLINE void WeakWriteBarrier(const void* slot) {
  if (__builtin_expect(write_barrier_is_on, false)) WeakWriteBarrierSlow(slot);
}

// For a store whose slot holds no word: buffers the object itself, or the one
// that the pointer lies in.
HALFWORD_COLD void ObjectBarrierSlow(const void* object) noexcept;

HALFWORD_ALWAYS_INLINE void ObjectBarrier(const void* object) {
  if (__builtin_expect(write_barrier_is_on, false)) ObjectBarrierSlow(object);
}

// Buffers elements to be traced by the callback. Requires: they lie in an
// object of a heap that is marking.
void RangeBarrier(const void* first, size_t element_bytes, size_t count,
                  void (*callback)(Visitor*, const void*)) noexcept;

// Buffers the object that the pointer lies in, to be traced as a whole, also if
// it was already.
void RetraceBarrier(const void* object) noexcept;

// Buffers all from there to the end of the object, which the callback
// traces: however often it is called for one object, it is traced once.
void TailBarrier(const void* first,
                 void (*callback)(Visitor*, const void*)) noexcept;

struct TypeSlot;

// Debug builds only: a pointer stored in a reference is null, the sentinel or
// the place of the declared class in a living object of the slot's heap. The
// slot is a number, because it may not have been written yet.
HALFWORD_COLD void CheckReference(uintptr_t slot, const void* pointer,
                                  const TypeSlot& declared) noexcept;

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_WRITE_BARRIER_H_
