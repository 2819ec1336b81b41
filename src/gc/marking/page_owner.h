// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Which of several markers sets the mark bits of a page, and marks what is
// there: the first that comes to it, until another one comes there, too.
//
// A bit that two threads may set needs an atomic operation, which takes as long
// as all the rest of marking an object: two markers took 26 to 29 ms together
// for what one did in 16. But what was allocated together is mostly found
// together. So the first marker owns a page, whose bits fill cache lines of
// their own, and sets them by plain writes. Another one that comes there sends
// its owner what it has found; where that happens often, the owner opens the
// page to all, who set bits there atomically from then on
// (design/marking.md#req.mark.owners).
//
//   of nobody -> of the first marker -> open
//
// Threads: any marker of the heap, while several mark. Between an owner's plain
// write and another's atomic one is the owner's release, or the pool's lock.

#ifndef HALFWORD_GC_MARKING_PAGE_OWNER_H_
#define HALFWORD_GC_MARKING_PAGE_OWNER_H_

#include <cstdint>

#include "halfword/internal/compiler.h"
#include "halfword/internal/page_record.h"

namespace halfword::inline HALFWORD_ABI::internal {

// From 1 to kMarkerNumberMax.
using MarkerNumber = uint16_t;

inline constexpr MarkerNumber kNobody = 0;
inline constexpr MarkerNumber kMarkerNumberMax = 0xfe;
inline constexpr MarkerNumber kEverybody = 0xff;  // the page is open

// PageRecord::marker is an owner and, above that, how many words the owner was
// sent. It opens the page after so many: in a graph without any order all pages
// should be open soon, since sending costs as much as an atomic operation.
inline constexpr int kOwnerBits = 8;
inline constexpr uint16_t kSentWordsMax = 3;

// The owner of a page; that is the claimant if it was nobody's.
HALFWORD_ALWAYS_INLINE MarkerNumber OwnerOf(PageRecord* page,
                                            MarkerNumber claimant) {
  uint16_t marker = __atomic_load_n(&page->marker, __ATOMIC_ACQUIRE);
  if (__builtin_expect(marker == kNobody, false) &&
      __atomic_compare_exchange_n(&page->marker, &marker, claimant, false,
                                  __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE)) {
    return claimant;
  }
  return marker & kEverybody;
}

inline bool IsOwnedBy(const PageRecord& page, MarkerNumber marker) {
  return (__atomic_load_n(&page.marker, __ATOMIC_RELAXED) & kEverybody) ==
         marker;
}

// Opens a page to all if it has this owner.
// Requires: the caller is the owner, or the owner sets no bits meanwhile.
inline void OpenPage(PageRecord* page, MarkerNumber owner) {
  if (!IsOwnedBy(*page, owner)) return;
  __atomic_store_n(&page->marker, kEverybody, __ATOMIC_RELEASE);
}

// The owner, if it still is, was sent a word of the page.
inline void NoteSentWord(PageRecord* page, MarkerNumber owner) {
  if (!IsOwnedBy(*page, owner)) return;
  const uint16_t marker = __atomic_load_n(&page->marker, __ATOMIC_RELAXED);
  const bool stays = marker >> kOwnerBits < kSentWordsMax;
  __atomic_store_n(
      &page->marker,
      stays ? static_cast<uint16_t>(marker + (1 << kOwnerBits)) : kEverybody,
      __ATOMIC_RELEASE);
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_MARKING_PAGE_OWNER_H_
