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
  const size_t mask = slots_.size() - 1;
  size_t slot = hash & mask;
  for (; slots_[slot] != kNoName; slot = (slot + 1) & mask) {
    const Text& other = texts_[slots_[slot]];
    if (other.hash == hash && TextOf(slots_[slot]) == text) {
      return slots_[slot];
    }
  }
  if (bytes() + text.size() > bytes_max) return kNoName;
  const NameNumber number = count();
  texts_.push_back({Keep(text), static_cast<uint32_t>(text.size()), hash});
  slots_[slot] = number;
  if (texts_.size() * 2 > slots_.size()) Grow();
  return number;
}

std::string_view NameTable::TextOf(NameNumber number) const {
  return {texts_[number].data, texts_[number].bytes};
}

size_t NameTable::bytes() const {
  return texts_.capacity() * sizeof(Text) +
         slots_.capacity() * sizeof(NameNumber) + block_bytes_;
}

void NameTable::Grow() {
  std::vector<NameNumber> slots(slots_.size() * 2, kNoName);
  const size_t mask = slots.size() - 1;
  for (NameNumber number = 0; number < count(); ++number) {
    size_t slot = texts_[number].hash & mask;
    while (slots[slot] != kNoName) slot = (slot + 1) & mask;
    slots[slot] = number;
  }
  slots_ = std::move(slots);
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
