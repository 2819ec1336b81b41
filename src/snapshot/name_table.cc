// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Linear probing in a table that is at most half full.

#include "snapshot/name_table.h"

#include <algorithm>
#include <cstring>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

constexpr size_t kSlotCountMin = 256;

uint32_t MixedHash(std::string_view text) {
  return static_cast<uint32_t>(XXH3_64bits(text.data(), text.size()));
}

}  // namespace

NameTable::NameTable(Hash hash)
    : hash_(hash != nullptr ? hash : &MixedHash),
      slots_(kSlotCountMin, kNoName) {}

NameNumber NameTable::TryAdd(std::string_view text, size_t bytes_max) {
  const uint32_t hash = hash_(text);
  size_t mask = slots_.size() - 1;
  size_t slot = hash & mask;
  for (; slots_[slot] != kNoName; slot = (slot + 1) & mask) {
    if (TextAt(slots_[slot]).hash == hash && TextOf(slots_[slot]) == text) {
      return slots_[slot];
    }
  }
  if (bytes_max != SIZE_MAX && BytesAfter(text) > bytes_max) return kNoName;
  if (NeedsSlots(count_ + 1)) {
    Grow();
    mask = slots_.size() - 1;
    slot = hash & mask;
    while (slots_[slot] != kNoName) slot = (slot + 1) & mask;
  }
  if (count_ % kTextsPerBlock == 0) {
    texts_.push_back(std::make_unique_for_overwrite<Text[]>(kTextsPerBlock));
  }
  texts_.back()[count_ % kTextsPerBlock] = {
      Keep(text), static_cast<uint32_t>(text.size()), hash};
  slots_[slot] = count_;
  return count_++;
}

std::string_view NameTable::TextOf(NameNumber number) const {
  const Text& text = TextAt(number);
  return {text.data, text.bytes};
}

size_t NameTable::BytesWith(size_t more_bytes) const {
  return texts_.size() * kBlockBytes + slots_.size() * sizeof(NameNumber) +
         block_bytes_ + (texts_.capacity() + blocks_.capacity()) * 8 +
         more_bytes;
}

// With one more name.
size_t NameTable::BytesAfter(std::string_view text) const {
  size_t more = 0;
  if (count_ % kTextsPerBlock == 0) more += kBlockBytes;
  const auto few = static_cast<NameNumber>(slots_.size() / 16);
  if (NeedsSlots(count_ + 1 + std::min(kSpareNames, few))) {
    more += slots_.size() * sizeof(NameNumber);
  }
  if (text.size() > block_left_bytes_) {
    more += std::max(kBlockBytes, text.size());
  }
  return BytesWith(more);
}

void NameTable::Grow() {
  const size_t slot_count = slots_.size() * 2;
  // Before the new ones are there.
  slots_ = std::vector<NameNumber>();
  slots_.assign(slot_count, kNoName);
  const size_t mask = slot_count - 1;
  for (NameNumber number = 0; number < count_; ++number) {
    size_t slot = TextAt(number).hash & mask;
    while (slots_[slot] != kNoName) slot = (slot + 1) & mask;
    slots_[slot] = number;
  }
}

const char* NameTable::Keep(std::string_view text) {
  if (text.size() > block_left_bytes_) {
    const size_t bytes = std::max(kBlockBytes, text.size());
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(bytes));
    block_at_ = blocks_.back().get();
    block_left_bytes_ = bytes;
    block_bytes_ += bytes;
  }
  char* const place = block_at_;
  if (!text.empty()) std::memcpy(place, text.data(), text.size());
  block_at_ += text.size();
  block_left_bytes_ -= text.size();
  return place;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
