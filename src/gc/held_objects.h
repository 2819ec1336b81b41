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

#include <cstddef>
#include <cstdint>
#include <vector>

#include "halfword/internal/page_record.h"

namespace halfword::inline HALFWORD_ABI::internal {

class HeapCore;

// Of one heap. Invariant: pages_ has every page of slots that holds a held
// object, and lists_held of its record is set. Large objects are looked at one
// by one.
class HeldObjects {
 public:
  bool empty() const { return count_ == 0; }
  size_t count() const { return count_; }

  void Add(const void* object);
  void Remove(const void* object);

  // All held objects of the heap.
  // Cost: constant if there are none, else that of the pages with any.
  std::vector<uintptr_t> Find(const HeapCore& heap);

 private:
  size_t count_ = 0;
  std::vector<PageIndex> pages_;
};

// Makes the object a root of its heap. Requires: it is none.
void HoldObject(const void* object);
// Ends that. False: it was no root, or its heap has ended.
bool ReleaseObject(const void* object);
bool IsHeldObject(const void* object);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_HELD_OBJECTS_H_
