// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// NodeTable: from an object to its place among the nodes of a snapshot, without
// a table of objects. Nodes stand in the order of addresses, so that a node's
// ordinal is that of its page's first object, and the object's rank in the
// page's allocated bitmap. What is kept is the ordinal that each word of the
// bitmap begins with: 136 bytes a page.
//
// It is valid as long as nothing is allocated, freed or swept.

#ifndef HALFWORD_SNAPSHOT_NODE_TABLE_H_
#define HALFWORD_SNAPSHOT_NODE_TABLE_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/bits.h"
#include "heap/heap_core.h"
#include "heap/object_lookup.h"
#include "heap/slot_map.h"

namespace halfword::inline HALFWORD_ABI::internal {

// The place of a node among all, from 0.
using NodeOrdinal = uint32_t;
inline constexpr NodeOrdinal kNoNode = UINT32_MAX;

class NodeTable {
 public:
  // The live objects of a heap get the ordinals from first_ordinal on.
  // Requires: runs closed, all swept.
  NodeTable(const HeapCore& heap, NodeOrdinal first_ordinal);

  // The node of the object that begins there; kNoNode if none of the heap does.
  HALFWORD_ALWAYS_INLINE NodeOrdinal OrdinalOf(uintptr_t object) const {
    return OrdinalOfGranule(GranuleOf(object));
  }
  // The same of an object's first granule, as a reference has it.
  HALFWORD_ALWAYS_INLINE NodeOrdinal OrdinalOfGranule(size_t granule) const {
    const size_t index = granule / kPageGranules - first_page_;
    if (index >= place_of_.size() || place_of_[index] == kNoPlace) {
      return kNoNode;
    }
    const size_t word = granule / 64;
    const uint64_t bits = side_tables.allocated[word];
    const uint64_t bit = uint64_t{1} << (granule % 64);
    if ((bits & bit) == 0) return kNoNode;
    const Place& place = places_[place_of_[index]];
    return place.before[word % kPageBitmapWords] +
           static_cast<NodeOrdinal>(PopCount(bits & (bit - 1)));
  }

  // Whether an object has a node.
  HALFWORD_ALWAYS_INLINE bool Has(uintptr_t object) const {
    const size_t granule = GranuleOf(object);
    const size_t index = granule / kPageGranules - first_page_;
    return index < place_of_.size() && place_of_[index] != kNoPlace &&
           TestBit(side_tables.allocated, granule);
  }

  // The object of a node. Requires: it is one of an object.
  uintptr_t ObjectOf(NodeOrdinal ordinal) const;

  // Calls function(PageIndex, ordinal of its first object), in the order of
  // addresses; a large object has one page.
  template <typename Function>
  void ForEachPage(Function function) const {
    for (const Place& place : places_) function(place.page, place.before[0]);
  }

  // Objects.
  size_t count() const { return count_; }

  // Pages by their place, from 0, in the order of addresses.
  size_t page_count() const { return places_.size(); }
  // Requires: an object of the heap begins on the page.
  size_t PlaceOfPage(PageIndex page) const {
    return place_of_[page - first_page_];
  }
  // The page of a node, and its first node, or that of the next one that has
  // any; of page_count(): where all objects end.
  size_t PageOfNode(NodeOrdinal ordinal) const;
  NodeOrdinal FirstOfPage(size_t place) const {
    return place < places_.size() ? places_[place].before[0] : end_;
  }
  size_t bytes() const {
    return places_.capacity() * sizeof(Place) +
           place_of_.capacity() * sizeof(uint32_t);
  }

 private:
  struct Place {
    PageIndex page;
    NodeOrdinal before[kPageBitmapWords];  // of the word's first object
  };

  static constexpr uint32_t kNoPlace = UINT32_MAX;

  std::vector<Place> places_;  // by page, ascending
  // By page from first_page_ on: where it is in places_.
  PageIndex first_page_ = kNoPage;
  std::vector<uint32_t> place_of_;
  size_t count_ = 0;
  NodeOrdinal end_;
};

// Calls function(object) for each live object of a page, in the order of
// addresses.
template <typename Function>
void ForEachObject(PageIndex page, Function function) {
  const uint64_t* const allocated = AllocatedBits(page);
  const uintptr_t begin = PageAddress(page);
  for (size_t word = 0; word < kPageBitmapWords; ++word) {
    for (uint64_t bits = allocated[word]; bits != 0; bits &= bits - 1) {
      const auto bit = static_cast<size_t>(std::countr_zero(bits));
      function(begin + (word * 64 + bit) * kGranuleBytes);
    }
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_NODE_TABLE_H_
