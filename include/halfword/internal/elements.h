// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The elements of a heap container: how they are made, moved and cleared in a
// backing store that a marker of another thread may read meanwhile
// (design/collections.md#req.collections.concurrent).
//
// What holds references is written a word at a time, by atomic stores, and what
// moves inside a backing is told to the write barrier. What holds none is
// bytes. Which of the two a type is, is known when it is compiled.
//
// Backings are written by the heap's thread alone, so that it may read them as
// it likes; and nobody else reads one that no Member refers to yet.

#ifndef HALFWORD_INTERNAL_ELEMENTS_H_
#define HALFWORD_INTERNAL_ELEMENTS_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "halfword/internal/base_layout.h"
#include "halfword/internal/field_fault.h"
#include "halfword/internal/field_list.h"
#include "halfword/internal/word.h"
#include "halfword/internal/write_barrier.h"
#include "halfword/visitor.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Specialised by the containers, which are structs of a Member and counts.
template <typename T>
inline constexpr bool kIsHeapContainer = false;

// Zero bytes, which unused elements are, are the value of T().
template <typename T>
inline constexpr bool kZeroIsDefault =
    WordField<T>::kIsWord || PairField<T>::kIsPair || kIsHeapContainer<T>;

// Whether an object may be moved by copying its bytes and forgetting the old
// ones. Of a class with constructors of its own that is not known.
template <typename T>
constexpr bool MovesByBytes();

template <typename Class, typename... Types>
constexpr bool FieldsMoveByBytes(const FieldList<Class, Types...>&) {
  return (MovesByBytes<FieldElement<Types>>() && ...);
}
template <typename Class, typename... Bases>
constexpr bool BasesMoveByBytes(BaseList<Class, Bases...>) {
  return (MovesByBytes<Bases>() && ...);
}

template <typename T>
constexpr bool MovesByBytes() {
  if constexpr (kZeroIsDefault<T> ||
                std::is_trivially_copy_constructible_v<T>) {
    return true;
  } else if constexpr (std::is_aggregate_v<T> &&
                       FieldAccess::ListsFields<T>()) {
    return FieldsMoveByBytes(FieldAccess::Fields<T>()) &&
           BasesMoveByBytes(FieldAccess::Bases<T>());
  } else {
    return false;
  }
}

// A word of an object of any type.
using AnyWord [[gnu::may_alias]] = Word;

HALFWORD_ALWAYS_INLINE void MoveWord(const AnyWord* from, AnyWord* to) {
  __atomic_store_n(to, *from, __ATOMIC_RELEASE);
}

// Traces what is an element or a part of one, by its fields.
template <typename T>
void TraceElement(Visitor* visitor, const void* element);

template <typename Type>
void TraceField(Visitor* visitor, uintptr_t address) {
  using Part = FieldElement<Type>;
  if constexpr (HoldsReferences<Part>()) {
    for (size_t i = 0; i < kFieldCount<Type>; ++i) {
      TraceElement<Part>(
          visitor, reinterpret_cast<const void*>(address + i * sizeof(Part)));
    }
  }
}

template <typename Class, typename... Types, typename... Bases>
void TraceFields(Visitor* visitor, uintptr_t address,
                 const FieldList<Class, Types...>& list,
                 BaseList<Class, Bases...>) {
  [[maybe_unused]] size_t base = 0;
  (TraceField<Bases>(visitor, address + kBaseOffsets<Class>.offsets[base++]),
   ...);
  [[maybe_unused]] size_t field = 0;
  (TraceField<Types>(visitor, address + list.places[field++].offset), ...);
}

template <typename T>
void TraceElement(Visitor* visitor, const void* element) {
  if constexpr (WordField<T>::kIsWord || PairField<T>::kIsPair ||
                kIsHeapContainer<T>) {
    visitor->Trace(*static_cast<const T*>(element));
  } else if constexpr (FieldAccess::ListsFields<T>()) {
    TraceFields(visitor, reinterpret_cast<uintptr_t>(element),
                FieldAccess::Fields<T>(), FieldAccess::Bases<T>());
  }
}

// From an address inside an object to the end of what the object may fill.
// Threads: any.
size_t BytesToEndOf(const void* address);

template <typename T>
void TraceToEnd(Visitor* visitor, const void* first) {
  const auto* const elements = static_cast<const T*>(first);
  const size_t count = BytesToEndOf(first) / sizeof(T);
  for (size_t i = 0; i < count; ++i) TraceElement<T>(visitor, elements + i);
}

// More elements than this are told to the barrier as one: all to the end of
// their backing. Otherwise a queue that is a vector would fill the buffer.
inline constexpr size_t kMovedFewMax = 32;

template <typename T>
HALFWORD_COLD void NoteMovedSlow(const T* first, size_t count) {
  if (count <= kMovedFewMax) {
    RangeBarrier(first, sizeof(T), count, &TraceElement<T>);
  } else {
    RangeBarrier(first, sizeof(T), 1, &TraceToEnd<T>);
  }
}

// The barrier for elements that have moved inside a backing: a marker may have
// been at their new places already, and find the old ones empty.
template <typename T>
HALFWORD_ALWAYS_INLINE void NoteMoved(const T* first, size_t count) {
  if constexpr (HoldsReferences<T>()) {
    if (__builtin_expect(write_barrier_is_on, false) && count != 0) {
      NoteMovedSlow(first, count);
    }
  }
}

// Makes elements unused: they hold nothing alive any more.
template <typename T>
void ClearElements(T* first, size_t count) {
  if constexpr (HoldsReferences<T>()) {
    auto* const words = reinterpret_cast<AnyWord*>(first);
    for (size_t i = 0; i < count * (sizeof(T) / sizeof(Word)); ++i) {
      __atomic_store_n(words + i, Word{0}, __ATOMIC_RELAXED);
    }
  }
}

// Moves elements into a backing that no Member refers to yet. Where they were
// is given up.
template <typename T>
void MoveToFresh(T* from, size_t count, T* to) {
  if constexpr (MovesByBytes<T>()) {
    // One of both may be the place of no elements, which is no pointer.
    if (count == 0) return;
    std::memcpy(static_cast<void*>(to), static_cast<const void*>(from),
                count * sizeof(T));
  } else {
    for (size_t i = 0; i < count; ++i) {
      ::new (static_cast<void*>(to + i)) T(std::move(from[i]));
    }
  }
}

// Moves one element inside a backing. Its old place keeps what it had, until it
// is cleared or written. The caller tells the barrier.
template <typename T>
HALFWORD_ALWAYS_INLINE void MoveElement(T* from, T* to) {
  if constexpr (!MovesByBytes<T>()) {
    ::new (static_cast<void*>(to)) T(std::move(*from));
  } else if constexpr (HoldsReferences<T>()) {
    const auto* const source = reinterpret_cast<const AnyWord*>(from);
    auto* const target = reinterpret_cast<AnyWord*>(to);
    for (size_t i = 0; i < sizeof(T) / sizeof(Word); ++i) {
      MoveWord(source + i, target + i);
    }
  } else {
    std::memcpy(static_cast<void*>(to), static_cast<const void*>(from),
                sizeof(T));
  }
}

// Moves elements to lower places of their backing.
template <typename T>
void MoveDown(T* from, size_t count, T* to) {
  if constexpr (HoldsReferences<T>() || !MovesByBytes<T>()) {
    for (size_t i = 0; i < count; ++i) MoveElement(from + i, to + i);
  } else if (count != 0) {
    std::memmove(static_cast<void*>(to), static_cast<const void*>(from),
                 count * sizeof(T));
  }
  NoteMoved(to, count);
}

// The same to higher places.
template <typename T>
void MoveUp(T* from, size_t count, T* to) {
  if constexpr (HoldsReferences<T>() || !MovesByBytes<T>()) {
    for (size_t i = count; i-- > 0;) MoveElement(from + i, to + i);
  } else if (count != 0) {
    std::memmove(static_cast<void*>(to), static_cast<const void*>(from),
                 count * sizeof(T));
  }
  NoteMoved(to, count);
}

// As in MakeGarbageCollected(): warned of where the caller wrote it, not here.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#pragma GCC diagnostic ignored "-Wdouble-promotion"

// Whether a constructor stores each reference once and atomically: those that
// copy do, while others may set a Member to null first.
template <typename T, typename... Args>
inline constexpr bool kCopies = false;
template <typename T, typename Argument>
inline constexpr bool kCopies<T, Argument> =
    std::is_same_v<T, std::remove_cvref_t<Argument>> &&
    std::is_nothrow_constructible_v<T, Argument>;

// An element on the stack.
template <typename T, typename... Args>
HALFWORD_ALWAYS_INLINE T MakeElement(Args&&... args) {
  return T(std::forward<Args>(args)...);
}

// Makes an element in an unused place. If the constructor throws, that place
// stays unused.
template <typename T, typename... Args>
HALFWORD_ALWAYS_INLINE void ConstructElement(T* place, Args&&... args) {
  if constexpr (kZeroIsDefault<T> && sizeof...(Args) == 0) {
    return;
  } else if constexpr (!HoldsReferences<T>() || kCopies<T, Args...>) {
    ::new (static_cast<void*>(place)) T(std::forward<Args>(args)...);
  } else if constexpr (WordField<T>::kIsWord && sizeof...(Args) == 1 &&
                       (std::is_assignable_v<T&, Args> && ...)) {
    ((*place = std::forward<Args>(args)), ...);
  } else {
    T element(std::forward<Args>(args)...);
    ::new (static_cast<void*>(place)) T(std::move(element));
  }
}

#pragma GCC diagnostic pop

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_ELEMENTS_H_
