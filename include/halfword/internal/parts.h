// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// AnyPart(): asks a question of all that the heap knows a type to be made of:
// the type itself, the elements of an array, and the fields and the bases that
// a struct lists, at any depth. Whether elements of containers hold references,
// say, is answered by this, so that a std::array of Members is seen wherever a
// Member would be.

#ifndef HALFWORD_INTERNAL_PARTS_H_
#define HALFWORD_INTERNAL_PARTS_H_

#include "halfword/internal/base_layout.h"
#include "halfword/internal/field_access.h"
#include "halfword/internal/field_list.h"
#include "halfword/internal/field_traits.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Whether Is<Part>::value for any part of T. What a reference of one word, or a
// pair of them, consists of is not looked into.
template <template <typename> typename Is, typename T>
constexpr bool AnyPart();

template <template <typename> typename Is, typename Class, typename... Types>
constexpr bool AnyPartOfFields(const FieldList<Class, Types...>&) {
  return (AnyPart<Is, Types>() || ...);
}
template <template <typename> typename Is, typename Class, typename... Bases>
constexpr bool AnyPartOfBases(BaseList<Class, Bases...>) {
  return (AnyPart<Is, Bases>() || ...);
}

template <template <typename> typename Is, typename T>
constexpr bool AnyPart() {
  using Part = FieldElement<T>;
  if constexpr (kFieldCount<T> == 0) {
    return false;
  } else if constexpr (Is<Part>::value) {
    return true;
  } else if constexpr (!WordField<Part>::kIsWord && !PairField<Part>::kIsPair &&
                       FieldAccess::ListsFields<Part>()) {
    return AnyPartOfFields<Is>(FieldAccess::Fields<Part>()) ||
           AnyPartOfBases<Is>(FieldAccess::Bases<Part>());
  } else {
    return false;
  }
}

// Whether a T has a word that may be a reference.
template <typename T>
struct IsReferencePart {
  static constexpr bool value = WordField<T>::kIsWord || PairField<T>::kIsPair;
};
template <typename T>
constexpr bool HoldsReferences() {
  return AnyPart<IsReferencePart, T>();
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_PARTS_H_
