// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Numbering, and what keeps the numberings of a page few.

#include "heap/slot_ids.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/bits.h"
#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

uint32_t CountBits(const uint64_t* bits) {
  uint32_t count = 0;
  for (size_t word = 0; word < kPageBitmapWords; ++word) {
    count += static_cast<uint32_t>(PopCount(bits[word]));
  }
  return count;
}

// Calls function(granule) for each bit, in ascending order.
template <typename Function>
void ForEachBit(const uint64_t* bits, Function function) {
  for (size_t word = 0; word < kPageBitmapWords; ++word) {
    for (uint64_t left = bits[word]; left != 0; left &= left - 1) {
      const auto bit = static_cast<size_t>(std::countr_zero(left));
      function(static_cast<uint32_t>(word * 64 + bit));
    }
  }
}

}  // namespace

uint32_t SlotIds::Number(const uint64_t* live, uint32_t first_number,
                         uint32_t count_max) {
  Bits fresh;
  for (size_t word = 0; word < kPageBitmapWords; ++word) {
    fresh[word] = live[word] & ~numbered_[word];
  }
  const uint32_t count = CountBits(fresh);
  if (count == 0 || count > count_max) return count;
  ForgetBirths(fresh);
  DropDead();
  if (numberings_.size() >= kNumberingCountMax) MergeAll();
  if (numberings_.capacity() == numberings_.size()) {
    numberings_.reserve(numberings_.size() + 1);
  }
  Numbering& numbering = numberings_.emplace_back();
  std::copy(std::begin(fresh), std::end(fresh), numbering.slots);
  numbering.first = first_number;
  for (size_t word = 0; word < kPageBitmapWords; ++word) {
    numbered_[word] |= fresh[word];
  }
  return count;
}

void SlotIds::SetBirth(uint32_t granule, Birth birth, uint32_t slot_bytes,
                       uint32_t slot_count) {
  if (births_ == nullptr) {
    births_ = std::make_unique<SlotBirths>(slot_bytes, slot_count);
  }
  births_->At(granule) = birth;
  numbered_[granule / 64] |= uint64_t{1} << (granule % 64);
}

// What was in these slots is dead.
void SlotIds::ForgetBirths(const Bits& slots) {
  if (births_ == nullptr) return;
  ForEachBit(slots, [this](uint32_t granule) { births_->At(granule) = {}; });
}

void SlotIds::CopyTo(uint32_t* numbers) const {
  // What a newer numbering has, it writes last.
  for (const Numbering& numbering : numberings_) {
    uint32_t rank = 0;
    if (numbering.list.empty()) {
      ForEachBit(numbering.slots, [&](uint32_t granule) {
        numbers[granule] = numbering.first + rank++;
      });
    } else {
      ForEachBit(numbering.slots, [&](uint32_t granule) {
        numbers[granule] = numbering.list[rank++];
      });
    }
  }
  if (births_ == nullptr) return;
  ForEachBit(numbered_, [&](uint32_t granule) {
    if (HasBirth(granule)) numbers[granule] = births_->At(granule).number;
  });
}

uint32_t SlotIds::NumberOf(uint32_t granule) const {
  const size_t word = granule / 64;
  const uint64_t bit = uint64_t{1} << (granule % 64);
  if ((numbered_[word] & bit) == 0) return 0;
  if (HasBirth(granule)) return births_->At(granule).number;
  for (size_t i = numberings_.size(); i-- > 0;) {
    const Numbering& numbering = numberings_[i];
    if ((numbering.slots[word] & bit) == 0) continue;
    const uint32_t rank = RankOf(numbering.slots, granule);
    return numbering.list.empty() ? numbering.first + rank
                                  : numbering.list[rank];
  }
  return 0;
}

uint32_t SlotIds::RankOf(const Bits& slots, uint32_t granule) {
  uint32_t rank = 0;
  for (size_t word = 0; word < granule / 64; ++word) {
    rank += static_cast<uint32_t>(PopCount(slots[word]));
  }
  const uint64_t below = (uint64_t{1} << (granule % 64)) - 1;
  return rank + static_cast<uint32_t>(PopCount(slots[granule / 64] & below));
}

void SlotIds::KeepOnly(const uint64_t* live) {
  for (size_t word = 0; word < kPageBitmapWords; ++word) {
    numbered_[word] &= live[word];
  }
}

void SlotIds::Forget(uint32_t granule) {
  numbered_[granule / 64] &= ~(uint64_t{1} << (granule % 64));
}

// A numbering is dead if all its slots are empty, or have a number elsewhere.
void SlotIds::DropDead() {
  Bits alive;
  std::copy(std::begin(numbered_), std::end(numbered_), alive);
  ForEachBit(numbered_, [&](uint32_t granule) {
    if (!HasBirth(granule)) return;
    alive[granule / 64] &= ~(uint64_t{1} << (granule % 64));
  });
  std::vector<Numbering> kept;
  for (size_t i = numberings_.size(); i-- > 0;) {
    bool is_alive = false;
    for (size_t word = 0; word < kPageBitmapWords; ++word) {
      is_alive |= (numberings_[i].slots[word] & alive[word]) != 0;
      alive[word] &= ~numberings_[i].slots[word];
    }
    if (is_alive) kept.push_back(std::move(numberings_[i]));
  }
  std::reverse(kept.begin(), kept.end());
  kept.shrink_to_fit();
  numberings_ = std::move(kept);
}

void SlotIds::MergeAll() {
  uint32_t numbers[kPageGranules];
  CopyTo(numbers);
  Numbering merged = {};
  std::copy(std::begin(numbered_), std::end(numbered_), merged.slots);
  merged.list.reserve(CountBits(numbered_));
  ForEachBit(numbered_, [&](uint32_t granule) {
    merged.list.push_back(numbers[granule]);
  });
  HALFWORD_DCHECK(!merged.list.empty(), "numberings that are kept have slots");
  numberings_.clear();
  numberings_.shrink_to_fit();
  numberings_.push_back(std::move(merged));
}

size_t SlotIds::bytes() const {
  size_t bytes = sizeof(*this) + numberings_.capacity() * sizeof(Numbering) +
                 (births_ != nullptr ? births_->bytes() : 0);
  for (const Numbering& numbering : numberings_) {
    bytes += numbering.list.capacity() * sizeof(uint32_t);
  }
  return bytes;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
