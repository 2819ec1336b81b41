// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Places: where in the pages a tag stands, in 32 bits. The pages' texts are
// thought of as laid end to end, from place 1 on; PagePlaces knows where each
// begins, and so which page a place is in. An Element has room for the place,
// and none for its page beside it.

#ifndef EXAMPLES_DOM_PAGE_PLACES_H_
#define EXAMPLES_DOM_PAGE_PLACES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace dom {

// A byte of all pages.
enum class Place : uint32_t {};
inline constexpr Place kNoPlace{0};
// Of the first page's first byte.
inline constexpr Place kFirstPlace{1};

// The place of a byte of the page whose first byte is at `first`. None in a
// page that has none.
constexpr Place PlaceAt(Place first, size_t offset_bytes) {
  if (first == kNoPlace) return kNoPlace;
  return Place{
      static_cast<uint32_t>(static_cast<uint32_t>(first) + offset_bytes)};
}

class PagePlaces {
 public:
  struct Spot {
    size_t page_index;
    uint32_t offset_bytes;

    friend bool operator==(const Spot&, const Spot&) = default;
  };

  // Lays the next page's text behind the others. Where it would end beyond
  // 4 GiB, its bytes get no places; a smaller one after it may still fit.
  void Add(size_t text_bytes);

  // The place of the page's first byte; kNoPlace if it got none. Requires: it
  // was added, as number page_index.
  Place First(size_t page_index) const { return firsts_[page_index]; }

  // Nothing for kNoPlace and behind the last page. Cost: O(log pages).
  std::optional<Spot> Find(Place place) const;

 private:
  struct Begin {
    uint32_t place;
    size_t page_index;
  };

  std::vector<Place> firsts_;
  std::vector<Begin> begins_;  // of pages with places, ascending
  uint64_t end_ = static_cast<uint64_t>(kFirstPlace);
};

}  // namespace dom

#endif  // EXAMPLES_DOM_PAGE_PLACES_H_
