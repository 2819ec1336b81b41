// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The two loops that look at millions of slots: one when marking is all but
// done, where every other target may be dead and nothing can be predicted, and
// one in the pause, where next to all are.

#include "gc/weak/weak_slots.h"

#include "gc/weak/weak_slot.h"

namespace halfword::inline HALFWORD_ABI::internal {

void WeakSlots::AddUnmarked(const Row& row) {
  constexpr size_t kPart = 512;
  const uint64_t* const marked = side_tables.marked;
  Place places[kPart];
  uintptr_t slot = row.first;
  for (size_t left = row.count; left != 0;) {
    const size_t part = std::min(left, kPart);
    left -= part;
    Place* top = places;
    for (size_t i = 0; i < part; ++i, slot += row.stride) {
      *top = PlaceOf(reinterpret_cast<const Word*>(slot));
      top += 1 + MinusMarked(LoadSlot(slot), marked);
    }
    AddPlaces({places, top});
  }
}

void WeakSlots::AddPlaces(std::span<const Place> places) {
  Blocks& blocks = blocks_[kObjects];
  while (!places.empty()) {
    if (blocks.empty() || blocks.back().size() == kBlockCount) {
      blocks.emplace_back();
    }
    Block& last = blocks.back();
    const size_t part = std::min(places.size(), kBlockCount - last.size());
    const std::span<const Place> first = places.first(part);
    last.insert(last.end(), first.begin(), first.end());
    size_ += part;
    places = places.subspan(part);
  }
}

// What does not change in a pause is read once: stores to slots would have the
// compiler read it for each.
template <WeakSlots::Kind kKind>
void WeakSlots::Settle(std::span<const Place> places) {
  const uint64_t* const marked = side_tables.marked;
  const uint64_t* const allocated = side_tables.allocated;
  Word* const first = SlotAt(0);
  for (size_t i = 0; i < places.size(); ++i) {
    // Of the targets' bits, many are on their way at a time as it is: the
    // branches are foreseen.
    __builtin_prefetch(first + places[std::min(i + kAhead, places.size() - 1)]);
    Word* const slot = first + places[i];
    const Word word = LoadSlot(reinterpret_cast<uintptr_t>(slot));
    if (!IsReference(word)) continue;
    const size_t granule = WindowGranule(word);
    if (TestBit(marked, granule)) continue;
    if (kKind == kObjects || TestBit(allocated, granule) ||
        !IsMarked(ObjectOfMixin(word))) {
      WeakSlot::Clear(slot);
    }
  }
}

void WeakSlots::SettleBlock(size_t number) const {
  const size_t any_count = blocks_[kAny].size();
  if (number < any_count) {
    Settle<kAny>(blocks_[kAny][number]);
  } else {
    Settle<kObjects>(blocks_[kObjects][number - any_count]);
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal
