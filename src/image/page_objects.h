// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The objects of one page of a heap, by the bits of what is allocated. Those of
// an image that nobody has checked may be any: an object is only where a slot
// begins, so that none reaches out of its page or run.

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
  const PageRecord& record = RecordAt(page);
  const uint64_t* const allocated = AllocatedBits(page);
  if (record.kind == PageKind::kLarge) {
    if ((allocated[0] & 1) != 0) function(PageAddress(page));
    return;
  }
  if (record.kind != PageKind::kSlots) return;
  const SlotMap& map = SlotMapFor(record.slot_bytes);
  for (size_t word = 0; word < kPageBitmapWords; ++word) {
    for (uint64_t bits = allocated[word] & map.starts[word]; bits != 0;
         bits &= bits - 1) {
      const auto bit = static_cast<size_t>(std::countr_zero(bits));
      function(PageAddress(page) + (word * 64 + bit) * kGranuleBytes);
    }
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_PAGE_OBJECTS_H_
