// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The base classes of everything that lives in a Halfword heap.
//
//   class Node : public halfword::GarbageCollected<Node> {
//     halfword::Member<Node> next_;
//     HALFWORD_FIELDS(Node, next_)
//   };
//
// GarbageCollected<T> is empty, costs nothing and stands first among the bases.
// A class says what it holds by HALFWORD_FIELDS (halfword/fields.h) or by a
// hand-written void Trace(Visitor*) const. That runs after the constructor, on
// other threads, too, while the program goes on (MarkingType). So beside
// references it reads only what never changes, or leaves the object to the
// heap's thread (Visitor::DeferTraceToMutatorThreadIfConcurrent()).
//
// A GarbageCollectedMixin is a further base, for interfaces that several
// classes implement: a Member of it points into the middle of an object, which
// the collector finds without any vtable.

#ifndef HALFWORD_GARBAGE_COLLECTED_H_
#define HALFWORD_GARBAGE_COLLECTED_H_

#include <cstddef>
#include <new>
#include <type_traits>

#include "halfword/internal/word.h"

namespace halfword::inline HALFWORD_ABI {

class Visitor;

namespace internal {

// Where a delete expression ends that the compiler could not refuse: in a
// member function of the class.
[[noreturn]] HALFWORD_COLD void RefuseDelete() noexcept;

// An object is made by MakeGarbageCollected() and nothing else, and nobody
// deletes it.
class ManagedObject {
 public:
  void* operator new(size_t) = delete;
  void* operator new[](size_t) = delete;
  void* operator new(size_t, void* place) { return place; }
  void operator delete(void*, void*) {}

 protected:
  // Protected, not deleted: a virtual destructor needs one to name.
  // NOLINTBEGIN(misc-new-delete-overloads): deleted above.
  void operator delete(void*) { RefuseDelete(); }
  void operator delete[](void*) { RefuseDelete(); }
  // NOLINTEND(misc-new-delete-overloads)
};

}  // namespace internal

template <typename T>
class GarbageCollected : public internal::ManagedObject {
 public:
  using IsGarbageCollectedTypeMarker = void;
  using ParentMostGarbageCollectedType = T;

 protected:
  GarbageCollected() = default;
};

// Aligned to a granule, so that a reference to the mixin is a word. It shares
// no base with GarbageCollected: two bases of one type never have one address,
// and the empty one would cost every object of the class a granule or two.
#if HALFWORD_CPPGC
// As Oilpan's: classes override its Trace. The name tells the linker's symbols
// of the two apart.
inline namespace polymorphic_mixins {
class alignas(internal::kGranuleBytes) GarbageCollectedMixin {
 public:
  using IsGarbageCollectedMixinTypeMarker = void;

  virtual void Trace(Visitor*) const {}

 protected:
  GarbageCollectedMixin() = default;
};
}  // namespace polymorphic_mixins
#else
class alignas(internal::kGranuleBytes) GarbageCollectedMixin {
 public:
  using IsGarbageCollectedMixinTypeMarker = void;

  // For classes that call the Trace of each base.
  void Trace(Visitor*) const {}

 protected:
  GarbageCollectedMixin() = default;
};
#endif

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_GARBAGE_COLLECTED_H_
