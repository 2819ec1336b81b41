// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// TableCleaning: the weak tables of a heap whose entries a pause has left to be
// looked at after it. It goes through them piece by piece and gives back what
// died, before any page is swept: so no slot that a table still names is handed
// out again, and what died can be told by its mark. Meanwhile the tables
// themselves take such entries for vanished
// (design/tables.md#req.table.clean).
//
// Threads: the heap's own.

#ifndef HALFWORD_GC_WEAK_TABLE_CLEANING_H_
#define HALFWORD_GC_WEAK_TABLE_CLEANING_H_

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "base/system_memory.h"
#include "halfword/internal/backing_kind.h"
#include "halfword/internal/type_info.h"
#include "heap/sweep_prelude.h"

namespace halfword::inline HALFWORD_ABI::internal {

class TableCleaning final : public SweepPrelude {
 public:
  // on_end: called whenever the last table was cleaned, before pages are swept.
  explicit TableCleaning(std::function<void()> on_end = {})
      : on_end_(std::move(on_end)) {}
  ~TableCleaning() { End(); }
  TableCleaning(const TableCleaning&) = delete;
  TableCleaning& operator=(const TableCleaning&) = delete;

  // Requires: the pause has not begun to sweep; the table lives.
  // Errors: std::bad_alloc.
  void Add(void* backing, CleanEntriesCallback clean);

  // The tables that are still to be cleaned.
  bool empty() const { return tables_.empty(); }
  size_t bytes() const { return tables_.capacity() * sizeof(Table); }

  // Of all that were cleaned since the last call.
  struct Found {
    size_t first_count = 0;  // of entries, when the turn of each came
    size_t kept_count = 0;   // of these
    size_t place_count = 0;
    size_t place_bytes = 0;
    size_t spare_count = 0;  // of places
    size_t spare_bytes = 0;  // what they take, and what lost entries held
  };
  Found TakeFound() { return std::exchange(found_, {}); }

  bool Advance() override;
  void NoteEnd() override {
    if (on_end_) on_end_();
  }

 private:
  struct Table {
    void* backing;
    CleanEntriesCallback clean;
    uint32_t entry_count;  // 0: of a small one, which is not asked in a pause
  };

  void NoteCleaned();
  void End();

  const std::function<void()> on_end_;
  std::vector<Table, SystemAllocator<Table>>
      tables_;  // the last one is being cleaned
  CleaningCursor cursor_;
  Found found_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_WEAK_TABLE_CLEANING_H_
