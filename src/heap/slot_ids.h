// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// SlotIds: the numbers that heap snapshots gave to the objects of one page.
//
// A snapshot numbers every live object that has no number yet, in a row, so
// that a page needs just the first of them and a bitmap of the slots:
//
//   numbered    the slots that still hold their numbered object
//   numberings  one for each snapshot that numbered slots here, oldest first:
//               the slots, never changed, and the first number
//
// The number of an object is first + its rank among the slots of the newest
// numbering that has its slot. An object that dies leaves `numbered` when its
// page is swept, so that its number is never that of another.
//
// Where allocations are tracked, an object has its number from its birth, in a
// list of the page's slots (heap/slot_births.h).
//
// Cost: 272 bytes a page and snapshot that numbered there, whether it holds 2
// objects or 1,024. Numberings that number nothing alive fall away; where more
// than kNumberingCountMax are left, they become one that has its numbers in a
// list, 4 bytes each (design/snapshots.md#req.snapshot.ids).
//
// Threads: the heap's own; a helper that sweeps the page calls KeepOnly().

#ifndef HALFWORD_HEAP_SLOT_IDS_H_
#define HALFWORD_HEAP_SLOT_IDS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "heap/slot_births.h"
#include "heap/slot_map.h"

namespace halfword::inline HALFWORD_ABI::internal {

class SlotIds {
 public:
  using Bits = uint64_t[kPageBitmapWords];

  static constexpr size_t kNumberingCountMax = 4;

  // Numbers the live slots that have no number from first_number on. Returns
  // how many; if they are more than count_max, none gets a number.
  uint32_t Number(const uint64_t* live, uint32_t first_number,
                  uint32_t count_max);

  // Writes the number of each numbered slot to numbers[its first granule].
  // Requires: room for kPageGranules.
  void CopyTo(uint32_t* numbers) const;

  // The number of the object in a slot; 0 if it has none.
  uint32_t NumberOf(uint32_t granule) const;

  // Notes an object that is new in its slot. Requires: birth.number is not 0;
  // the slots of the page are as given, at each call.
  void SetBirth(uint32_t granule, Birth birth, uint32_t slot_bytes,
                uint32_t slot_count);
  // Where the object in a slot was allocated; 0: nobody was watching.
  uint32_t SiteOf(uint32_t granule) const {
    return births_ != nullptr ? births_->At(granule).site : 0;
  }

  // The objects in other slots are dead.
  void KeepOnly(const uint64_t* live);
  void Forget(uint32_t granule);

  const uint64_t* numbered() const { return numbered_; }
  size_t bytes() const;

 private:
  struct Numbering {
    Bits slots;
    uint32_t first;
    std::vector<uint32_t> list;  // instead of first, unless empty
  };

  static uint32_t RankOf(const Bits& slots, uint32_t granule);
  bool HasBirth(uint32_t granule) const {
    return births_ != nullptr && births_->At(granule).number != 0;
  }
  void ForgetBirths(const Bits& slots);
  void DropDead();
  void MergeAll();

  Bits numbered_ = {};
  std::vector<Numbering> numberings_;
  // Of slots that are numbered; what it has goes before any numbering. Null: no
  // allocation of the page was tracked.
  std::unique_ptr<SlotBirths> births_;
};

// Null: no snapshot has numbered objects of the page. The first page of a large
// object stands for it.
inline SlotIds* SlotIdsOf(PageIndex page) {
  const SlotData* const data = RecordAt(page).slot_data;
  return data != nullptr ? data->ids : nullptr;
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_HEAP_SLOT_IDS_H_
