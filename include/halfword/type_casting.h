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

// The class of an object in a shared page.
const TypeInfo& SharedTypeOf(const PageRecord& record, const void* object);

HALFWORD_ALWAYS_INLINE const TypeInfo& TypeOf(const void* object) {
  const PageRecord& record = RecordOf(object);
  if (__builtin_expect(record.type != nullptr, true)) return *record.type;
  return SharedTypeOf(record, object);
}

HALFWORD_ALWAYS_INLINE bool IsA(const TypeInfo& type, const TypeInfo& base) {
  return type.ancestors[base.depth] == base.id;
}

}  // namespace internal

// Requires: object is null or the start of a managed object.
template <typename T, typename U>
bool Is(const U* object) {
  static_assert(!std::is_base_of_v<GarbageCollectedMixin, T> ||
                    internal::HasManagedBase<T>,
                "Is<T> asks for a managed class, not for a mixin");
  if (object == nullptr) return false;
  if constexpr (std::is_base_of_v<T, U>) {
    return true;
  } else {
    static_assert(std::is_base_of_v<U, T>, "T must derive from the class that "
                                           "the pointer has");
    const internal::TypeInfo* const asked =
        internal::type_slot<T>.info.load(std::memory_order_acquire);
    // No object of T, nor of a class derived from it, was ever made.
    if (asked == nullptr) return false;
    return internal::IsA(internal::TypeOf(object), *asked);
  }
}

template <typename T, typename U, internal::MemberKind kKind>
bool Is(const BasicMember<U, kKind>& member) {
  return Is<T>(static_cast<const U*>(member.get()));
}

template <typename T, typename U, internal::RootStrength kStrength>
bool Is(const BasicPersistent<U, kStrength>& handle) {
  return Is<T>(static_cast<const U*>(handle.Get()));
}

// The object as a T, or null if it is none.
template <typename T, typename U>
T* DynamicTo(U* object) {
  return Is<T>(object) ? static_cast<T*>(object) : nullptr;
}

template <typename T, typename U>
const T* DynamicTo(const U* object) {
  return Is<T>(object) ? static_cast<const T*>(object) : nullptr;
}

template <typename T, typename U, internal::MemberKind kKind>
T* DynamicTo(const BasicMember<U, kKind>& member) {
  return DynamicTo<T>(member.get());
}

template <typename T, typename U, internal::RootStrength kStrength>
T* DynamicTo(const BasicPersistent<U, kStrength>& handle) {
  return DynamicTo<T>(handle.Get());
}

// The object as a T. Requires: it is one (checked in debug builds), or null.
template <typename T, typename U>
T* To(U* object) {
  HALFWORD_DCHECK(object == nullptr || Is<T>(object),
                  "To<T> needs an object that is a T; ask Is<T> first");
  return static_cast<T*>(object);
}

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_TYPE_CASTING_H_
