// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Counting the objects of all pages, once.

#include "snapshot/node_table.h"

#include <algorithm>

#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::internal {

NodeTable::NodeTable(const HeapCore& heap, NodeOrdinal first_ordinal)
    : end_(first_ordinal) {
  size_t page_count = 0;
  heap.ForEachPage([&](PageIndex) { ++page_count; });
  if (page_count == 0) return;
  places_.reserve(page_count);
  heap.ForEachPage([this](PageIndex page) { places_.push_back({page, {}}); });
  std::sort(places_.begin(), places_.end(),
            [](const Place& a, const Place& b) { return a.page < b.page; });
  first_page_ = places_.front().page;
  place_of_.resize(places_.back().page - first_page_ + 1, kNoPlace);
  NodeOrdinal next = first_ordinal;
  for (size_t i = 0; i < places_.size(); ++i) {
    Place& place = places_[i];
    place_of_[place.page - first_page_] = static_cast<uint32_t>(i);
    for (size_t word = 0; word < kPageBitmapWords; ++word) {
      place.before[word] = next;
      next +=
          static_cast<NodeOrdinal>(PopCount(AllocatedBits(place.page)[word]));
    }
  }
  count_ = next - first_ordinal;
  end_ = next;
}

size_t NodeTable::PageOfNode(NodeOrdinal ordinal) const {
  const auto next =
      std::upper_bound(places_.begin(), places_.end(), ordinal,
                       [](NodeOrdinal wanted, const Place& place) {
                         return wanted < place.before[0];
                       });
  HALFWORD_DCHECK(next != places_.begin(), "a node of an object");
  // The last of equals is the one that has objects.
  return static_cast<size_t>(next - places_.begin()) - 1;
}

uintptr_t NodeTable::ObjectOf(NodeOrdinal ordinal) const {
  const Place& place = places_[PageOfNode(ordinal)];
  const auto* const before = std::upper_bound(std::begin(place.before),
                                              std::end(place.before), ordinal) -
                             1;
  const auto word = static_cast<size_t>(before - place.before);
  uint64_t bits = AllocatedBits(place.page)[word];
  for (NodeOrdinal left = ordinal - *before; left != 0; --left) {
    bits &= bits - 1;
  }
  const auto bit = static_cast<size_t>(std::countr_zero(bits));
  return PageAddress(place.page) + (word * 64 + bit) * kGranuleBytes;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
