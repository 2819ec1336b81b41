// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HeldObjects: roots that are a bit in a table beside the cage, for strings
// outside of the heap. A Persistent has a pointer and a node; a string of 24
// bytes has no room for those, and needs none: who holds the body of a string
// is known to the strings themselves.
//
// An object is held or not; there is no count. Cost: a bit and a test.
// Threads: the heap's own.

#ifndef HALFWORD_GC_HELD_OBJECTS_H_
#define HALFWORD_GC_HELD_OBJECTS_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "halfword/internal/page_record.h"
#include "heap/heap_core.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Of one heap. Invariant: pages_ has every page of slots that holds a held
// object, and lists_held of its record is set. Large objects are looked at one
// by one.
class HeldObjects {
 public:
  bool empty() const { return count_ == 0; }
  size_t count() const { return count_; }
  // Where they may be, some pages twice.
  size_t page_count() const { return pages_.size(); }

  // Errors: std::bad_alloc; then it was not added.
  void Add(const void* object);
  void Remove(const void* object);

  // Calls function(object) for all held objects of the heap, in the same order
  // each time; it must not hold or release any.
  // Cost: constant if there are none, else that of the pages with any.
  template <typename Function>
  void ForEach(const HeapCore& heap, Function function) {
    if (empty()) return;
    heap.ForEachLarge([&](PageIndex page) {
      const uintptr_t object = PageAddress(page);
      if (TestBit(side_tables.held, GranuleOf(object))) function(object);
    });
    SortPages();
    std::erase_if(pages_, [&](PageIndex page) {
      PageRecord& record = RecordAt(page);
      if (HeapOf(record) != &heap || !record.lists_held) return true;
      record.lists_held = false;
      const uint64_t* const held =
          side_tables.held + size_t{page} * kPageGranules / 64;
      for (size_t word = 0; word < kPageGranules / 64; ++word) {
        for (uint64_t bits = held[word]; bits != 0; bits &= bits - 1) {
          const auto bit = static_cast<size_t>(std::countr_zero(bits));
          record.lists_held = true;
          function(PageAddress(page) + (word * 64 + bit) * kGranuleBytes);
        }
      }
      return !record.lists_held;
    });
  }
  std::vector<uintptr_t> Find(const HeapCore& heap);

 private:
  void SortPages();

  size_t count_ = 0;
  std::vector<PageIndex> pages_;
};

// Makes the object a root of its heap. Requires: it is none. Errors:
// std::bad_alloc; then it is none.
void HoldObject(const void* object);
// Ends that. False: it was no root, or its heap has ended.
bool ReleaseObject(const void* object);
bool IsHeldObject(const void* object);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_HELD_OBJECTS_H_
