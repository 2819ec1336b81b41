// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// All are forgotten at once: what is used often comes back with the next batch.

#include "analysis/export/text_cache.h"

#include <algorithm>

#include "analysis/file/valid_text.h"

namespace halfword::analysis {

void TextCache::BeginBatch() {
  if (bytes_.size() + texts_.size() * sizeof(Place) <= kept_bytes_) return;
  for (const NameSlot slot : loaded_) places_[slot] = kAbsent;
  loaded_.clear();
  texts_.clear();
  bytes_.clear();
}

void TextCache::Load() {
  std::sort(wanted_.begin(), wanted_.end());
  size_t next = 0;
  strings_.ForEachText(wanted_, [this, &next](std::string_view text) {
    const size_t begin = bytes_.size();
    AppendValidText(text, &bytes_);
    const NameSlot slot = wanted_[next++];
    places_[slot] = static_cast<uint32_t>(texts_.size()) + kFirst;
    texts_.push_back({begin, bytes_.size() - begin});
    loaded_.push_back(slot);
  });
  wanted_.clear();
}

}  // namespace halfword::analysis
