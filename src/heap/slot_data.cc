// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Arrays from malloc, as many as the build and the page call for.

#include "heap/slot_data.h"

#include <cstdlib>
#include <memory>
#include <new>

#include "heap/memory_debug.h"
#include "heap/slot_ids.h"

namespace halfword::inline HALFWORD_ABI::internal {

size_t SlotDataBytes(uint32_t slot_count, bool is_shared) {
  return sizeof(SlotData) + (is_shared ? slot_count * sizeof(TypeId) : 0) +
         (kMemoryDebug ? slot_count * sizeof(SlotDebug) : 0);
}

size_t SlotDataBytes(const PageRecord& record) {
  const SlotIds* const ids = record.slot_data->ids;
  return SlotDataBytes(record.slot_count, record.type == nullptr) +
         (ids != nullptr ? ids->bytes() : 0);
}

SlotData* MakeSlotData(uint32_t slot_count, bool is_shared) {
  std::unique_ptr<SlotData, decltype(&FreeSlotData)> data(new SlotData{},
                                                          &FreeSlotData);
  if (is_shared) {
    data->type_ids =
        static_cast<TypeId*>(std::calloc(slot_count, sizeof(TypeId)));
    if (data->type_ids == nullptr) throw std::bad_alloc();
  }
  if (kMemoryDebug) data->debug = new SlotDebug[slot_count]{};
  return data.release();
}

void FreeSlotData(SlotData* data) {
  std::free(data->type_ids);
  delete[] data->debug;
  delete data->ids;
  delete data;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
