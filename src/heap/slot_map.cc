// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Makes the maps, and what is done with them for more than a word.

#include "heap/slot_map.h"

#include <atomic>

#include "halfword/internal/checks.h"
#include "halfword/internal/size_class.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Never freed: pages of every heap may refer to them until the process ends.
constinit std::atomic<const SlotMap*> maps[kSmallBytesMax / kGranuleBytes + 1];

const SlotMap* MakeSlotMap(uint32_t slot_bytes) {
  auto* const map = new SlotMap{};
  map->slot_bytes = slot_bytes;
  map->slot_granules = slot_bytes / static_cast<uint32_t>(kGranuleBytes);
  map->slot_count = static_cast<uint32_t>(kPageBytes) / slot_bytes;
  map->reciprocal = static_cast<uint32_t>(
      ((uint64_t{1} << 32) + slot_bytes - 1) / slot_bytes);
  for (uint32_t slot = 0; slot < map->slot_count; ++slot) {
    const uint32_t granule = slot * map->slot_granules;
    map->starts[granule / 64] |= uint64_t{1} << (granule % 64);
  }
  return map;
}

}  // namespace

const SlotMap& SlotMapFor(uint32_t slot_bytes) {
  HALFWORD_CHECK(slot_bytes % kGranuleBytes == 0 && slot_bytes != 0 &&
                     slot_bytes <= kSmallBytesMax,
                 "slots are whole granules and at most half a page");
  auto& place = maps[slot_bytes / kGranuleBytes];
  const SlotMap* map = place.load(std::memory_order_acquire);
  if (map != nullptr) return *map;
  const SlotMap* const made = MakeSlotMap(slot_bytes);
  if (place.compare_exchange_strong(map, made, std::memory_order_acq_rel)) {
    return *made;
  }
  delete made;  // another thread was faster
  return *map;
}

const SlotMap* FindSlotMap(uint32_t slot_bytes) {
  if (slot_bytes % kGranuleBytes != 0 || slot_bytes > kSmallBytesMax) {
    return nullptr;
  }
  return maps[slot_bytes / kGranuleBytes].load(std::memory_order_acquire);
}

SlotRow NextFreeRowOfWords(const SlotMap& map, const uint64_t* allocated,
                           uint32_t granule) {
  const uint32_t begin = NextFreeSlot(map, allocated, granule);
  return {begin, NextAllocatedSlot(map, allocated, begin)};
}

void SetSlotsOfWords(const SlotMap& map, uint64_t* bitmap, uint32_t begin,
                     uint32_t end) {
  if (begin >= end) return;
  const size_t first = begin / 64;
  const size_t last = (end - 1) / 64;
  const uint64_t first_mask = ~uint64_t{0} << (begin % 64);
  const uint64_t last_mask = ~uint64_t{0} >> (63 - (end - 1) % 64);
  if (first == last) {
    bitmap[first] |= map.starts[first] & first_mask & last_mask;
    return;
  }
  bitmap[first] |= map.starts[first] & first_mask;
  for (size_t word = first + 1; word < last; ++word) {
    bitmap[word] |= map.starts[word];
  }
  bitmap[last] |= map.starts[last] & last_mask;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
