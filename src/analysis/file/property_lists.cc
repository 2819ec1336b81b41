// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A hash table of lists.

#include "analysis/file/property_lists.h"

#include <algorithm>

#define XXH_INLINE_ALL
#include "xxhash.h"

namespace halfword::analysis {

PropertyLists::List PropertyLists::ListOf(
    std::span<const NameSlot> properties) {
  const uint64_t hash = XXH3_64bits(properties.data(), properties.size_bytes());
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto known = begin; known != end; ++known) {
    const std::span<const NameSlot> list = (*this)[known->second];
    if (std::equal(list.begin(), list.end(), properties.begin(),
                   properties.end())) {
      return known->second;
    }
  }
  const List list = count();
  slots_.insert(slots_.end(), properties.begin(), properties.end());
  begins_.push_back(slots_.size());
  by_hash_.emplace(hash, list);
  return list;
}

}  // namespace halfword::analysis
