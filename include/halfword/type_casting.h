// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Is<T>(object), DynamicTo<T>(object), To<T>(object): casts by the type that
// the heap knows for each object, so that a class hierarchy needs no vtable and
// no kind field of its own.
//
//   if (Element* element = halfword::DynamicTo<Element>(node)) ...
//
// An object is a T if its class is T or derives from it through HALFWORD_BASES.
// Cost: the page's record, then one comparison; in a page that several types
// share, the slot's type id in addition.

#ifndef HALFWORD_TYPE_CASTING_H_
#define HALFWORD_TYPE_CASTING_H_

#include <type_traits>

#include "halfword/garbage_collected.h"
#include "halfword/internal/checks.h"
#include "halfword/internal/page_record.h"
#include "halfword/member.h"
#include "halfword/persistent.h"
#include "halfword/visitor.h"

namespace halfword::inline HALFWORD_ABI {

namespace internal {

// The class of an object in a shared page, or of a large one whose mixin lies
// behind its first page.
const TypeInfo& SharedTypeOf(const PageRecord& record, const void* object);

// Ends the process: a class that does not list its bases might be what is asked
// for, and cannot be told from one that is not.
[[noreturn]] HALFWORD_COLD void RefuseCast(const TypeInfo& type);

HALFWORD_ALWAYS_INLINE const TypeInfo& TypeOf(const void* object) {
  HALFWORD_DCHECK(IsInCage(object) && RecordOf(object).heap != nullptr,
                  "casts by type need the address of a managed object");
  const PageRecord& record = RecordOf(object);
  if (__builtin_expect(record.type != nullptr, true)) return *record.type;
  return SharedTypeOf(record, object);
}

HALFWORD_ALWAYS_INLINE bool IsA(const TypeInfo& type, const TypeInfo& base) {
  return type.ancestors[base.depth] == base.id;
}

// What a cast of a U* to T points to: what is constant stays so.
template <typename T, typename U>
using CastTarget = std::conditional_t<std::is_const_v<U>, const T, T>;

}  // namespace internal

// Requires: object is null, or a managed object or a mixin of one.
template <typename T, typename U>
bool Is(const U* object) {
  static_assert(!std::is_base_of_v<GarbageCollectedMixin, T> ||
                    internal::HasManagedBase<T>,
                "Is<T> asks for a managed class, not for a mixin");
  if (object == nullptr) return false;
  if constexpr (std::is_base_of_v<T, U>) {
    return true;
  } else {
    static_assert(std::is_base_of_v<U, T>,
                  "T must derive from the class that "
                  "the pointer has");
    const internal::TypeInfo* const asked =
        internal::type_slot<std::remove_cv_t<T>>.info.load(
            std::memory_order_acquire);
    const internal::TypeInfo& type = internal::TypeOf(object);
    // Null: no object of T, nor of a class that lists it, was ever made.
    if (asked != nullptr && internal::IsA(type, *asked)) return true;
    if (__builtin_expect(type.hides_bases, false)) {
      internal::RefuseCast(type);
    }
    return false;
  }
}

template <typename T, typename U, typename... Policies>
bool Is(const internal::BasicMember<U, Policies...>& member) {
  return Is<T>(static_cast<const U*>(member.get()));
}

template <typename T, typename U, typename... Policies>
bool Is(const internal::BasicPersistent<U, Policies...>& handle) {
  return Is<T>(static_cast<const U*>(handle.Get()));
}

// The object as a T, or null if it is none.
template <typename T, typename U>
internal::CastTarget<T, U>* DynamicTo(U* object) {
  return Is<T>(object) ? static_cast<internal::CastTarget<T, U>*>(object)
                       : nullptr;
}

template <typename T, typename U, typename... Policies>
internal::CastTarget<T, U>* DynamicTo(
    const internal::BasicMember<U, Policies...>& member) {
  return DynamicTo<T>(member.get());
}

template <typename T, typename U, typename... Policies>
internal::CastTarget<T, U>* DynamicTo(
    const internal::BasicPersistent<U, Policies...>& handle) {
  return DynamicTo<T>(handle.Get());
}

// The object as a T. Requires: it is one (checked in debug builds), or null.
template <typename T, typename U>
internal::CastTarget<T, U>* To(U* object) {
  HALFWORD_DCHECK(object == nullptr || Is<T>(object),
                  "To<T> needs an object that is a T; ask Is<T> first");
  return static_cast<internal::CastTarget<T, U>*>(object);
}

template <typename T, typename U, typename... Policies>
internal::CastTarget<T, U>* To(
    const internal::BasicMember<U, Policies...>& member) {
  return To<T>(member.get());
}

template <typename T, typename U, typename... Policies>
internal::CastTarget<T, U>* To(
    const internal::BasicPersistent<U, Policies...>& handle) {
  return To<T>(handle.Get());
}

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_TYPE_CASTING_H_
