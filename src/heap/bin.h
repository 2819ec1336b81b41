// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Bin: the pages of one kind of slot in one heap, and the run being filled.
//
// A bin holds slots of one size in one space: of one type, or of every type
// that has no pages of its own (a shared bin). Each of its pages is in just
// one place, but for those that a helper is sweeping:
//
//   page       being allocated from
//   available  swept, with free slots
//   full       swept, without
//   unswept    marked is newer than allocated
//   swept      by a helper, and not filed yet (heap/shared_sweep.h)
//   handed     by a helper, too, and not taken over yet
//
//   after a marking: page, available, full -> unswept
//   sweep:           unswept -> available | full | the heap's page pool
//   by a helper:     unswept -> handed -> swept;  filed: as after a sweep
//   refill:          available -> page;  page -> full when it has no more runs
//   explicit free:   full -> available -> the heap's page pool, when empty
//
// A run is a row of free slots of the page. Its used part [run_begin, cursor)
// is not in the allocated bitmap until CloseRun().

#ifndef HALFWORD_HEAP_BIN_H_
#define HALFWORD_HEAP_BIN_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "halfword/internal/allocation_buffer.h"
#include "halfword/internal/checks.h"
#include "halfword/internal/type_info.h"
#include "heap/page_list.h"
#include "heap/slot_map.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct Bin {
  const SlotMap* map = nullptr;
  const TypeInfo* type = nullptr;  // null: shared
  uint32_t index = 0;              // PageRecord::bin of its pages
  uint16_t space_index = 0;

  // Where the open run is: the type's buffer in the heap's array, from which
  // inline code allocates, or own_buffer, which only the heap uses.
  AllocationBuffer* buffer = nullptr;
  AllocationBuffer own_buffer;
  uintptr_t run_begin = 0;

  PageIndex page = kNoPage;
  uint32_t next_granule = 0;  // of the page: where the next run is searched
  PageList available;
  PageList full;
  PageList unswept;
  PageList swept;
  PageList handed;

  bool is_shared() const { return type == nullptr; }
  // Whether its objects may.
  bool has_destructors() const { return is_shared() || type->has_destructor; }

  // Notes what was taken from the run as allocated, and empties the buffer.
  // Returns the bytes that were not taken, which the next search finds again.
  inline size_t CloseRun();

  // Takes a slot back if it is the last that was taken from the open run.
  bool GiveBackLast(uintptr_t slot);

  // Makes the next row of free slots of the page the open run, or so many bytes
  // of it, but one slot at least, and returns its bytes; 0 if there is none.
  // Requires: the run is closed; page is set.
  inline size_t OpenNextRun(size_t bytes_max = kPageBytes);

  // Moves a swept page that is in no list to the one that fits its live slots.
  void File(PageIndex swept_page);

  // Moves the page whose last run is closed to the full ones.
  void FileAsFull();

  // Makes a free slot of a swept page, or of the one in use, be found again.
  // Returns whether the page holds nothing now, and is taken out of its list;
  // the one in use stays. Requires: its bits are clear.
  bool NoteFreeSlot(PageIndex slot_page, uint32_t granule);

  // Makes every page wait for its sweep. Requires: the run is closed.
  void MakeUnswept();

  template <typename Function>
  void ForEachPage(Function function) const {
    if (page != kNoPage) function(page);
    available.ForEach(function);
    full.ForEach(function);
    unswept.ForEach(function);
    swept.ForEach(function);
    handed.ForEach(function);
  }
};

inline size_t Bin::CloseRun() {
  if (run_begin == 0) return 0;
  const auto begin =
      static_cast<uint32_t>(run_begin % kPageBytes / kGranuleBytes);
  const auto end = begin + static_cast<uint32_t>((buffer->cursor - run_begin) /
                                                 kGranuleBytes);
  SetSlots(*map, AllocatedBits(page), begin, end);
  const size_t left_bytes = buffer->end - buffer->cursor;
  next_granule = end;
  *buffer = AllocationBuffer{};
  run_begin = 0;
  return left_bytes;
}

inline size_t Bin::OpenNextRun(size_t bytes_max) {
  HALFWORD_DCHECK(run_begin == 0, "one run of a bin is open at a time");
  const SlotRow row = NextFreeRow(*map, AllocatedBits(page), next_granule);
  if (row.begin == map->end_granule()) return 0;
  size_t bytes = (row.end - row.begin) * kGranuleBytes;
  if (bytes > bytes_max) {
    bytes = std::max(bytes_max / map->slot_bytes, size_t{1}) * map->slot_bytes;
  }
  run_begin = PageAddress(page) + row.begin * kGranuleBytes;
  *buffer = {run_begin, run_begin + bytes};
  next_granule = row.begin + static_cast<uint32_t>(bytes / kGranuleBytes);
  return bytes;
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_HEAP_BIN_H_
