// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// FieldList: what HALFWORD_FIELDS makes of its arguments, and the check that no
// field was forgotten.
//
// C++ cannot enumerate fields, but it can tell where the listed ones lie. The
// check walks them in the order of their offsets: where one begins later than
// its alignment explains, something stands in between that is not listed. What
// padding can hide (a Member before an 8-aligned field, or at the end) is left
// to Heap::Verify(), see src/types/unlisted_gaps.h.
//
// Classes are laid out by the Itanium C++ ABI, whose one trap is that a derived
// class puts its fields into the tail padding of its base: so the ends of
// fields are compared, not sizeof (internal/base_layout.h).

#ifndef HALFWORD_INTERNAL_FIELD_LIST_H_
#define HALFWORD_INTERNAL_FIELD_LIST_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "halfword/internal/base_layout.h"
#include "halfword/internal/field_access.h"
#include "halfword/internal/field_traits.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct FieldPlace {
  const char* name = "";
  uint32_t offset = 0;
  uint32_t bytes = 0;
  uint32_t alignment = 1;
};

template <typename Class, typename... Types>
struct FieldList {
  static constexpr size_t kCount = sizeof...(Types);
  FieldPlace places[AtLeastOne(kCount)];
};

// A buffer of bytes is what alignas is used for, and no compiler tells a
// template how a member was declared: such a field may be aligned as it lies.
template <typename Type>
constexpr bool MayBeAlignedByDeclaration() {
  using Element = FieldElement<Type>;
  return !std::is_same_v<Element, Type> &&
         (std::is_same_v<Element, char> ||
          std::is_same_v<Element, unsigned char> ||
          std::is_same_v<Element, std::byte>);
}

template <typename Class, typename Type>
constexpr FieldPlace MakeFieldPlace(const char* name, size_t offset) {
  const auto place = static_cast<uint32_t>(offset);
  uint32_t alignment = FieldAlignment<Type>();
  if (MayBeAlignedByDeclaration<Type>()) {
    while (alignment < alignof(Class) && place % (2 * alignment) == 0) {
      alignment *= 2;
    }
  }
  return {name, place, FieldBytes<Type>(), alignment};
}

// Whether a base of Class lists the same field.
template <typename Class, typename... Bases>
constexpr bool IsFieldOfBase(const FieldPlace& place,
                             BaseList<Class, Bases...>) {
  [[maybe_unused]] size_t index = 0;
  [[maybe_unused]] const auto is_in =
      [&]<typename Base>(std::type_identity<Base>) {
        const uint32_t offset = kBaseOffsets<Class>.offsets[index++];
        if constexpr (FieldAccess::ListsFields<Base>()) {
          constexpr auto kList = FieldAccess::Fields<Base>();
          for (size_t i = 0; i < kList.kCount; ++i) {
            if (kList.places[i].offset + offset == place.offset &&
                std::string_view(kList.places[i].name) == place.name) {
              return true;
            }
          }
        }
        return false;
      };
  return (is_in(std::type_identity<Bases>()) || ...);
}

// The check.

enum class ListFault : uint8_t {
  kNone,
  kMissingBefore,  // the field, and after the bases
  kMissingAfter,   // the field
  kMissingAll,     // nothing is listed of a class that is not empty
  kListedTwice,
  kListedByBase,
};

// The first fault that was found, and the field at which.
struct ListCheck {
  ListFault fault = ListFault::kNone;
  std::string_view name;

  constexpr bool Is(ListFault asked) const { return fault == asked; }
  constexpr bool Is(ListFault asked, std::string_view at) const {
    return fault == asked && name == at;
  }
};

// Stable insertion sort: lists are mostly in order.
template <size_t kCount>
constexpr void SortByOffset(FieldPlace (&places)[kCount], size_t count) {
  for (size_t i = 1; i < count; ++i) {
    const FieldPlace place = places[i];
    size_t j = i;
    for (; j > 0 && places[j - 1].offset > place.offset; --j) {
      places[j] = places[j - 1];
    }
    places[j] = place;
  }
}

template <typename Class, typename... Types>
constexpr ListCheck CheckFieldList(FieldList<Class, Types...> list) {
  constexpr size_t kCount = sizeof...(Types);
  constexpr auto kBases = FieldAccess::Bases<Class>();
  SortByOffset(list.places, kCount);
  uint32_t covered = kBaseOffsets<Class>.end;
  std::string_view last;
  for (size_t i = 0; i < kCount; ++i) {
    const FieldPlace& place = list.places[i];
    for (size_t j = i; j > 0 && list.places[j - 1].offset == place.offset;
         --j) {
      if (std::string_view(list.places[j - 1].name) == place.name) {
        return {ListFault::kListedTwice, place.name};
      }
    }
    if (IsFieldOfBase(place, kBases)) {
      return {ListFault::kListedByBase, place.name};
    }
    // Where an abstract class's bases lie is a guess.
    const bool is_sure = kBaseOffsetsAreExact<Class> || !last.empty();
    if (is_sure && place.offset > AlignUp(covered, place.alignment)) {
      return last.empty() ? ListCheck{ListFault::kMissingBefore, place.name}
                          : ListCheck{ListFault::kMissingAfter, last};
    }
    if (place.offset + place.bytes > covered) {
      covered = place.offset + place.bytes;
      last = place.name;
    }
  }
  if constexpr (!std::is_empty_v<Class>) {
    if (kBaseOffsets<Class>.empty_end > covered) {
      covered = kBaseOffsets<Class>.empty_end;
    }
    if (AlignUp(covered, alignof(Class)) < sizeof(Class)) {
      return last.empty() ? ListCheck{ListFault::kMissingAll, ""}
                          : ListCheck{ListFault::kMissingAfter, last};
    }
  }
  return {};
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_FIELD_LIST_H_
