// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Questions about classes and fields that templates ask, under Oilpan's names.
// Each needs a complete class, and says so where it is not.

#ifndef HALFWORD_TYPE_TRAITS_H_
#define HALFWORD_TYPE_TRAITS_H_

#include <cstddef>
#include <type_traits>

#include "halfword/garbage_collected.h"
#include "halfword/internal/field_access.h"
#include "halfword/member.h"

namespace halfword::inline HALFWORD_ABI {

class Visitor;

namespace internal {

template <typename T>
concept Complete = requires { sizeof(T); };

// Two managed bases make the name ambiguous, and the class not managed: what
// refuses it says so.
template <typename T>
concept DerivesFromGarbageCollected =
    requires { typename T::ParentMostGarbageCollectedType; } &&
    std::is_base_of_v<
        GarbageCollected<typename T::ParentMostGarbageCollectedType>, T>;

template <typename T>
concept HasTrace =
    requires(const T& object, Visitor* visitor) { object.Trace(visitor); };

template <typename T>
inline constexpr bool kIsBasicMember = false;
template <typename T, typename... Policies>
inline constexpr bool kIsBasicMember<BasicMember<T, Policies...>> = true;

template <typename T, typename WeaknessTag>
inline constexpr bool kHasWeaknessTag = false;
template <typename T, typename WeaknessTag, typename... Policies>
inline constexpr bool
    kHasWeaknessTag<BasicMember<T, WeaknessTag, Policies...>, WeaknessTag> =
        true;

}  // namespace internal

// Whether sizeof(T) can be asked here.
template <typename T>
inline constexpr bool IsCompleteV = internal::Complete<T>;

template <typename T>
constexpr bool IsGarbageCollectedTypeFunction() {
  static_assert(internal::Complete<T>,
                "halfword: include the header of this class first");
  return internal::DerivesFromGarbageCollected<std::remove_cv_t<T>>;
}

// T derives from GarbageCollected<>.
template <typename T>
inline constexpr bool IsGarbageCollectedTypeV =
    IsGarbageCollectedTypeFunction<T>();

// T derives from GarbageCollectedMixin, and is no managed class by itself.
template <typename T>
inline constexpr bool IsGarbageCollectedMixinTypeV =
    !IsGarbageCollectedTypeV<T> &&
    std::is_base_of_v<GarbageCollectedMixin, std::remove_cv_t<T>>;

template <typename T>
inline constexpr bool IsGarbageCollectedOrMixinTypeV =
    IsGarbageCollectedTypeV<T> || IsGarbageCollectedMixinTypeV<T>;

// T derives from both.
template <typename T>
inline constexpr bool IsGarbageCollectedWithMixinTypeV =
    IsGarbageCollectedTypeV<T> &&
    std::is_base_of_v<GarbageCollectedMixin, std::remove_cv_t<T>>;

template <typename T>
inline constexpr bool IsMemberTypeV =
    internal::kHasWeaknessTag<std::decay_t<T>, internal::StrongMemberTag>;

template <typename T>
inline constexpr bool IsWeakMemberTypeV =
    internal::kHasWeaknessTag<std::decay_t<T>, internal::WeakMemberTag>;

template <typename T>
inline constexpr bool IsUntracedMemberTypeV =
    internal::kHasWeaknessTag<std::decay_t<T>, internal::UntracedMemberTag>;

// Those, and what a program puts together from policies of its own.
template <typename T>
inline constexpr bool IsAnyMemberTypeV =
    internal::kIsBasicMember<std::decay_t<T>>;

template <typename T>
inline constexpr bool IsMemberOrWeakMemberTypeV =
    IsMemberTypeV<T> || IsWeakMemberTypeV<T>;

template <typename T>
inline constexpr bool IsWeakV = IsWeakMemberTypeV<T>;

template <typename T>
constexpr bool IsTraceableFunction() {
  static_assert(internal::Complete<T>,
                "halfword: include the header of this class first");
  return internal::HasTrace<T> ||
         internal::FieldAccess::ListsFields<std::remove_cv_t<T>>();
}

// T has a Trace(Visitor*) const or lists its fields.
template <typename T>
inline constexpr bool IsTraceableV = IsTraceableFunction<T>();

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_TYPE_TRAITS_H_
