// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Cleaning, some groups of a table at a time.

#include "gc/weak/table_cleaning.h"

#include "halfword/internal/backing.h"
#include "halfword/internal/page_record.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Of 15 entries each: as much work as a page to sweep.
constexpr uint32_t kGroupsAtOnce = 8;

size_t PartOf(size_t bytes, size_t count, size_t of_count) {
  return of_count == 0 ? 0
                       : static_cast<size_t>(static_cast<double>(bytes) *
                                             static_cast<double>(count) /
                                             static_cast<double>(of_count));
}

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
  NoteCleaned();
  if (tables_.size() == 1) {
    End();
    return true;
  }
  tables_.pop_back();
  const uint32_t count = tables_.back().entry_count;
  cursor_ = {.is_stale = count != 0, .first_count = count};
  return false;
}

void TableCleaning::NoteCleaned() {
  const size_t lost_count =
      std::min<size_t>(cursor_.first_count, cursor_.lost_count);
  found_.first_count += cursor_.first_count;
  found_.kept_count += cursor_.first_count - lost_count;
  found_.place_count += cursor_.place_count;
  found_.place_bytes += cursor_.place_bytes;
  found_.spare_count += cursor_.spare_count;
  found_.spare_bytes +=
      PartOf(cursor_.place_bytes, cursor_.spare_count, cursor_.place_count);
  if (cursor_.sampled_count == 0) return;
  found_.spare_bytes +=
      cursor_.lost_count * (cursor_.sampled_bytes / cursor_.sampled_count);
}

// The memory is given back: the next collection may find no tables.
void TableCleaning::End() {
  if (tables_.empty()) return;
  decltype(tables_)().swap(tables_);
  --heaps_with_tables_to_clean;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
