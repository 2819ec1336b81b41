// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The memory of reference-counted objects, as far as inline code sees it.
//
// Such objects lie in pages of the cage like managed ones: slots of one size
// class, the same records and allocated bits. No collector looks at the pages,
// whose kind is kCounted. Each thread has a CountedHeap (src/heap/
// counted_heap.h) from whose runs it takes slots; a slot is given back by
// clearing its bit, or, on another thread, by handing it to the heap that the
// page belongs to (design/ref_ptr.md#req.counted.any-thread).
//
// A slot of an open run counts as allocated from the moment the run is opened,
// unlike in a garbage-collected heap: slots come back while the run is open.

#ifndef HALFWORD_INTERNAL_COUNTED_MEMORY_H_
#define HALFWORD_INTERNAL_COUNTED_MEMORY_H_

#include <cstddef>
#include <cstdint>

#include "halfword/internal/allocation_buffer.h"
#include "halfword/internal/page_record.h"
#include "halfword/internal/size_class.h"

namespace halfword::inline HALFWORD_ABI::internal {

// The part of a CountedHeap that inline code knows: a run a size class.
struct CountedBuffers : PageHeap {
  constexpr CountedBuffers() : PageHeap(nullptr) {}

  AllocationBuffer buffers[kSizeClassCount];
};

// That of the calling thread; before its first allocation one whose buffers are
// empty, so that nothing has to ask.
extern constinit HALFWORD_INITIAL_EXEC thread_local CountedBuffers*
    counted_buffers;

// A slot has room for the link of those that other threads gave back, and that
// leaves the count of a dead object as it is.
inline constexpr size_t kCountedBytesMin = kCompressed ? 8 : 16;

// Errors: has room made where the cage or the system has no more, and ends the
// process with one line where that is not enough. Requires: bytes is a multiple
// of the object's alignment.
HALFWORD_NOINLINE void* AllocateCountedOutOfLine(size_t bytes);

// The whole of FreeCounted(), and the parts of it that are rare.
HALFWORD_NOINLINE void FreeCountedOutOfLine(void* slot) noexcept;
HALFWORD_NOINLINE void NoteFreedSlot(PageIndex page) noexcept;

// A page that is full comes into use again when an eighth of it is free, so
// that a search of its bits is paid for by many slots.
HALFWORD_ALWAYS_INLINE uint32_t ReusableSlotCount(const PageRecord& record) {
  return (record.slot_count + 7u) / 8;
}

// The memory is not cleared.
template <size_t kObjectBytes>
HALFWORD_ALWAYS_INLINE void* AllocateCounted() {
  constexpr size_t kBytes =
      kObjectBytes < kCountedBytesMin ? kCountedBytesMin : kObjectBytes;
  if constexpr (kBytes > kSmallBytesMax) {
    return AllocateCountedOutOfLine(kBytes);
  } else {
    constexpr size_t kClass = SizeClassOf(kBytes);
    AllocationBuffer& buffer = counted_buffers->buffers[kClass];
    const uintptr_t slot = buffer.cursor;
    if (__builtin_expect(buffer.empty(), false)) {
      return AllocateCountedOutOfLine(kBytes);
    }
    buffer.cursor = slot + SizeClassBytes(kClass);
    return reinterpret_cast<void*>(slot);
  }
}

// Threads: any.
// Requires: slot came from AllocateCounted(), and is given back once.
HALFWORD_ALWAYS_INLINE void FreeCounted(void* slot) noexcept {
  const auto address = reinterpret_cast<uintptr_t>(slot);
  const PageIndex page = PageIndexOf(address);
  PageRecord& record = RecordAt(page);
  if (HALFWORD_HAS_ASAN || HeapOf(record) != counted_buffers) {
    FreeCountedOutOfLine(slot);
    return;
  }
  const size_t granule = WindowOffset(address) / kGranuleBytes;
  side_tables.allocated[granule / 64] &= ~(uint64_t{1} << (granule % 64));
  const uint32_t live_slots = --record.live_slots;
  if (live_slots == 0 ||
      record.slot_count - live_slots == ReusableSlotCount(record)) {
    NoteFreedSlot(page);
  }
}

// Debug builds only: what is about to be done with a counted object.
enum class CountedUse : uint8_t { kRetain, kRelease, kAccess };

// Ends the process with one line that names the class, where the address is
// none of a counted object, the count is 0, or the object belongs to one thread
// and this is another. Requires: count lies in the object.
void CheckCountedUse(const void* object, const uint32_t* count, CountedUse use,
                     bool is_of_one_thread, const char* class_name) noexcept;

// The same for an object whose constructor threw, which nothing may refer to.
void CheckCountedFailure(const uint32_t* count,
                         const char* class_name) noexcept;

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_COUNTED_MEMORY_H_
