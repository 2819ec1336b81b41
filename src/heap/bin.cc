// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Runs of a bin: found in the bitmap, opened as its buffer, and noted when they
// are closed.

#include "heap/bin.h"

#include <algorithm>

#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::internal {

size_t Bin::CloseRun() {
  if (run_begin == 0) return 0;
  const uintptr_t page_begin = PageAddress(page);
  const auto begin =
      static_cast<uint32_t>((run_begin - page_begin) / kGranuleBytes);
  const auto end =
      static_cast<uint32_t>((buffer->cursor - page_begin) / kGranuleBytes);
  SetSlots(*map, AllocatedBits(page), begin, end);
  const size_t left_bytes = buffer->end - buffer->cursor;
  next_granule = end;
  *buffer = AllocationBuffer{};
  run_begin = 0;
  return left_bytes;
}

bool Bin::GiveBackLast(uintptr_t slot) {
  const bool is_last = run_begin != 0 && slot >= run_begin &&
                       slot + map->slot_bytes == buffer->cursor;
  if (is_last) buffer->cursor = slot;
  return is_last;
}

size_t Bin::OpenNextRun(size_t bytes_max) {
  HALFWORD_DCHECK(run_begin == 0, "one run of a bin is open at a time");
  const uint64_t* const allocated = AllocatedBits(page);
  const uint32_t begin = NextFreeSlot(*map, allocated, next_granule);
  if (begin == map->end_granule()) return 0;
  uint32_t end = NextAllocatedSlot(*map, allocated, begin);
  const size_t slots_max = std::max<size_t>(bytes_max / map->slot_bytes, 1);
  const size_t granules_max = slots_max * (map->slot_bytes / kGranuleBytes);
  end = static_cast<uint32_t>(std::min<size_t>(end, begin + granules_max));
  const uintptr_t page_begin = PageAddress(page);
  run_begin = page_begin + begin * kGranuleBytes;
  buffer->cursor = run_begin;
  buffer->end = page_begin + end * kGranuleBytes;
  next_granule = end;
  return buffer->end - run_begin;
}

void Bin::File(PageIndex swept_page) {
  if (RecordAt(swept_page).live_slots < map->slot_count) {
    available.PushFront(swept_page);
  } else {
    full.PushFront(swept_page);
  }
}

void Bin::FileAsFull() {
  // Tells it from an available page when a slot of it is given back.
  RecordAt(page).live_slots = static_cast<uint16_t>(map->slot_count);
  full.PushFront(page);
  page = kNoPage;
}

void Bin::NoteFreeSlot(PageIndex slot_page, uint32_t granule) {
  if (slot_page == page) {
    next_granule = std::min(next_granule, granule);
    return;
  }
  uint16_t& live_slots = RecordAt(slot_page).live_slots;
  if (live_slots == map->slot_count) {
    full.Remove(slot_page);
    available.PushFront(slot_page);
  }
  --live_slots;
}

void Bin::MakeUnswept() {
  HALFWORD_DCHECK(run_begin == 0, "runs are closed before pages are swept");
  HALFWORD_DCHECK(swept.empty() && handed.empty(),
                  "pages are filed before others are marked");
  if (page != kNoPage) {
    unswept.PushFront(page);
    page = kNoPage;
  }
  unswept.Append(available);
  unswept.Append(full);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
