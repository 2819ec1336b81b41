// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the declared type of a field means to the heap: its FieldKind, and its
// element where it is an array. What cannot be a field at all is told by
// internal/field_fault.h.

#ifndef HALFWORD_INTERNAL_FIELD_TRAITS_H_
#define HALFWORD_INTERNAL_FIELD_TRAITS_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "halfword/internal/field_access.h"
#include "halfword/internal/string_owner.h"
#include "halfword/internal/type_info.h"
#include "halfword/member.h"

namespace halfword::inline HALFWORD_ABI {

template <typename T>
class Tagged;
template <typename K, typename V>
struct EphemeronPair;

namespace internal {

class StringBody;

// Specialised by HALFWORD_OPAQUE: nothing in T is for the heap to see.
template <typename T>
struct IsOpaque : std::false_type {};

// The element of an array, of any rank, and how many there are.
template <typename T>
struct FieldShape {
  using Element = T;
  static constexpr size_t kCount = 1;
};
template <typename T, size_t kLength>
struct FieldShape<T[kLength]> {
  using Element = typename FieldShape<std::remove_cv_t<T>>::Element;
  static constexpr size_t kCount =
      kLength * FieldShape<std::remove_cv_t<T>>::kCount;
};
// Of a length that is not known, as behind a smart pointer: as good as one.
template <typename T>
struct FieldShape<T[]> : FieldShape<std::remove_cv_t<T>> {};
template <typename T, size_t kLength>
struct FieldShape<std::array<T, kLength>> : FieldShape<T[kLength]> {};
template <typename T>
struct FieldShape<std::array<T, 0>> : FieldShape<T> {
  static constexpr size_t kCount = 0;
};

template <typename T>
using FieldElement =
    std::remove_cv_t<typename FieldShape<std::remove_cv_t<T>>::Element>;
template <typename T>
inline constexpr size_t kFieldCount = FieldShape<std::remove_cv_t<T>>::kCount;

// What has one word that may refer to a Target: alone, or in a MutableString.
template <typename T>
struct WordField {
  static constexpr bool kIsWord = false;
};
template <typename T, typename Tag, typename Barrier, typename Checking>
struct WordField<BasicMember<T, Tag, Barrier, Checking, DefaultMemberStorage>> {
  static constexpr bool kIsWord = true;
  static constexpr MemberKind kMemberKind = kMemberKindOf<Tag>;
  static constexpr FieldKind kKind =
      kMemberKind == MemberKind::kStrong ? FieldKind::kMember
      : kMemberKind == MemberKind::kWeak ? FieldKind::kWeakMember
                                         : FieldKind::kUntracedMember;
  using Target = std::remove_cv_t<T>;
};
template <typename T>
struct WordField<Tagged<T>> {
  static constexpr bool kIsWord = true;
  static constexpr FieldKind kKind = FieldKind::kTagged;
  using Target = std::remove_cv_t<T>;
};

template <>
struct WordField<MutableString> {
  static constexpr bool kIsWord = true;
  static constexpr FieldKind kKind = FieldKind::kMutableString;
  using Target = StringBody;
};

template <typename T>
struct PairField {
  static constexpr bool kIsPair = false;
};
template <typename K, typename V>
struct PairField<EphemeronPair<K, V>> {
  static constexpr bool kIsPair = true;
  using Key = std::remove_cv_t<K>;
  using Value = std::remove_cv_t<V>;
};

// An atomic number is stored as the number.
template <typename T>
struct ScalarValue {
  using Type = T;
};
template <typename T>
struct ScalarValue<std::atomic<T>> {
  using Type = std::conditional_t<sizeof(std::atomic<T>) == sizeof(T), T,
                                  std::atomic<T>>;
};

template <typename T>
constexpr ScalarKind ScalarKindOf() {
  using Value = typename ScalarValue<T>::Type;
  if constexpr (std::is_enum_v<Value>) {
    return ScalarKind::kEnum;
  } else if constexpr (!std::is_arithmetic_v<Value>) {
    return ScalarKind::kNone;
  } else if constexpr (std::is_same_v<Value, bool>) {
    return ScalarKind::kBool;
  } else if constexpr (std::is_floating_point_v<Value>) {
    return ScalarKind::kFloat;
  } else if constexpr (std::is_same_v<Value, char> ||
                       std::is_same_v<Value, wchar_t> ||
                       std::is_same_v<Value, char8_t> ||
                       std::is_same_v<Value, char16_t> ||
                       std::is_same_v<Value, char32_t>) {
    return ScalarKind::kChar;
  } else {
    return std::is_signed_v<Value> ? ScalarKind::kSigned
                                   : ScalarKind::kUnsigned;
  }
}

// Requires: T is an element, no array.
template <typename T>
constexpr FieldKind FieldKindOf() {
  if constexpr (std::is_reference_v<T> || IsOpaque<T>::value) {
    return FieldKind::kOpaque;
  } else if constexpr (WordField<T>::kIsWord) {
    return WordField<T>::kKind;
  } else if constexpr (ScalarKindOf<T>() != ScalarKind::kNone ||
                       FieldAccess::IsBits<T>()) {
    return FieldKind::kScalar;
  } else if constexpr (PairField<T>::kIsPair || FieldAccess::ListsFields<T>()) {
    return FieldKind::kStruct;
  } else {
    return FieldKind::kOpaque;
  }
}

// A reference field is stored as a pointer.
template <typename T>
constexpr uint32_t FieldBytes() {
  return static_cast<uint32_t>(
      sizeof(std::conditional_t<std::is_reference_v<T>, void*,
                                std::remove_reference_t<T>>));
}
template <typename T>
constexpr uint32_t FieldAlignment() {
  return static_cast<uint32_t>(
      alignof(std::conditional_t<std::is_reference_v<T>, void*,
                                 std::remove_reference_t<T>>));
}

}  // namespace internal
}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_INTERNAL_FIELD_TRAITS_H_
