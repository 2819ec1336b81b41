// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// From a pointer to an object to one to a base of it, as handles convert.
//
// A static_cast keeps null, but moves the sentinel to a base that does not lie
// at the beginning of the object (a mixin); here both stay themselves.

#ifndef HALFWORD_INTERNAL_UPCAST_H_
#define HALFWORD_INTERNAL_UPCAST_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "halfword/internal/word.h"

namespace halfword::inline HALFWORD_ABI::internal {

// How far a static_cast from From* to To* moves the pointer. The compilers fold
// it to a constant.
template <typename To, typename From>
HALFWORD_ALWAYS_INLINE ptrdiff_t StaticCastOffset() {
  if constexpr (std::is_same_v<std::remove_cv_t<To>, std::remove_cv_t<From>>) {
    return 0;
  } else {
    constexpr uintptr_t kProbe = 0x100000;
    auto* const from = reinterpret_cast<From*>(kProbe);
    return static_cast<ptrdiff_t>(
        reinterpret_cast<uintptr_t>(static_cast<To*>(from)) - kProbe);
  }
}

template <typename To, typename From>
  requires std::is_convertible_v<From*, To*>
HALFWORD_ALWAYS_INLINE To* Upcast(From* from) {
  if (StaticCastOffset<To, From>() != 0 &&
      reinterpret_cast<uintptr_t>(from) == kSentinelAddress) {
    return reinterpret_cast<To*>(kSentinelAddress);
  }
  return from;
}

// The same for the word of a Member: not decoded, since a mixin lies a whole
// number of granules into the object.
template <typename To, typename From>
HALFWORD_ALWAYS_INLINE Word UpcastWord(Word word) {
  const ptrdiff_t offset = StaticCastOffset<To, From>();
  if (offset == 0 || !IsReference(word)) return word;
  constexpr int kShift = kCompressed ? kVirtualBits : 0;
  return word + static_cast<Word>(offset >> kShift);
}

// Whether two pointers of related classes are to one object, or both null, or
// both the sentinel.
template <typename T, typename U>
HALFWORD_ALWAYS_INLINE bool AreSame(T* a, U* b) {
  if constexpr (std::is_convertible_v<T*, U*>) {
    return Upcast<U>(a) == b;
  } else if constexpr (std::is_convertible_v<U*, T*>) {
    return a == Upcast<T>(b);
  } else {
    return a == b;
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_UPCAST_H_
