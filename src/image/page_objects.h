// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The objects of one page of a heap, by the bits of what is allocated.

#ifndef HALFWORD_IMAGE_PAGE_OBJECTS_H_
#define HALFWORD_IMAGE_PAGE_OBJECTS_H_

#include <bit>
#include <cstddef>
#include <cstdint>

#include "heap/slot_map.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Calls function(address) for each. Requires: runs are closed, pages swept.
template <typename Function>
void ForEachObject(PageIndex page, Function function) {
  for (size_t word = 0; word < kPageBitmapWords; ++word) {
    for (uint64_t bits = AllocatedBits(page)[word]; bits != 0;
         bits &= bits - 1) {
      const auto bit = static_cast<size_t>(std::countr_zero(bits));
      function(PageAddress(page) + (word * 64 + bit) * kGranuleBytes);
    }
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_PAGE_OBJECTS_H_
