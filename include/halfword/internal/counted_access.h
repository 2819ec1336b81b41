// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// CountedAccess: what RefPtr and MakeRefCounted() do with the count of an
// object, and the checks of debug builds around it.

#ifndef HALFWORD_INTERNAL_COUNTED_ACCESS_H_
#define HALFWORD_INTERNAL_COUNTED_ACCESS_H_

#include <type_traits>

#include "halfword/internal/counted_memory.h"
#include "halfword/internal/reference_count.h"
#include "halfword/internal/type_name.h"
#include "halfword/type_traits.h"

namespace halfword::inline HALFWORD_ABI {

template <typename T>
class RefPtr;

namespace internal {

// What a RefPtr points to.
template <typename T>
constexpr void CheckCountedTarget() {
  static_assert(Complete<T>,
                "halfword: include the header of the class that this RefPtr "
                "points to");
  if constexpr (Complete<T>) {
    static_assert(!IsGarbageCollectedOrMixinTypeV<T>,
                  "halfword: a collector owns the objects of this class, and "
                  "nothing counts them: use Member or Persistent, not RefPtr");
    static_assert(IsGarbageCollectedOrMixinTypeV<T> || DerivesFromRefCounted<T>,
                  "halfword: a RefPtr points to a class that is derived from "
                  "RefCounted or ThreadSafeRefCounted, once and publicly");
  }
}

class CountedAccess {
 public:
  template <typename T>
  HALFWORD_ALWAYS_INLINE static void Retain(const T* object) {
    CheckCountedTarget<T>();
    if constexpr (DerivesFromRefCounted<T>) {
      Check(object, CountedUse::kRetain);
      CountOf(object).Increment();
    }
  }

  template <typename T>
  HALFWORD_ALWAYS_INLINE static void Release(const T* object) {
    CheckCountedTarget<T>();
    if constexpr (DerivesFromRefCounted<T>) {
      Check(object, CountedUse::kRelease);
      if (CountOf(object).Decrement()) {
        BasicRefCounted<typename T::RefCountedRoot,
                        typename T::ReferenceCount>::Destroy(object);
      }
    }
  }

  template <typename T>
  HALFWORD_ALWAYS_INLINE static void CheckAccess(const T* object) {
    CheckCountedTarget<T>();
    if constexpr (DerivesFromRefCounted<T>) {
      Check(object, CountedUse::kAccess);
    }
  }

  // The first RefPtr to an object that was just made.
  template <typename T>
  static RefPtr<T> Adopt(T* object) {
    return RefPtr<T>(typename RefPtr<T>::Adopt(), object);
  }

  // Requires: the constructor of an object at this place threw.
  template <typename T>
  static void CheckFailure([[maybe_unused]] const void* memory) {
    if constexpr (kDchecks) {
      CheckCountedFailure(CountOf(static_cast<const T*>(memory)).address(),
                          kTypeName<T>);
    }
  }

 private:
  template <typename T>
  HALFWORD_ALWAYS_INLINE static auto& CountOf(const T* object) {
    return static_cast<const CountedObject<typename T::ReferenceCount>*>(object)
        ->count_;
  }

  template <typename T>
  HALFWORD_ALWAYS_INLINE static void Check([[maybe_unused]] const T* object,
                                           [[maybe_unused]] CountedUse use) {
    if constexpr (kDchecks) {
      CheckCountedUse(object, CountOf(object).address(), use,
                      T::ReferenceCount::kIsOfOneThread,
                      kTypeName<std::remove_cv_t<T>>);
    }
  }
};

}  // namespace internal
}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_INTERNAL_COUNTED_ACCESS_H_
