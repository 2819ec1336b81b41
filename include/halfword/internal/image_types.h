// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Which classes may be in an image, at compile time; and all that a class
// refers to, directly and by others, registered.

#ifndef HALFWORD_INTERNAL_IMAGE_TYPES_H_
#define HALFWORD_INTERNAL_IMAGE_TYPES_H_

#include <algorithm>
#include <type_traits>
#include <vector>

#include "halfword/internal/field_table.h"
#include "halfword/internal/type_definition.h"

namespace halfword::inline HALFWORD_ABI::internal {

template <typename T>
constexpr bool HoldsNoForeignField();

template <typename Type>
constexpr bool IsNoForeignField() {
  using Element = FieldElement<Type>;
  constexpr FieldKind kKind = FieldKindOf<Element>();
  if constexpr (kKind == FieldKind::kOpaque) {
    return false;
  } else if constexpr (kKind == FieldKind::kStruct &&
                       !PairField<Element>::kIsPair) {
    return HoldsNoForeignField<Element>();
  } else {
    return true;
  }
}

template <typename T>
constexpr bool HoldsNoForeignField() {
  const auto fields = []<typename... Types>(FieldList<T, Types...>) {
    return (IsNoForeignField<Types>() && ...);
  };
  return fields(FieldAccess::Fields<T>());
}

// One message a reason.
template <typename T>
constexpr void CheckMayBeInImage() {
  static_assert(IsGarbageCollectedTypeV<T>,
                "halfword: an image holds classes that derive from "
                "GarbageCollected; name those");
  static_assert(FieldAccess::ListsFields<T>(),
                "halfword: a class in an image lists its fields; add "
                "HALFWORD_FIELDS");
  static_assert(!std::is_polymorphic_v<T>,
                "halfword: a class in an image has no vtable, which means "
                "nothing in another process; remove its virtual functions, and "
                "tell classes apart by Is<T>()");
  static_assert(DestroyCallbackOf<T>() == nullptr,
                "halfword: a class in an image has no destructor, which might "
                "never run; remove it, or hold what needs it outside");
  static_assert(!HasPrefinalizer<T>(),
                "halfword: a class in an image has no prefinalizer, which "
                "would not run for objects of an image that was opened again; "
                "remove it, or hold what needs it outside");
  if constexpr (FieldAccess::ListsFields<T>()) {
    static_assert(HoldsNoForeignField<T>(),
                  "halfword: a class in an image has no opaque field (a host "
                  "pointer, a mutex): in another process it means nothing; "
                  "store a number or a managed object instead");
  }
}

using TypeInfos = std::vector<const TypeInfo*>;

template <typename T>
void AddImageType(TypeInfos* types);

template <typename T>
void AddTypesOfFields(TypeInfos* types);

template <typename Target>
void AddTargetType(TypeInfos* types) {
  static_assert(sizeof(Target) > 0,
                "halfword: include the header of this class where the types of "
                "an image are named");
  // What a mixin or an abstract base stands for is for the program to name.
  if constexpr (!IsGarbageCollectedMixinTypeV<Target> &&
                !std::is_abstract_v<Target> &&
                FieldAccess::ListsFields<Target>()) {
    AddImageType<Target>(types);
  }
}

template <typename Type>
void AddTypesOfField(TypeInfos* types) {
  using Element = FieldElement<Type>;
  if constexpr (WordField<Element>::kIsWord) {
    AddTargetType<typename WordField<Element>::Target>(types);
  } else if constexpr (PairField<Element>::kIsPair) {
    AddTargetType<typename PairField<Element>::Key>(types);
    AddTargetType<typename PairField<Element>::Value>(types);
  } else if constexpr (FieldKindOf<Element>() == FieldKind::kStruct) {
    AddTypesOfFields<Element>(types);
  }
}

// Of T, its bases and its trailing array.
template <typename T>
void AddTypesOfFields(TypeInfos* types) {
  if constexpr (FieldAccess::ListsFields<T>()) {
    [&]<typename... Types>(FieldList<T, Types...>) {
      (AddTypesOfField<Types>(types), ...);
    }(FieldAccess::Fields<T>());
  }
  [&]<typename... Bases>(BaseList<T, Bases...>) {
    (AddTypesOfFields<Bases>(types), ...);
  }(FieldAccess::Bases<T>());
  using Trailing = typename decltype(FieldAccess::Trailing<T>())::Type;
  if constexpr (!std::is_void_v<Trailing>) AddTypesOfField<Trailing>(types);
}

template <typename T>
void AddImageType(TypeInfos* types) {
  CheckMayBeInImage<T>();
  const TypeInfo* const info = &TypeInfoOf<T>();
  if (std::find(types->begin(), types->end(), info) != types->end()) return;
  types->push_back(info);
  AddTypesOfFields<T>(types);
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_IMAGE_TYPES_H_
