// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Load: a number from bytes that need not be aligned for it.

#ifndef HALFWORD_BASE_UNALIGNED_H_
#define HALFWORD_BASE_UNALIGNED_H_

#include <cstddef>
#include <cstring>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

// In the processor's order of bytes.
template <typename T>
T Load(const std::byte* place) {
  T value;
  std::memcpy(&value, place, sizeof(value));
  return value;
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_UNALIGNED_H_
