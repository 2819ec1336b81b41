// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Memory that the program gives back or takes itself, without waiting for a
// collection. Both functions are for the few places that know better: the
// backing store of a table that has grown, a buffer that turned out shorter.
//
// Threads: the heap's own.

#ifndef HALFWORD_EXPLICIT_MANAGEMENT_H_
#define HALFWORD_EXPLICIT_MANAGEMENT_H_

#include <cstddef>

#include "halfword/allocation.h"
#include "halfword/heap.h"
#include "halfword/type_traits.h"

namespace halfword::inline HALFWORD_ABI {

namespace internal {

// object: where it begins.
void FreeUnreferencedObject(HeapHandle& heap, void* object);
bool ResizeObject(void* object, size_t bytes);

}  // namespace internal

namespace subtle {

// Destroys the object and takes its memory back now. Its prefinalizers run
// before its destructor. It does nothing, and leaves the object to a later
// collection, inside a collection, a destructor included, while one marks
// beside the program, and while an operation may be reading what a callback or
// a prefinalizer of a collection has taken from a container.
// Requires: nothing refers to it, weakly neither; debug builds check that it
// lives in this heap.
// Cost: constant.
template <typename T>
void FreeUnreferencedObject(HeapHandle& heap, T& object) {
  static_assert(IsGarbageCollectedTypeV<T>,
                "halfword: only objects of MakeGarbageCollected() are freed; "
                "free a mixin by its object");
  internal::FreeUnreferencedObject(heap, &object);
}

// Makes the object have that many additional bytes without moving it. Returns
// whether it has: always if it becomes smaller, and if it grows within the
// memory that it takes (its size class, or its pages). Where
// FreeUnreferencedObject() does nothing, nothing changes either, and the answer
// is false.
// New bytes are zero, and so is what a smaller object leaves. Elements of a
// trailing array beyond the new end are not destroyed.
// Requires: T is the class that the object was made as.
// Cost: clears what is no longer taken.
template <typename T>
bool Resize(T& object, AdditionalBytes additional) {
  static_assert(IsGarbageCollectedTypeV<T>,
                "halfword: only objects of MakeGarbageCollected() are resized");
  constexpr size_t kMax = ~size_t{0} - sizeof(T);
  if (additional.value > kMax) return false;
  return internal::ResizeObject(&object, sizeof(T) + additional.value);
}

}  // namespace subtle

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_EXPLICIT_MANAGEMENT_H_
