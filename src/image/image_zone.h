// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Zones: how the pages of an image are divided. A zone is a row of pages of
// which the first are its tables: an entry for each of its pages, then their
// bits of what is allocated. The chain of zones is found in the tables
// themselves: the entry of a zone's first page says how long the zone is.
//
//   entries           16 bytes a page, filled up to a page of the system
//   allocated bits    one a granule, filled up to whole pages
//   pages with objects
//
// A zone is a quarter as long as all before it, so that tables of pages that
// are not used yet take little, and the largest image still has few zones, each
// of which costs mappings.

#ifndef HALFWORD_IMAGE_IMAGE_ZONE_H_
#define HALFWORD_IMAGE_IMAGE_ZONE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/bits.h"
#include "base/virtual_memory.h"
#include "cage/cage.h"
#include "halfword/internal/page_record.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Of a page of an image, counted from the image's first.
using ImagePage = uint32_t;

enum class PageUse : uint8_t {
  kFree,
  kOwn,     // slots of one type
  kShared,  // slots of one size
  kLarge,
  kLargeTail,
  kTables,
};

// As it stands in the file; all zero: the page is free.
struct PageEntry {
  uint8_t use = 0;          // a PageUse
  uint8_t space_index = 0;  // of kOwn and kShared
  uint16_t live_slots = 0;
  uint32_t slot_bytes = 0;
  uint32_t type = 0;      // in the image's list of types; of kOwn and kLarge
  uint32_t page_run = 0;  // kLarge: its pages; kLargeTail: the distance to the
                          // first; kTables: the pages of the zone, if it is
                          // the zone's first page
  friend bool operator==(const PageEntry&, const PageEntry&) = default;
};
static_assert(sizeof(PageEntry) == 16);

struct ImageZone {
  ImagePage first_page = 0;
  uint32_t page_count = 0;

  // Whole chunks, whose tables fill four pages to the last byte: 15 pages of
  // the system with bits, and one with entries.
  static constexpr uint32_t kPagesMultiple = 240;
  static constexpr uint32_t kGrowthDivisor = 4;
  static constexpr size_t kPageBitmapBytes = kPageGranules / 8;

  static constexpr size_t EntryBytes(uint32_t page_count) {
    return RoundUp(page_count * sizeof(PageEntry), kOsPageBytes);
  }
  static constexpr uint32_t TablePages(uint32_t page_count) {
    const size_t bytes = EntryBytes(page_count) + page_count * kPageBitmapBytes;
    return static_cast<uint32_t>(RoundUp(bytes, kPageBytes) / kPageBytes);
  }

  // The zone behind so many pages that has room for a run of pages.
  // Requires: fewer pages than a cage has.
  static constexpr ImageZone After(ImagePage end, uint32_t run_pages) {
    return AtLeast(end, run_pages, end / kGrowthDivisor);
  }
  // The same where there is no room for more than is needed.
  static constexpr ImageZone SmallestAfter(ImagePage end, uint32_t run_pages) {
    return AtLeast(end, run_pages, 0);
  }

  ImagePage end() const { return first_page + page_count; }
  uint32_t table_pages() const { return TablePages(page_count); }
  size_t entry_bytes() const { return EntryBytes(page_count); }
  size_t bitmap_bytes() const { return page_count * kPageBitmapBytes; }

 private:
  static constexpr ImageZone AtLeast(ImagePage first, uint32_t run_pages,
                                     uint32_t pages) {
    uint32_t count = static_cast<uint32_t>(
        RoundUpToMultiple(std::max(pages, run_pages), kPagesMultiple));
    count = std::max(count, kPagesMultiple);
    while (count - TablePages(count) < run_pages) count += kPagesMultiple;
    return {first, count};
  }
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_IMAGE_ZONE_H_
