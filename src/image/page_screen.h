// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// PageScreen: a quick look at the references of a page that is about to be
// saved.
//
// The verifier (gc/verify/verifier.h) looks at all that can be wrong, and names
// it; that takes longer than a save may. So the screen asks of each reference
// only whether a living object of the declared class begins there, most often
// by a bit and a comparison, and leaves pages that do not pass to the verifier.
//
// Threads: the heap's.

#ifndef HALFWORD_IMAGE_PAGE_SCREEN_H_
#define HALFWORD_IMAGE_PAGE_SCREEN_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "halfword/internal/page_record.h"
#include "halfword/internal/type_info.h"
#include "halfword/internal/word.h"
#include "heap/slot_map.h"
#include "image/image_memory.h"

namespace halfword::inline HALFWORD_ABI::internal {

class PageScreen {
 public:
  explicit PageScreen(const ImageMemory& memory) : memory_(memory) {}

  // False: a reference may be wrong, or there is nothing wrong that the screen
  // understands. Requires: tables are sound, runs are closed, pages are swept.
  bool IsGood(PageIndex page);

 private:
  static constexpr uint64_t kNoBits[kPageBitmapWords] = {};

  // Words at equal distances, of one field.
  struct Row {
    uint32_t offset;
    uint32_t stride;
    uint32_t count;
    bool has_immediates;  // words that are no references say something, too
    const TypeInfo* declared;             // null: objects of any class
    const TypeInfo* last_good = nullptr;  // a class that will do
    // A page of objects of such a class, and their bits.
    uintptr_t last_page = 0;  // its address
    const uint64_t* last_bits = kNoBits;
  };
  // The words of a class that markers follow.
  struct Rows {
    std::vector<Row> fixed;
    std::vector<Row> trailing;  // of an element
    size_t trailing_offset = 0;
    size_t trailing_bytes = 0;
  };
  class RowFinder;

  Rows& RowsOf(const TypeInfo& type);
  bool IsGoodSlot(const PageRecord& record, uintptr_t object);
  bool IsGoodLarge(PageIndex first, PageIndex page);
  bool AreGood(std::span<Row> rows, uintptr_t base);
  static bool IsAtOnceGood(const Row& row, Word word);
  bool IsGoodWord(Row* row, Word word) const;
  bool IsGoodInside(const Row& row, uintptr_t target) const;

  const ImageMemory& memory_;
  std::unordered_map<const TypeInfo*, std::unique_ptr<Rows>> rows_;
  const TypeInfo* last_type_ = nullptr;
  Rows* last_rows_ = nullptr;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_PAGE_SCREEN_H_
