// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// FinalizerTrait<T>: what ends an object of T when it has died. Its destructor,
// or, if the class has one, a method
//   void FinalizeGarbageCollectedObject();
// with which a hierarchy without vtable finds the destructor of the derived
// class by itself. null: nothing is to be done.

#ifndef HALFWORD_INTERNAL_FINALIZER_TRAIT_H_
#define HALFWORD_INTERNAL_FINALIZER_TRAIT_H_

#include <type_traits>

#include "halfword/internal/type_info.h"

namespace halfword::inline HALFWORD_ABI::internal {

template <typename T>
concept HasFinalizeMethod =
    requires(T& object) { object.FinalizeGarbageCollectedObject(); };

// What throws ends the process: a sweep is not left half done.
// NOLINTBEGIN(bugprone-exception-escape)
template <typename T>
constexpr DestroyCallback FinalizerOf() {
  if constexpr (HasFinalizeMethod<T>) {
    return [](void* object) noexcept {
      static_cast<T*>(object)->FinalizeGarbageCollectedObject();
    };
  } else if constexpr (!std::is_trivially_destructible_v<T> &&
                       requires(T& object) { object.~T(); }) {
    // Of the classes that stay a base, some hide their destructor.
    return [](void* object) noexcept { static_cast<T*>(object)->~T(); };
  } else {
    return nullptr;
  }
}
// NOLINTEND(bugprone-exception-escape)

template <typename T>
struct FinalizerTrait {
  static constexpr DestroyCallback kCallback = FinalizerOf<T>();
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_FINALIZER_TRAIT_H_
