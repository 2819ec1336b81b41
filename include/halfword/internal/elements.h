// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The elements of a heap container: how they are made, moved and cleared in a
// backing store that a marker of another thread may read meanwhile
// (design/collections.md#req.collections.concurrent).
//
// What holds references is written by atomic stores that tear no word, and what
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

#include "halfword/internal/backing.h"
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
    WordField<FieldElement<T>>::kIsWord ||
    PairField<FieldElement<T>>::kIsPair || kIsHeapContainer<FieldElement<T>>;

// Whether an object may be moved by copying its bytes and forgetting the old
// ones. Of a class with constructors of its own that is not known.
template <typename T>
constexpr bool MovesByBytes();

template <typename Class, typename... Types>
constexpr bool FieldsMoveByBytes(const FieldList<Class, Types...>&) {
  return (MovesByBytes<Types>() && ...);
}
template <typename Class, typename... Bases>
constexpr bool BasesMoveByBytes(BaseList<Class, Bases...>) {
  return (MovesByBytes<Bases>() && ...);
}

template <typename T>
constexpr bool MovesByBytes() {
  using Part = FieldElement<T>;
  if constexpr (kZeroIsDefault<T> ||
                std::is_trivially_copy_constructible_v<Part>) {
    return true;
  } else if constexpr (std::is_aggregate_v<Part> &&
                       FieldAccess::ListsFields<Part>()) {
    return FieldsMoveByBytes(FieldAccess::Fields<Part>()) &&
           BasesMoveByBytes(FieldAccess::Bases<Part>());
  } else {
    return false;
  }
}

// Words of objects of any type, and what an aligned store writes at once: a
// word in it is never torn.
using AnyWord [[gnu::may_alias]] = Word;
using AnyLine [[gnu::may_alias]] = uint64_t;
inline constexpr size_t kLineWords = sizeof(AnyLine) / sizeof(Word);

HALFWORD_ALWAYS_INLINE bool BeginsLine(const AnyWord* word) {
  return reinterpret_cast<uintptr_t>(word) % sizeof(AnyLine) == 0;
}
// The words may lie anywhere, because only this thread writes them.
HALFWORD_ALWAYS_INLINE void MoveLine(const AnyWord* from, AnyWord* to) {
  uint64_t line;
  std::memcpy(&line, from, sizeof(line));
  __atomic_store_n(reinterpret_cast<AnyLine*>(to), line, __ATOMIC_RELEASE);
}
HALFWORD_ALWAYS_INLINE void MoveWord(const AnyWord* from, AnyWord* to) {
  __atomic_store_n(to, *from, __ATOMIC_RELEASE);
}

// To lower addresses, and to higher ones. The two rows may overlap.
inline void MoveWordsDown(const AnyWord* from, size_t count, AnyWord* to) {
  size_t i = 0;
  if (count != 0 && !BeginsLine(to)) MoveWord(from, to), ++i;
  for (; i + kLineWords <= count; i += kLineWords) MoveLine(from + i, to + i);
  if (i < count) MoveWord(from + i, to + i);
}
inline void MoveWordsUp(const AnyWord* from, size_t count, AnyWord* to) {
  size_t i = count;
  if (i != 0 && !BeginsLine(to + i)) --i, MoveWord(from + i, to + i);
  while (i >= kLineWords) {
    i -= kLineWords;
    MoveLine(from + i, to + i);
  }
  if (i != 0) MoveWord(from, to);
}
inline void ClearWords(AnyWord* words, size_t count) {
  size_t i = 0;
  if (count != 0 && !BeginsLine(words)) {
    __atomic_store_n(words, Word{0}, __ATOMIC_RELAXED);
    ++i;
  }
  for (; i + kLineWords <= count; i += kLineWords) {
    __atomic_store_n(reinterpret_cast<AnyLine*>(words + i), uint64_t{0},
                     __ATOMIC_RELAXED);
  }
  if (i < count) __atomic_store_n(words + i, Word{0}, __ATOMIC_RELAXED);
}

// How many words a row of elements is. Requires: they hold references.
template <typename T>
constexpr size_t WordsOf(size_t count) {
  static_assert(sizeof(T) % sizeof(Word) == 0);
  return count * (sizeof(T) / sizeof(Word));
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
  } else if constexpr (!std::is_same_v<FieldElement<T>, T>) {
    TraceField<T>(visitor, reinterpret_cast<uintptr_t>(element));
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

// How much memory the objects take that an element refers to by strong
// references, and not what these refer to. Threads: the heap's own.
size_t HeldBytes(const void* element, TraceCallback trace);

// More elements than this are told to the barrier as one: all to the end of
// their backing. Otherwise a queue that is a vector would fill the buffer.
inline constexpr size_t kMovedFewMax = 32;

template <typename T>
HALFWORD_COLD void NoteMovedSlow(const T* first, size_t count) {
  if (count <= kMovedFewMax) {
    RangeBarrier(first, sizeof(T), count, &TraceElement<T>);
  } else {
    TailBarrier(first, &TraceToEnd<T>);
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
    ClearWords(reinterpret_cast<AnyWord*>(first), WordsOf<T>(count));
  }
}

// What a backing of such elements is to who frees it, unless it is a weak
// table's.
template <typename T>
inline constexpr BackingContent kContentOf =
    HoldsReferences<T>() ? BackingContent::kReferences : BackingContent::kBytes;

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

// Moves elements to lower places of their backing. Those that they leave keep
// what they had, until they are cleared or written.
template <typename T>
HALFWORD_ALWAYS_INLINE void MoveDownUnnoted(T* from, size_t count, T* to) {
  if constexpr (!MovesByBytes<T>()) {
    MoveToFresh(from, count, to);
  } else if constexpr (HoldsReferences<T>()) {
    MoveWordsDown(reinterpret_cast<const AnyWord*>(from), WordsOf<T>(count),
                  reinterpret_cast<AnyWord*>(to));
  } else if (count != 0) {
    std::memmove(static_cast<void*>(to), static_cast<const void*>(from),
                 count * sizeof(T));
  }
}
template <typename T>
void MoveDown(T* from, size_t count, T* to) {
  MoveDownUnnoted(from, count, to);
  NoteMoved(to, count);
}

// The same to higher places.
template <typename T>
void MoveUp(T* from, size_t count, T* to) {
  if constexpr (!MovesByBytes<T>()) {
    for (size_t i = count; i-- > 0;) {
      ::new (static_cast<void*>(to + i)) T(std::move(from[i]));
    }
  } else if constexpr (HoldsReferences<T>()) {
    MoveWordsUp(reinterpret_cast<const AnyWord*>(from), WordsOf<T>(count),
                reinterpret_cast<AnyWord*>(to));
  } else if (count != 0) {
    std::memmove(static_cast<void*>(to), static_cast<const void*>(from),
                 count * sizeof(T));
  }
  NoteMoved(to, count);
}

// Moves one element. The caller tells the barrier.
template <typename T>
HALFWORD_ALWAYS_INLINE void MoveElement(T* from, T* to) {
  MoveDownUnnoted(from, 1, to);
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
