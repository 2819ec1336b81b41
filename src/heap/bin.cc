// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Which list a page of a bin is in, by what is free of it.

#include "heap/bin.h"

#include <algorithm>

#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::internal {

bool Bin::GiveBackLast(uintptr_t slot) {
  const bool is_last = run_begin != 0 && slot >= run_begin &&
                       slot + map->slot_bytes == buffer->cursor;
  if (is_last) buffer->cursor = slot;
  return is_last;
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

bool Bin::NoteFreeSlot(PageIndex slot_page, uint32_t granule) {
  if (slot_page == page) {
    next_granule = std::min(next_granule, granule);
    return false;
  }
  uint16_t& live_slots = RecordAt(slot_page).live_slots;
  if (live_slots == map->slot_count) {
    full.Remove(slot_page);
    available.PushFront(slot_page);
  }
  // Never 0 with kUnfiledPage: such a page is in no list of these.
  if (--live_slots != 0) return false;
  available.Remove(slot_page);
  return true;
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
