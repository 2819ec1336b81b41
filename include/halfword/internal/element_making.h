// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What making an element of a container may run. An allocation may collect, and
// what the collection calls (prefinalizers, the heap's callbacks) may change
// the container; so may a constructor or an iterator of the program's. An
// element whose making is not quiet is made on the stack, before the container
// is looked at (design/collections.md#req.collections.called).
//
// What is quiet is known when it is compiled, and made in its place: numbers,
// pointers, Members, copies of Strings and of aggregates of these.

#ifndef HALFWORD_INTERNAL_ELEMENT_MAKING_H_
#define HALFWORD_INTERNAL_ELEMENT_MAKING_H_

#include <iterator>
#include <type_traits>
#include <utility>

#include "halfword/allocation_handle.h"
#include "halfword/heap_scope.h"
#include "halfword/internal/backing.h"
#include "halfword/internal/elements.h"
#include "halfword/internal/field_fault.h"
#include "halfword/internal/field_list.h"
#include "halfword/internal/parts.h"

namespace halfword::inline HALFWORD_ABI::internal {

// A reference to bytes, or a string that has some.
template <typename T>
constexpr bool IsString() {
  if constexpr (WordField<T>::kIsWord) {
    return WordField<T>::kKind == FieldKind::kString ||
           WordField<T>::kKind == FieldKind::kMutableString;
  } else {
    return false;
  }
}

// Whether a T, or a part of it, is a MutableString, which allocates when it is
// moved from another heap.
template <typename T>
struct IsMutableStringPart : std::false_type {};
template <typename T>
  requires(WordField<T>::kIsWord)
struct IsMutableStringPart<T>
    : std::bool_constant<WordField<T>::kKind == FieldKind::kMutableString> {};
template <typename T>
constexpr bool HasMutableString() {
  return AnyPart<IsMutableStringPart, T>();
}

// Whether copying a T copies its words or bytes and runs nothing else.
template <typename T>
constexpr bool CopiesQuietly();

template <typename Class, typename... Types>
constexpr bool FieldsCopyQuietly(const FieldList<Class, Types...>&) {
  return (CopiesQuietly<Types>() && ...);
}
template <typename Class, typename... Bases>
constexpr bool BasesCopyQuietly(BaseList<Class, Bases...>) {
  return (CopiesQuietly<Bases>() && ...);
}

template <typename T>
constexpr bool CopiesQuietly() {
  using Part = FieldElement<T>;
  if constexpr (WordField<Part>::kIsWord) {
    return WordField<Part>::kKind != FieldKind::kMutableString;
  } else if constexpr (kIsHeapContainer<Part>) {
    return false;
  } else if constexpr (PairField<Part>::kIsPair ||
                       std::is_trivially_copy_constructible_v<Part>) {
    return true;
  } else if constexpr (std::is_aggregate_v<Part> &&
                       FieldAccess::ListsFields<Part>()) {
    return FieldsCopyQuietly(FieldAccess::Fields<Part>()) &&
           BasesCopyQuietly(FieldAccess::Bases<Part>());
  } else {
    return false;
  }
}

// Whether a reference that is no string is made of a value without a call of
// anything of the program's.
template <typename T, typename Value>
constexpr bool RefersQuietly() {
  if constexpr (!std::is_class_v<Value>) {
    return !std::is_union_v<Value>;
  } else {
    return WordField<Value>::kIsWord || IsPersistent<Value>::value ||
           std::is_same_v<Value, SentinelPointer> ||
           std::is_base_of_v<typename WordField<T>::Target, Value>;
  }
}

template <typename T, typename Argument>
constexpr bool IsMadeQuietlyOf() {
  using Value = std::remove_cvref_t<Argument>;
  if constexpr (std::is_same_v<T, Value>) {
    // That a move constructor allocates nothing is required of elements.
    constexpr bool kMoves = std::is_same_v<T&&, Argument&&>;
    return CopiesQuietly<T>() || (kMoves && !HasMutableString<T>());
  } else if constexpr (WordField<T>::kIsWord && !IsString<T>()) {
    return RefersQuietly<T, Value>();
  } else {
    return std::is_trivially_constructible_v<T, Argument>;
  }
}

// Whether T(args...) can allocate nothing and runs nothing of the program's.
template <typename T, typename... Args>
inline constexpr bool kIsMadeQuietly =
    std::is_trivially_constructible_v<T, Args...>;
template <typename T>
inline constexpr bool kIsMadeQuietly<T> =
    kZeroIsDefault<T> || std::is_trivially_default_constructible_v<T>;
template <typename T, typename Argument>
inline constexpr bool kIsMadeQuietly<T, Argument> =
    IsMadeQuietlyOf<T, Argument>();

// Whether following an iterator runs nothing of the program's.
template <typename Iterator>
inline constexpr bool kIsReadQuietly = std::contiguous_iterator<Iterator>;
template <typename Iterator>
inline constexpr bool kIsReadQuietly<std::reverse_iterator<Iterator>> =
    kIsReadQuietly<Iterator>;

// Whether elements made of what a range has may be made in a gap.
template <typename T, typename Iterator>
inline constexpr bool kFillsQuietly =
    std::forward_iterator<Iterator> && kIsReadQuietly<Iterator> &&
    kIsMadeQuietly<T, std::iter_reference_t<Iterator>>;

// While it lives, what is made on the stack takes its memory from this heap: it
// is to be moved into a container there.
class ElementScope {
 public:
  explicit ElementScope(const void* container)
      : previous_(current_allocation_handle) {
    current_allocation_handle = &HandleFor(container);
  }
  ~ElementScope() { current_allocation_handle = previous_; }
  ElementScope(const ElementScope&) = delete;
  ElementScope& operator=(const ElementScope&) = delete;

 private:
  AllocationHandle* const previous_;
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#pragma GCC diagnostic ignored "-Wdouble-promotion"

// An element on the stack, for that container.
template <typename T, typename... Args>
HALFWORD_ALWAYS_INLINE T MakeElement(const void* container, Args&&... args) {
  if constexpr (HoldsReferences<T>() && !kIsMadeQuietly<T, Args...>) {
    const ElementScope scope(container);
    return T(std::forward<Args>(args)...);
  } else {
    return T(std::forward<Args>(args)...);
  }
}

#pragma GCC diagnostic pop

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_ELEMENT_MAKING_H_
