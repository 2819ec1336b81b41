// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Why a declared type cannot be a field of a managed class. The messages are in
// internal/report_field.h.

#ifndef HALFWORD_INTERNAL_FIELD_FAULT_H_
#define HALFWORD_INTERNAL_FIELD_FAULT_H_

#include <initializer_list>
#include <memory>
#include <string_view>
#include <type_traits>

#include "halfword/internal/field_access.h"
#include "halfword/internal/field_list.h"
#include "halfword/internal/field_traits.h"
#include "halfword/internal/parts.h"
#include "halfword/internal/reference_count.h"
#include "halfword/internal/string_owner.h"
#include "halfword/internal/type_name.h"
#include "halfword/type_traits.h"

namespace halfword::inline HALFWORD_ABI::internal {

enum class FieldFault : unsigned char {
  kNone,
  kIncompleteTarget,
  kUnmanagedTarget,
  kCountedTarget,
  kRawPointer,
  kReference,
  kManagedObject,
  kPersistent,
  kScopedString,
  kUncompressedMember,
  kHiddenMember,
  kHiddenPointer,
  kUnlistedStruct,
  kUnlistedArgument,
  kWideBits,
  // In a reference-counted class.
  kCountedMember,
  kCountedPointer,
};

template <typename T>
constexpr bool IsManaged() {
  if constexpr (std::is_class_v<T> && Complete<T>) {
    return IsGarbageCollectedOrMixinTypeV<T>;
  } else {
    return false;
  }
}

// Through any number of pointers.
template <typename T>
constexpr bool PointsToManaged() {
  if constexpr (std::is_pointer_v<T>) {
    using Pointee = std::remove_cv_t<std::remove_pointer_t<T>>;
    return IsManaged<Pointee>() || PointsToManaged<Pointee>();
  } else {
    return false;
  }
}

// A class of the standard library is what its arguments make it. In any other
// class a Member may stand unseen, unless bytes may copy it: a Member's copy
// constructor is not trivial.
template <typename T>
constexpr bool MayHideMembers() {
  if constexpr (std::is_empty_v<T> ||
                std::string_view(kTypeName<T>).starts_with("std::")) {
    return false;
  } else {
    return std::is_aggregate_v<T> || HasTrace<T> ||
           !std::is_trivially_copyable_v<T>;
  }
}

// What a type tells by its name, without a look inside.
template <typename T>
constexpr FieldFault NameFault() {
  if constexpr (IsPersistent<T>::value) {
    return FieldFault::kPersistent;
  } else if constexpr (PointsToManaged<T>() || IsManaged<T>()) {
    return FieldFault::kHiddenPointer;
  } else {
    return HoldsReferences<T>() ? FieldFault::kHiddenMember : FieldFault::kNone;
  }
}

// What an argument of a class template tells of what its objects hold:
// std::vector<Member<X>> holds references although it lists none, and
// std::vector<Struct> may.
template <typename T>
constexpr FieldFault ArgumentFault() {
  if constexpr (NameFault<T>() != FieldFault::kNone) {
    return NameFault<T>();
  } else if constexpr (!std::is_class_v<T> && !std::is_union_v<T>) {
    return FieldFault::kNone;
  } else if constexpr (!Complete<T> || IsOpaque<T>::value ||
                       FieldAccess::IsBits<T>() ||
                       FieldAccess::ListsFields<T>()) {
    return FieldFault::kNone;
  } else {
    return MayHideMembers<T>() ? FieldFault::kUnlistedArgument
                               : FieldFault::kNone;
  }
}

// Smart pointers own what lies elsewhere. A host object may hold anything, as
// with a raw pointer; that it is managed, or that it is itself known to hold
// references, is still told.
template <typename T>
inline constexpr bool kIsSmartPointer = false;
template <typename T, typename Deleter>
inline constexpr bool kIsSmartPointer<std::unique_ptr<T, Deleter>> = true;
template <typename T>
inline constexpr bool kIsSmartPointer<std::shared_ptr<T>> = true;
template <typename T>
inline constexpr bool kIsSmartPointer<std::weak_ptr<T>> = true;

template <typename... Arguments>
constexpr FieldFault FirstFault();

// Of the arguments of a class template, arrays and templates among them looked
// into. kNone for other types.
template <typename T>
struct ArgumentsFault {
  static constexpr FieldFault kFault = FieldFault::kNone;
};
template <template <typename...> class Template, typename... Arguments>
struct ArgumentsFault<Template<Arguments...>> {
  static constexpr FieldFault kAny = FirstFault<Arguments...>();
  static constexpr FieldFault kFault =
      kIsSmartPointer<Template<Arguments...>> &&
              kAny == FieldFault::kUnlistedArgument
          ? FieldFault::kNone
          : kAny;
};
template <template <typename, auto, auto...> class Template, typename Argument,
          auto kFirst, auto... kRest>
struct ArgumentsFault<Template<Argument, kFirst, kRest...>> {
  static constexpr FieldFault kFault = FirstFault<Argument>();
};

template <typename T>
constexpr FieldFault DeepFault() {
  constexpr FieldFault kOwn = ArgumentFault<T>();
  if constexpr (kOwn != FieldFault::kNone &&
                kOwn != FieldFault::kUnlistedArgument) {
    return kOwn;
  } else {
    constexpr FieldFault kInside = ArgumentsFault<T>::kFault;
    return kInside != FieldFault::kNone ? kInside : kOwn;
  }
}

// The first that is sure, or else the first.
template <typename... Arguments>
constexpr FieldFault FirstFault() {
  FieldFault first = FieldFault::kNone;
  for (const FieldFault fault :
       {FieldFault::kNone,
        DeepFault<FieldElement<std::remove_cv_t<Arguments>>>()...}) {
    if (first == FieldFault::kNone || first == FieldFault::kUnlistedArgument) {
      first = fault == FieldFault::kNone ? first : fault;
    }
  }
  return first;
}

template <typename Target>
constexpr FieldFault TargetFault() {
  if constexpr (!Complete<Target>) {
    return FieldFault::kIncompleteTarget;
  } else {
    return IsManaged<Target>()             ? FieldFault::kNone
           : DerivesFromRefCounted<Target> ? FieldFault::kCountedTarget
                                           : FieldFault::kUnmanagedTarget;
  }
}

template <typename T>
constexpr FieldFault ClassFault() {
  if constexpr (IsManaged<T>()) {
    return FieldFault::kManagedObject;
  } else if constexpr (FieldAccess::IsBits<T>()) {
    return sizeof(T) <= 8 && std::is_trivially_copyable_v<T>
               ? FieldFault::kNone
               : FieldFault::kWideBits;
  } else if constexpr (FieldAccess::ListsFields<T>()) {
    return FieldFault::kNone;  // its own fields are looked at one by one
  } else if constexpr (ArgumentsFault<T>::kFault != FieldFault::kNone) {
    return ArgumentsFault<T>::kFault;
  } else {
    return MayHideMembers<T>() ? FieldFault::kUnlistedStruct
                               : FieldFault::kNone;
  }
}

// Requires: T is an element, no array.
template <typename T>
constexpr FieldFault FieldFaultOf() {
  if constexpr (std::is_reference_v<T>) {
    using Referee = std::remove_cv_t<std::remove_reference_t<T>>;
    return IsManaged<Referee>() ? FieldFault::kReference : FieldFault::kNone;
  } else if constexpr (IsOpaque<T>::value) {
    return FieldFault::kNone;
  } else if constexpr (IsPersistent<T>::value) {
    return FieldFault::kPersistent;
  } else if constexpr (std::is_base_of_v<ScopedMutableString, T>) {
    return FieldFault::kScopedString;
  } else if constexpr (WordField<T>::kIsWord) {
    return TargetFault<typename WordField<T>::Target>();
  } else if constexpr (kIsBasicMember<T>) {
    return FieldFault::kUncompressedMember;
  } else if constexpr (PairField<T>::kIsPair) {
    constexpr FieldFault kKey = TargetFault<typename PairField<T>::Key>();
    return kKey != FieldFault::kNone
               ? kKey
               : TargetFault<typename PairField<T>::Value>();
  } else if constexpr (std::is_pointer_v<T>) {
    return PointsToManaged<T>() ? FieldFault::kRawPointer : FieldFault::kNone;
  } else if constexpr (ScalarKindOf<T>() != ScalarKind::kNone) {
    return FieldFault::kNone;
  } else if constexpr (std::is_class_v<T> || std::is_union_v<T>) {
    return ClassFault<T>();
  } else {
    return FieldFault::kNone;  // pointers to members and to functions
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_FIELD_FAULT_H_
