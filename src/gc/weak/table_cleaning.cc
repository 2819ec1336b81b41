// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Cleaning, some groups of a table at a time.

#include "gc/weak/table_cleaning.h"

#include "halfword/internal/backing.h"
#include "halfword/internal/page_record.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Of 15 entries each: as much work as a page to sweep.
constexpr uint32_t kGroupsAtOnce = 8;

}  // namespace

void TableCleaning::Add(void* backing, CleanEntriesCallback clean) {
  CleaningCursor begin;
  if (RecordOf(backing).kind == PageKind::kLarge) clean(backing, &begin, 0);
  tables_.push_back({backing, clean, begin.first_count});
  if (tables_.size() == 1) ++heaps_with_tables_to_clean;
  cursor_ = begin;
}

bool TableCleaning::Advance() {
  if (tables_.empty()) return true;
  const Table& table = tables_.back();
  if (!table.clean(table.backing, &cursor_, kGroupsAtOnce)) return false;
  spare_bytes_ += cursor_.spare_bytes;
  if (tables_.size() == 1) {
    End();
    return true;
  }
  tables_.pop_back();
  const uint32_t count = tables_.back().entry_count;
  cursor_ = {.is_stale = count != 0, .first_count = count};
  return false;
}

// The memory is given back: the next collection may find no tables.
void TableCleaning::End() {
  if (tables_.empty()) return;
  decltype(tables_)().swap(tables_);
  --heaps_with_tables_to_clean;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
