// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A place is in the last page that does not begin behind it.

#include "examples/dom/page_places.h"

#include <algorithm>
#include <iterator>

namespace dom {

namespace {

constexpr uint64_t kEndMax = uint64_t{1} << 32;

}  // namespace

void PagePlaces::Add(size_t text_bytes) {
  if (text_bytes > kEndMax - end_) {
    firsts_.push_back(kNoPlace);
    return;
  }
  const size_t page_index = firsts_.size();
  const auto begin = static_cast<uint32_t>(end_);
  firsts_.push_back(text_bytes == 0 ? kNoPlace : Place{begin});
  if (text_bytes != 0) begins_.push_back({begin, page_index});
  end_ += text_bytes;
}

std::optional<PagePlaces::Spot> PagePlaces::Find(Place place) const {
  const auto number = static_cast<uint32_t>(place);
  if (place == kNoPlace || number >= end_) return std::nullopt;
  const auto behind = std::upper_bound(
      begins_.begin(), begins_.end(), number,
      [](uint32_t n, const Begin& begin) { return n < begin.place; });
  const Begin& begin = *std::prev(behind);
  return Spot{begin.page_index, number - begin.place};
}

}  // namespace dom
