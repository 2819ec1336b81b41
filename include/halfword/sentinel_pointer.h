// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// kSentinelPointer: a pointer that is neither null nor an object, known when
// the program is compiled. Hash tables mark deleted slots with it. In a Member
// it is the word 1, so testing for it never decodes.

#ifndef HALFWORD_SENTINEL_POINTER_H_
#define HALFWORD_SENTINEL_POINTER_H_

#include "halfword/internal/word.h"

namespace halfword::inline HALFWORD_ABI {

struct SentinelPointer {
  template <typename T>
  operator T*() const {  // NOLINT: converts to any pointer, as nullptr does
    return reinterpret_cast<T*>(internal::kSentinelAddress);
  }

  friend constexpr bool operator==(SentinelPointer, SentinelPointer) {
    return true;
  }
};

inline constexpr SentinelPointer kSentinelPointer;

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_SENTINEL_POINTER_H_
