// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The slow ends of a store: the barrier's, which buffers, and that of debug
// builds, which names a pointer that no reference may hold.

#include "halfword/internal/write_barrier.h"

#include "base/error_line.h"
#include "gc/collector.h"

namespace halfword::inline HALFWORD_ABI::internal {

constinit HALFWORD_INITIAL_EXEC thread_local bool write_barrier_is_on = false;

void WriteBarrierSlow(const void* slot) noexcept {
  if (!IsInCage(slot)) return;
  HeapCore* const heap = RecordOf(slot).heap;
  if (heap != nullptr) static_cast<Collector*>(heap)->NoteStore(slot);
}

void CheckReference(const void* slot, const void* pointer) noexcept {
  const auto address = reinterpret_cast<uintptr_t>(pointer);
  if (address <= kSentinelAddress) return;
  HALFWORD_CHECK(IsInCage(address) && address % kGranuleBytes == 0,
                 "a Member refers to objects made by MakeGarbageCollected(); "
                 "this pointer is none");
  const HeapCore* const target = RecordOf(pointer).heap;
  HALFWORD_CHECK(target != nullptr, "a Member refers to an object of a heap "
                                    "that is gone");
  if (!IsInCage(slot)) return;
  const HeapCore* const source = RecordOf(slot).heap;
  if (source != target && source != nullptr) {
    FatalLine("a Member of heap %d must not refer to an object of heap %d; use "
              "CrossThreadPersistent or Persistent between heaps",
              static_cast<const Collector*>(source)->id(),
              static_cast<const Collector*>(target)->id());
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal
