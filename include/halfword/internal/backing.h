// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What strings and containers ask of the heap: which heap they belong to, how
// much the slot of a backing store really holds, the seed of their hashes,
// whether there was a collection, and whether an object died in it.

#ifndef HALFWORD_INTERNAL_BACKING_H_
#define HALFWORD_INTERNAL_BACKING_H_

#include <cstddef>
#include <cstdint>

#include "halfword/allocation_handle.h"
#include "halfword/heap_scope.h"
#include "halfword/internal/compiler.h"
#include "halfword/internal/page_record.h"
#include "halfword/internal/word.h"

namespace halfword::inline HALFWORD_ABI::internal {

// The heap of a managed object.
// Cost: three loads. Threads: the heap's own.
HALFWORD_ALWAYS_INLINE AllocationHandle& HandleOfObject(const void* object) {
  return *RecordOf(object).heap->allocation_handle();
}

// The heap of what lies at `owner`: that of the managed object around it, or
// the thread's current heap if there is none.
HALFWORD_ALWAYS_INLINE AllocationHandle& HandleFor(const void* owner) {
  if (!IsInCage(owner)) return CurrentAllocationHandle();
  PageHeap* const heap = RecordOf(owner).heap;
  AllocationHandle* const handle =
      heap != nullptr ? heap->allocation_handle() : nullptr;
  return handle != nullptr ? *handle : CurrentAllocationHandle();
}

// What an object may fill without being moved: its slot, or its pages, without
// what memory debugging keeps behind it. At least what was asked for.
size_t UsableBytesOf(const void* object);

// How many bytes an object has room for if it is made with so many: its size
// class, or whole pages. Containers ask for this and use all of it.
size_t RoundUpToUsable(size_t bytes);

// What a backing is to who frees it.
enum class BackingContent : uint8_t {
  kBytes,
  kReferences,
  kWeakTable,  // which may be listed to be cleaned
};
// What becomes of one that was given up.
enum class BackingFate : uint8_t {
  kFreed,    // now, or at the end of the cycle that marks
  kKept,     // as it is: somebody may be reading it
  kToClear,  // the caller clears its elements
};

// Frees an object that nothing refers to any more. Inside a collection, and
// while a marker may be reading it, that is left to a later collection. What
// its elements refer to may be freed before that, by who has them now, while a
// stale word of the stack leads a marker here; so they are cleared, or nothing
// is freed meanwhile (design/collections.md#req.collections.given-up).
[[nodiscard]] BackingFate FreeBacking(void* object, BackingContent content);
// The same of one that has to be kept.
void LeaveBacking(void* object);

// Debug builds: while it lives, whoever allocates in the heap of the object
// ends the process.
class NoAllocationScope {
 public:
  explicit NoAllocationScope(const void* object);
  ~NoAllocationScope();
  NoAllocationScope(const NoAllocationScope&) = delete;
  NoAllocationScope& operator=(const NoAllocationScope&) = delete;

 private:
  AllocationHandle& handle_;
};

// Collects first, if a weak table's backing of so many bytes, in so many
// objects, is not to be made without, because of the budget, a step or the
// limit. One that is full asks before it becomes larger: most of what fills it
// may be dead by then (design/growth.md#req.growth.weak). Returns whether a
// collection has ended.
bool CollectIfDue(AllocationHandle& handle, size_t bytes, size_t object_count);
// Whether the limit leaves room for one that is made of so many objects, where
// no page has a place for any of them; may sweep. Requires: 0 < object_count.
bool HasRoomFor(AllocationHandle& handle, size_t bytes, size_t object_count);
// The same; if there is none, the near-limit callback may make some.
bool GetRoomFor(AllocationHandle& handle, size_t bytes, size_t object_count);
// Such a backing is made now, as if it had been there at the last collection.
void AllowTable(AllocationHandle& handle, size_t bytes);

// Random, and the same for the whole life of a heap.
uint64_t HashSeedOf(const AllocationHandle& handle);

// The same address, kept as one: while what is there is used, it stands in a
// register or on the stack, and not a base and an index that it can be made of
// again, nor is it made later than here.
template <typename T>
HALFWORD_ALWAYS_INLINE T* WholeAddress(T* address) {
  asm volatile("" : "+r"(address));
  return address;
}

// How often a heap of the thread was collected, modulo 2^32: a weak table looks
// here whether entries of it may have vanished.
extern constinit HALFWORD_INITIAL_EXEC thread_local uint32_t
    collections_of_thread;

// Heaps of the thread whose weak tables are not cleaned yet after the last
// collection: entries may refer to objects that died in it
// (design/tables.md#req.table.clean).
extern constinit HALFWORD_INITIAL_EXEC thread_local uint32_t
    heaps_with_tables_to_clean;

// Whether what a weak reference refers to died in the last collection.
// Requires: it is a reference in a table that may have to be cleaned.
bool IsDeadReference(Word word);

// The same of any word, which takes one test nearly always.
HALFWORD_ALWAYS_INLINE bool HasDied(Word word) {
  return __builtin_expect(heaps_with_tables_to_clean != 0, false) &&
         IsReference(word) && IsDeadReference(word);
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_BACKING_H_
