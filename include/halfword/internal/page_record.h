// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Pages and their side tables.
//
// A page is 16 KiB of the cage and holds objects of one size. Nothing about an
// object is stored in front of it: a record, and two bits a granule, stand in
// tables beside the cage, indexed by the distance from the window's beginning.
//
//   records    one PageRecord a page
//   allocated  bit of an object's first granule: the slot holds an object
//   marked     the same, of objects that the running cycle has reached
//   held       the same, of objects that a ScopedMutableString keeps alive
//
// The tables cover just the cage, while their pointers are shifted as if they
// covered the window, so that no index needs a subtraction. An allocation
// writes neither bitmap; see src/heap/bin.h.
//
// Threads: a record and the allocated bits belong to the page's heap; marked
// bits to the markers while they run, else to the heap. Only a record's first
// field may be asked for by all threads: see HeapOf().

#ifndef HALFWORD_INTERNAL_PAGE_RECORD_H_
#define HALFWORD_INTERNAL_PAGE_RECORD_H_

#include <cstddef>
#include <cstdint>

#include "halfword/internal/type_info.h"
#include "halfword/internal/word.h"

namespace halfword::inline HALFWORD_ABI {
class AllocationHandle;
}

namespace halfword::inline HALFWORD_ABI::internal {

struct SlotDebug;
class SlotIds;

// Whose a page is: a garbage-collected heap (HeapCore), or counted objects of a
// thread (CountedHeap), never freed (design/ref_ptr.md#req.counted.apart).
class PageHeap {
 public:
  enum class Kind : uint8_t { kCollected, kCounted };

  Kind kind() const {
    return handle_ != nullptr ? Kind::kCollected : Kind::kCounted;
  }
  // Where a garbage-collected heap allocates; null for counted objects.
  AllocationHandle* allocation_handle() const { return handle_; }

 protected:
  constexpr explicit PageHeap(AllocationHandle* handle) : handle_(handle) {}

 private:
  AllocationHandle* const handle_;
};

inline constexpr int kPageShift = 14;
inline constexpr size_t kPageBytes = size_t{1} << kPageShift;
inline constexpr size_t kPageGranules = kPageBytes / kGranuleBytes;

// The number of a page, counted from the beginning of the window.
using PageIndex = uint32_t;
inline constexpr PageIndex kNoPage = 0;  // never handed out

enum class PageKind : uint8_t {
  kNone,       // not handed to any heap
  kFree,       // in a heap's pool, in no use
  kSlots,      // slots of one size
  kLarge,      // the first page of a large object
  kLargeTail,  // a further page of one
  kCounted,    // reference-counted objects: to a collector, nothing at all
  kTables,     // what a chunk source keeps: see src/heap/chunk_source.h
};

// Data by slot that not every page has, so that the record needs one pointer.
struct SlotData {
  TypeId* type_ids;  // shared pages: the class of each slot; else null
  SlotDebug* debug;  // memory debugging: see heap/memory_debug.h; else null
  SlotIds* ids;      // numbers from snapshots: see heap/slot_ids.h; else null
};

// In live_slots, beside their number, which is at most kPageGranules.
inline constexpr uint16_t kUnfiledPage = 0x8000;
static_assert(kPageGranules < kUnfiledPage);

struct PageRecord {
  PageHeap* heap;        // null: kNone; see HeapOf()
  const TypeInfo* type;  // of all objects here; null in a shared page
  SlotData* slot_data;   // null: none
  uint32_t slot_bytes;   // of a slot; 0 if kLarge: see run_pages
  uint32_t reciprocal;   // 2^32 / slot_bytes rounded up, for SlotIndex()
  uint16_t slot_count;
  PageKind kind;
  bool has_destructors;  // a shared page that holds, or held, such objects
  PageIndex run_pages;   // kLarge, and both ends of a free run: its length;
                         // kLargeTail: the distance back to the first page
  PageIndex next;        // links of the list that the page is in
  PageIndex previous;
  uint32_t bin;          // the bin (src/heap/bin.h) that owns the page
  uint16_t live_slots;   // of a swept page in a list; 0 while its bin uses it;
                         // with kUnfiledPage: a helper has swept it
  uint16_t space_index;  // as in TypeInfo
  uint32_t swept_cycle;  // older than its heap's cycle: marked is newer than
                         // allocated, and the page waits for its sweep
  bool is_clean;         // kFree: the system has taken the memory back
  bool lists_held;       // kSlots: the heap looks for held objects here
  uint16_t marker;  // whose mark bits these are (src/gc/marking/page_owner.h)
};
static_assert(sizeof(PageRecord) == 64, "a cache line a page");

struct SideTables {
  PageRecord* records;
  uint64_t* allocated;
  uint64_t* marked;
  uint64_t* held;
  uintptr_t begin;  // the cage: addresses that have a record
  uintptr_t end;
};

// Written once, when the cage is reserved, before any heap exists.
extern constinit SideTables side_tables;

HALFWORD_ALWAYS_INLINE PageIndex PageIndexOf(uintptr_t address) {
  return static_cast<PageIndex>(WindowOffset(address) >> kPageShift);
}

HALFWORD_ALWAYS_INLINE PageRecord& RecordAt(PageIndex page) {
  return side_tables.records[page];
}

HALFWORD_ALWAYS_INLINE uintptr_t PageAddress(PageIndex page) {
  const uintptr_t window = side_tables.begin & ~(kWindowBytes - 1);
  return window + (uintptr_t{page} << kPageShift);
}

// Requires: address lies in the cage.
HALFWORD_ALWAYS_INLINE PageRecord& RecordOf(const void* address) {
  return RecordAt(PageIndexOf(reinterpret_cast<uintptr_t>(address)));
}

// The heap of a page, asked by a thread that may have no part in it: whoever
// finds a neighbour, or a word that may be a pointer, must learn first whose
// page that is. The pool writes the field atomically, since pages of others
// come and go meanwhile. No order is needed: only the thread of a heap writes
// its name, so that it never reads a stale one, and an answer that names
// another heap says just that the rest of the record must not be read.
HALFWORD_ALWAYS_INLINE PageHeap* HeapOf(const PageRecord& record) {
  return __atomic_load_n(&record.heap, __ATOMIC_RELAXED);
}

// One unsigned comparison; false for null and every address elsewhere.
HALFWORD_ALWAYS_INLINE bool IsInCage(uintptr_t address) {
  return address - side_tables.begin < side_tables.end - side_tables.begin;
}

HALFWORD_ALWAYS_INLINE bool IsInCage(const void* address) {
  return IsInCage(reinterpret_cast<uintptr_t>(address));
}

// The slot that an offset inside a page lies in: floor(offset / slot_bytes).
// Exact for every offset below kPageBytes, because the error of the rounded
// reciprocal, below offset * slot_bytes / 2^32, never reaches 1 / slot_bytes.
HALFWORD_ALWAYS_INLINE uint32_t SlotIndex(const PageRecord& record,
                                          size_t offset) {
  return static_cast<uint32_t>(
      (static_cast<uint64_t>(offset) * record.reciprocal) >> 32);
}

HALFWORD_ALWAYS_INLINE TypeId SharedTypeId(const PageRecord& record,
                                           uintptr_t address) {
  return record.slot_data
      ->type_ids[SlotIndex(record, address & (kPageBytes - 1))];
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_PAGE_RECORD_H_
