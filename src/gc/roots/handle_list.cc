// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Sorting a portion, and writing it as distances.

#include "gc/roots/handle_list.h"

#include <algorithm>
#include <bit>

#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::internal {

void HandleList::Add(uintptr_t object, const SourceLocation& place) {
  const auto next = static_cast<uint32_t>(places_.size());
  const auto [known, is_new] =
      place_numbers_.try_emplace(std::bit_cast<uintptr_t>(place), next);
  if (is_new) places_.push_back(place);
  const size_t granule = GranuleOf(object);
  HALFWORD_DCHECK(granule >> kGranuleBits == 0,
                  "an object's granule leaves room for the number of a place");
  portion_.push_back(uint64_t{known->second} << kGranuleBits | granule);
  if (portion_.size() == kPortionCount) PutPortion();
}

void HandleList::Close() {
  PutPortion();
  stream_.Put(0);
  portion_ = std::vector<uint64_t>();
}

void HandleList::PutPortion() {
  std::sort(portion_.begin(), portion_.end());
  size_t begin = 0;
  while (begin < portion_.size()) {
    const uint64_t place = portion_[begin] >> kGranuleBits;
    size_t end = begin;
    uint32_t object_count = 0;
    for (; end < portion_.size() && portion_[end] >> kGranuleBits == place;
         ++end) {
      const bool is_same = end > begin && portion_[end] == portion_[end - 1];
      object_count += is_same ? 0 : 1;
    }
    stream_.Put(place + 1);
    stream_.Put(object_count);
    uint64_t before = place << kGranuleBits;
    while (begin < end) {
      const uint64_t handle = portion_[begin];
      const size_t first = begin;
      while (begin < end && portion_[begin] == handle) ++begin;
      const size_t count = begin - first;
      stream_.Put((handle - before) << 1 | (count > 1 ? 1 : 0));
      if (count > 1) stream_.Put(count);
      before = handle;
    }
  }
  portion_.clear();
}

size_t HandleList::bytes() const {
  using Numbers = decltype(place_numbers_);
  return portion_.capacity() * sizeof(uint64_t) +
         places_.capacity() * sizeof(SourceLocation) +
         place_numbers_.bucket_count() * sizeof(void*) +
         place_numbers_.size() * (sizeof(Numbers::value_type) + sizeof(void*)) +
         stream_.bytes();
}

}  // namespace halfword::inline HALFWORD_ABI::internal
