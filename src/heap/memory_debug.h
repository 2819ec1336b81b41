// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Memory debugging (the build option HALFWORD_MEMORY_DEBUG): finds writes past
// the end of an object and writes to memory that was freed, and remembers where
// each object was made.
//
//   a taken slot   [ object | rest, zero | canary, one granule ]
//   a free slot    [ kFreedByte ... ]
//   a free page    all kFreedByte, or all zero: the system gave it
//
// The canary stands behind the object, so that a reference is still the slot's
// beginning (design/memory_debug.md#req.debug.canary). Every allocation goes
// out of line. A slot is filled when its object is swept, freed or abandoned,
// and looked at when it is taken again; canaries are looked at before;
// Heap::Verify() looks at all of them.
//
// Both bytes make words that are no references, and pointers that no processor
// follows, so that a program that uses what it finds in freed memory stops
// (design/memory_debug.md#req.debug.no-reference).
//
// Threads: the heap's own.

#ifndef HALFWORD_HEAP_MEMORY_DEBUG_H_
#define HALFWORD_HEAP_MEMORY_DEBUG_H_

#include <cstddef>

#include "halfword/internal/page_record.h"
#include "halfword/source_location.h"

namespace halfword::inline HALFWORD_ABI::internal {

inline constexpr unsigned char kFreedByte = 0x5d;
inline constexpr unsigned char kCanaryByte = 0x5c;

// How much larger a slot is than its object.
inline constexpr size_t kCanaryBytes = kMemoryDebug ? kGranuleBytes : 0;

// What is remembered of a slot. It stays when the object dies, so that a write
// to the freed slot can be told by the object that was there.
struct SlotDebug {
  SourceLocation made_at;   // unknown: no object yet
  size_t object_bytes = 0;  // sizeof and additional bytes
};

// "app::Node 0x401000010", and with memory debugging where it was made. For
// messages: it takes no memory, and may be cut.
class ObjectText {
 public:
  // Requires: object is the beginning of a slot that holds or held one.
  explicit ObjectText(const void* object);

  // Of the object that lived last where an address is, however long ago: known
  // with memory debugging only, else empty.
  // Requires: the address lies in the cage, in a page of the calling thread.
  static ObjectText LastAt(uintptr_t address);

  const char* c_str() const { return text_; }
  bool empty() const { return text_[0] == '\0'; }

 private:
  ObjectText() = default;

  char text_[384] = {};
};

// Everything below is called in builds with memory debugging only. record: of
// the page that the slot is in.

SlotDebug& DebugOf(const PageRecord& record, const void* slot);

// Where the bytes of a slot or page first differ from what they should be, or
// SIZE_MAX: counted from its beginning.
size_t FindDamagedCanary(const PageRecord& record, const void* object);
size_t FindDamageInFreed(const PageRecord& record, const void* slot);

// Pages that come from the pool: ends the process if they were written to while
// they were free, and fills them.
void TakeFreedPages(PageIndex page, uint32_t page_count);

// A slot that is taken: ends the process if it was written to.
void CheckFreedSlot(const PageRecord& record, const void* slot);

// The slot of a new object, when it is zero: sets the canary.
void SetCanary(const PageRecord& record, void* object, size_t object_bytes);

// The same when the object has got another size, and what is behind it is zero.
void ResizeCanary(const PageRecord& record, void* object, size_t object_bytes);

// An object that lives: ends the process if the canary was written to.
void CheckCanary(const PageRecord& record, const void* object);

// A slot whose object is gone: ends the process if the canary was written to,
// and fills the slot.
void FillFreedSlot(const PageRecord& record, void* object);

// Free pages of an image, whose file keeps what they held while they were in
// use: fills those that hold anything.
void FillAdoptedPages(PageIndex page, uint32_t page_count);

// The end of a large object that is given back.
void FillFreedPages(PageIndex page, uint32_t page_count);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_HEAP_MEMORY_DEBUG_H_
