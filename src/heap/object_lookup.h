// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// From any address inside the cage to the object that it lies in: what mixins,
// interior pointers and stray words of the stack need.

#ifndef HALFWORD_HEAP_OBJECT_LOOKUP_H_
#define HALFWORD_HEAP_OBJECT_LOOKUP_H_

#include "heap/memory_debug.h"
#include "heap/slot_map.h"
#include "types/type_registry.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Beginning of the slot or large object that holds the address; 0 if the page
// holds no slots there. Says nothing about whether an object is in the slot.
// Requires: the address lies in the cage.
inline uintptr_t SlotBegin(uintptr_t address) {
  const PageIndex page = PageIndexOf(address);
  const PageRecord& record = RecordAt(page);
  switch (record.kind) {
    case PageKind::kSlots: {
      const uint32_t index = SlotIndex(record, address & (kPageBytes - 1));
      if (index >= record.slot_count) return 0;
      return PageAddress(page) + size_t{index} * record.slot_bytes;
    }
    case PageKind::kLarge:
      return PageAddress(page);
    case PageKind::kLargeTail:
      return PageAddress(page - record.run_pages);
    case PageKind::kNone:
    case PageKind::kFree:
    case PageKind::kCounted:
    case PageKind::kTables:
      break;
  }
  return 0;
}

// The bits of the object's first granule. Requires: address is in the cage.
inline size_t GranuleOf(uintptr_t address) {
  return WindowOffset(address) / kGranuleBytes;
}
inline uintptr_t AddressOfGranule(size_t granule) {
  return PageAddress(static_cast<PageIndex>(granule / kPageGranules)) +
         granule % kPageGranules * kGranuleBytes;
}
// Other markers may set bits of the word meanwhile.
inline bool TestBit(const uint64_t* bitmap, size_t granule) {
  const uint64_t word =
      __atomic_load_n(bitmap + granule / 64, __ATOMIC_RELAXED);
  return (word >> (granule % 64)) & 1;
}
inline bool IsAllocated(uintptr_t object) {
  return TestBit(side_tables.allocated, GranuleOf(object));
}
inline bool IsMarked(uintptr_t object) {
  return TestBit(side_tables.marked, GranuleOf(object));
}

// The class of the object in a slot.
// Requires: object is the beginning of a slot that holds or held one.
inline const TypeInfo& TypeOfSlot(const PageRecord& record, uintptr_t object) {
  if (record.type != nullptr) return *record.type;
  return TypeRegistry::TypeById(SharedTypeId(record, object));
}

// What the slot of an object takes.
inline size_t SlotBytes(const PageRecord& record) {
  return record.kind == PageKind::kLarge
             ? size_t{record.run_pages} << kPageShift
             : record.slot_bytes;
}

// What the object in a slot may use of it.
inline size_t UsableBytes(const PageRecord& record) {
  return SlotBytes(record) - kCanaryBytes;
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_HEAP_OBJECT_LOOKUP_H_
