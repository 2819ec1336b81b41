// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The data by slot of one page: made when a bin or a large object takes the
// page, freed when the page goes back to the pool.

#ifndef HALFWORD_HEAP_SLOT_DATA_H_
#define HALFWORD_HEAP_SLOT_DATA_H_

#include <cstddef>
#include <cstdint>

#include "halfword/internal/page_record.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Whether a page needs any. is_shared: by types, so that slots need their ids.
constexpr bool NeedsSlotData(bool is_shared) {
  return is_shared || kMemoryDebug;
}

// What MakeSlotData() takes from malloc.
size_t SlotDataBytes(uint32_t slot_count, bool is_shared);
// What data that is kept since then takes in all.
size_t SlotDataBytes(const PageRecord& record);

// All zero. Errors: std::bad_alloc.
SlotData* MakeSlotData(uint32_t slot_count, bool is_shared);
void FreeSlotData(SlotData* data);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_HEAP_SLOT_DATA_H_
