// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// SlotSet: weak slots that are found again and again while a cycle marks, each
// once: those of objects that the program reports as changed. A hash table with
// linear probing, which is never more than half full, so that a slot costs a
// look at one place or two (design/concurrent_marking.md#req.beside.bounded).
//
// Threads: those of the marker that has it.

#ifndef HALFWORD_GC_WEAK_SLOT_SET_H_
#define HALFWORD_GC_WEAK_SLOT_SET_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/system_memory.h"
#include "gc/weak/weak_slots.h"
#include "halfword/internal/word.h"

namespace halfword::inline HALFWORD_ABI::internal {

class SlotSet {
 public:
  // More are refused: a pause looks at each.
  static constexpr size_t kCountMax = size_t{1} << 16;

  // Returns whether the slot is in the set now. Requires: it is in an object of
  // the cage, where no slot lies at place 0. Errors: std::bad_alloc.
  bool Add(const Word* slot) {
    if (places_.empty()) places_.resize(kFirstRoom);
    const Place place = WeakSlots::PlaceOf(slot);
    Place* const found = Find(place);
    if (*found == place) return true;
    if (count_ == kCountMax) return false;
    *found = place;
    if (++count_ > places_.size() / 2) Grow();
    return true;
  }

  // Calls function(const Word* slot) for each, in no order.
  template <typename Function>
  void ForEach(Function function) const {
    for (const Place place : places_) {
      if (place != 0) function(WeakSlots::SlotAt(place));
    }
  }

  size_t size() const { return count_; }
  size_t bytes() const { return places_.capacity() * sizeof(Place); }

 private:
  using Place = WeakSlots::Place;
  using Places = std::vector<Place, SystemAllocator<Place>>;
  static constexpr size_t kFirstRoom = 1024;  // a power of two

  // Where it is, or would be.
  Place* Find(Place place) {
    const int shift = 64 - std::countr_zero(places_.size());
    size_t at = (place * uint64_t{0x9e3779b97f4a7c15}) >> shift;
    while (places_[at] != 0 && places_[at] != place) {
      at = (at + 1) % places_.size();
    }
    return &places_[at];
  }

  void Grow() {
    Places old(2 * places_.size());
    std::swap(old, places_);
    for (const Place place : old) {
      if (place != 0) *Find(place) = place;
    }
  }

  Places places_;  // 0: none
  size_t count_ = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_WEAK_SLOT_SET_H_
