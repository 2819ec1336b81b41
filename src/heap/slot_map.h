// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// SlotMap: for one slot size, the bits of a page's bitmap at which slots begin.
//
// With it a run of slots is found, and noted as allocated, 64 granules at a
// time: free slots are starts & ~allocated. One map serves every page of its
// slot size in the process.
//
// Where a page has gaps of two or three slots, a program looks for a row and
// notes one as often as it allocates three objects, and nearly all lie within a
// word; hence that case is inline, and the other not.

#ifndef HALFWORD_HEAP_SLOT_MAP_H_
#define HALFWORD_HEAP_SLOT_MAP_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "halfword/internal/page_record.h"

namespace halfword::inline HALFWORD_ABI::internal {

inline constexpr size_t kPageBitmapWords = kPageGranules / 64;

struct SlotMap {
  uint64_t starts[kPageBitmapWords];
  uint32_t slot_bytes;
  uint32_t slot_granules;
  uint32_t slot_count;
  uint32_t reciprocal;

  uint32_t end_granule() const { return slot_count * slot_granules; }
};

// The map of a slot size, made at the first request and kept.
// Requires: slot_bytes is a multiple of a granule, at most kSmallBytesMax.
// Threads: any.
const SlotMap& SlotMapFor(uint32_t slot_bytes);

// The same for any number: null where it is no slot size, or was not asked for.
const SlotMap* FindSlotMap(uint32_t slot_bytes);

// The first free slot at or after a granule, and the first slot after it that
// is allocated; both are granules of the page, map.end_granule() if none.
inline uint32_t NextFreeSlot(const SlotMap& map, const uint64_t* allocated,
                             uint32_t granule);
inline uint32_t NextAllocatedSlot(const SlotMap& map, const uint64_t* allocated,
                                  uint32_t granule);

// The first row of free slots that begins at or after a granule, up to the next
// slot that is allocated; both ends are map.end_granule() if there is none.
struct SlotRow {
  uint32_t begin;
  uint32_t end;
};
inline SlotRow NextFreeRow(const SlotMap& map, const uint64_t* allocated,
                           uint32_t granule);
SlotRow NextFreeRowOfWords(const SlotMap& map, const uint64_t* allocated,
                           uint32_t granule);

// Sets the bits of all slots that begin in [begin, end).
inline void SetSlots(const SlotMap& map, uint64_t* bitmap, uint32_t begin,
                     uint32_t end);
void SetSlotsOfWords(const SlotMap& map, uint64_t* bitmap, uint32_t begin,
                     uint32_t end);

// The bitmaps of a page. Requires: the page lies in the cage.
inline uint64_t* AllocatedBits(PageIndex page) {
  return side_tables.allocated + size_t{page} * kPageBitmapWords;
}
inline uint64_t* MarkedBits(PageIndex page) {
  return side_tables.marked + size_t{page} * kPageBitmapWords;
}

// The first granule from on whose bit is set in what word_at gives.
template <typename WordAt>
inline uint32_t NextSetGranule(uint32_t from, uint32_t end, WordAt word_at) {
  if (from >= end) return end;
  size_t word = from / 64;
  uint64_t bits = word_at(word) & (~uint64_t{0} << (from % 64));
  while (bits == 0) {
    if (++word == kPageBitmapWords) return end;
    bits = word_at(word);
  }
  const auto bit = static_cast<size_t>(std::countr_zero(bits));
  return std::min(end, static_cast<uint32_t>(word * 64 + bit));
}

inline uint32_t NextFreeSlot(const SlotMap& map, const uint64_t* allocated,
                             uint32_t granule) {
  return NextSetGranule(granule, map.end_granule(), [&](size_t word) {
    return map.starts[word] & ~allocated[word];
  });
}

inline uint32_t NextAllocatedSlot(const SlotMap& map, const uint64_t* allocated,
                                  uint32_t granule) {
  return NextSetGranule(granule, map.end_granule(),
                        [&](size_t word) { return allocated[word]; });
}

inline SlotRow NextFreeRow(const SlotMap& map, const uint64_t* allocated,
                           uint32_t granule) {
  const size_t word = granule / 64;
  if (word < kPageBitmapWords) {
    const uint64_t free =
        map.starts[word] & ~allocated[word] & (~uint64_t{0} << (granule % 64));
    const auto begin = static_cast<uint32_t>(std::countr_zero(free));
    const uint64_t after =
        free == 0 ? 0 : allocated[word] & (~uint64_t{0} << begin);
    if (after != 0) {
      const auto end = static_cast<uint32_t>(std::countr_zero(after));
      const auto first = static_cast<uint32_t>(word * 64);
      return {first + begin, first + end};
    }
  }
  return NextFreeRowOfWords(map, allocated, granule);
}

inline void SetSlots(const SlotMap& map, uint64_t* bitmap, uint32_t begin,
                     uint32_t end) {
  const size_t word = begin / 64;
  if (begin < end && word == (end - 1) / 64) {
    bitmap[word] |= map.starts[word] & (~uint64_t{0} << (begin % 64)) &
                    (~uint64_t{0} >> (63 - (end - 1) % 64));
  } else {
    SetSlotsOfWords(map, bitmap, begin, end);
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_HEAP_SLOT_MAP_H_
