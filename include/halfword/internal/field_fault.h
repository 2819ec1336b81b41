// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Why a declared type cannot be a field of a managed class, and the messages
// that say what to do instead.

#ifndef HALFWORD_INTERNAL_FIELD_FAULT_H_
#define HALFWORD_INTERNAL_FIELD_FAULT_H_

#include <cstddef>
#include <string_view>
#include <type_traits>

#include "halfword/internal/field_traits.h"
#include "halfword/internal/type_name.h"
#include "halfword/type_traits.h"

namespace halfword::inline HALFWORD_ABI::internal {

enum class FieldFault : unsigned char {
  kNone,
  kIncompleteTarget,
  kUnmanagedTarget,
  kRawPointer,
  kReference,
  kManagedObject,
  kPersistent,
  kHiddenMember,
  kHiddenPointer,
  kUnlistedStruct,
  kWideBits,
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

// What the arguments of a class template tell of what its objects hold:
// std::vector<Member<X>> holds references although it lists none.
template <typename T>
struct Mention {
  static constexpr FieldFault kFault =
      IsPersistent<T>::value ? FieldFault::kPersistent
      : WordField<T>::kIsWord || PairField<T>::kIsPair
          ? FieldFault::kHiddenMember
      : PointsToManaged<T>() || IsManaged<T>() ? FieldFault::kHiddenPointer
                                               : FieldFault::kNone;
};

template <typename... Arguments>
constexpr FieldFault FirstMention();

// An argument that is itself a class template is looked into.
template <typename T>
struct DeepMention : Mention<T> {};
template <template <typename...> class Template, typename... Arguments>
struct DeepMention<Template<Arguments...>> {
  static constexpr FieldFault kFault =
      Mention<Template<Arguments...>>::kFault != FieldFault::kNone
          ? Mention<Template<Arguments...>>::kFault
          : FirstMention<Arguments...>();
};
template <template <typename, auto, auto...> class Template, typename Argument,
          auto kFirst, auto... kRest>
struct DeepMention<Template<Argument, kFirst, kRest...>> {
  static constexpr FieldFault kFault =
      Mention<Template<Argument, kFirst, kRest...>>::kFault != FieldFault::kNone
          ? Mention<Template<Argument, kFirst, kRest...>>::kFault
          : FirstMention<Argument>();
};

template <typename... Arguments>
constexpr FieldFault FirstMention() {
  FieldFault fault = FieldFault::kNone;
  static_cast<void>(((fault = DeepMention<std::remove_cv_t<Arguments>>::kFault,
                      fault != FieldFault::kNone) ||
                     ...));
  return fault;
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

template <typename Target>
constexpr FieldFault TargetFault() {
  if constexpr (!Complete<Target>) {
    return FieldFault::kIncompleteTarget;
  } else {
    return IsManaged<Target>() ? FieldFault::kNone
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
  } else if constexpr (DeepMention<T>::kFault != FieldFault::kNone) {
    return DeepMention<T>::kFault;
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
  } else if constexpr (WordField<T>::kIsWord) {
    return TargetFault<typename WordField<T>::Target>();
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

// The name of a field, for compilers to show as an argument of ReportField.
template <size_t kBytes>
struct FieldName {
  char text[kBytes] = {};
};

// Instantiated for a faulty field only; the compiler's note names the class,
// the field and its type.
template <typename Class, FieldName kName, typename Type, FieldFault kFault>
struct ReportField {
  static_assert(kFault != FieldFault::kIncompleteTarget,
                "halfword: include the header of the class that this Member "
                "points to before objects are made");
  static_assert(kFault != FieldFault::kUnmanagedTarget,
                "halfword: a Member points to a managed class: derive the "
                "class from GarbageCollected or GarbageCollectedMixin");
  static_assert(kFault != FieldFault::kRawPointer,
                "halfword: a raw pointer does not keep a managed object alive: "
                "use Member, WeakMember or UntracedMember");
  static_assert(kFault != FieldFault::kReference,
                "halfword: a C++ reference does not keep a managed object "
                "alive: use Member, WeakMember or UntracedMember");
  static_assert(kFault != FieldFault::kManagedObject,
                "halfword: a managed object cannot be part of another one: use "
                "Member, or take GarbageCollected away from its class");
  static_assert(kFault != FieldFault::kPersistent,
                "halfword: a Persistent inside a managed object makes a cycle "
                "that is never collected: use Member");
  static_assert(kFault != FieldFault::kHiddenMember,
                "halfword: the collector cannot see a Member inside this type: "
                "use an array or a managed collection, or write Trace by hand "
                "and declare the type HALFWORD_OPAQUE");
  static_assert(kFault != FieldFault::kHiddenPointer,
                "halfword: a managed object belongs to the heap, and only a "
                "Member keeps it alive: use Member instead of this type, or "
                "declare the type HALFWORD_OPAQUE if it holds no such pointer");
  static_assert(kFault != FieldFault::kUnlistedStruct,
                "halfword: list the fields of this class in HALFWORD_FIELDS, "
                "or declare it HALFWORD_OPAQUE if it holds no references");
  static_assert(kFault != FieldFault::kWideBits,
                "halfword: HALFWORD_BITS is for a struct of at most 8 bytes "
                "that holds nothing but numbers");
  static constexpr bool kChecked = true;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_FIELD_FAULT_H_
