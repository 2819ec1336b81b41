// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// NumberTable: finds the number of a thing by the thing's hash. It knows
// neither what is numbered nor where that is: the caller has an array of the
// things, and compares. So a slot takes 8 bytes, and a new thing one line of
// cache.

#ifndef EXAMPLES_NOUNS_NUMBER_TABLE_H_
#define EXAMPLES_NOUNS_NUMBER_TABLE_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "halfword/internal/checks.h"

namespace nouns {

// Invariant: the number of slots is a power of two, and at most half of them
// are taken. A thing lies in the first free slot from where the upper bits of
// its hash say.
class NumberTable {
 public:
  static constexpr uint32_t kNumberMax = 0xfffffffe;

  NumberTable() : slots_(size_t{1} << kSlotBitsMin) {}

  // The number of a thing that is there, for which equals(number) is true; or
  // else new_number, which it has from now on. Requires: new_number is at most
  // kNumberMax.
  // Cost: constant, if hashes are good.
  template <typename Equals>
  uint32_t FindOrAdd(uint64_t hash, uint32_t new_number, Equals&& equals) {
    HALFWORD_DCHECK(new_number <= kNumberMax, "0 is a free slot");
    const auto check = static_cast<uint32_t>(hash >> 32);
    for (size_t i = Begin(check);; i = (i + 1) & (slots_.size() - 1)) {
      Slot& slot = slots_[i];
      if (slot.number_and_one == 0) {
        slot = {check, new_number + 1};
        if (++used_count_ > slots_.size() / 2) Grow();
        return new_number;
      }
      if (slot.check == check && equals(slot.number_and_one - 1)) {
        return slot.number_and_one - 1;
      }
    }
  }

  // The number of a thing, or kNumberMax + 1.
  template <typename Equals>
  uint32_t Find(uint64_t hash, Equals&& equals) const {
    const auto check = static_cast<uint32_t>(hash >> 32);
    for (size_t i = Begin(check);; i = (i + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[i];
      if (slot.number_and_one == 0) return kNumberMax + 1;
      if (slot.check == check && equals(slot.number_and_one - 1)) {
        return slot.number_and_one - 1;
      }
    }
  }

 private:
  static constexpr int kSlotBitsMin = 10;

  struct Slot {
    uint32_t check = 0;           // the upper half of the hash
    uint32_t number_and_one = 0;  // 0: free
  };

  size_t Begin(uint32_t check) const {
    return static_cast<size_t>(uint64_t{check} * slots_.size() >> 32);
  }

  // Slots keep their order, so that both arrays are gone through from the
  // beginning to the end.
  void Grow() {
    std::vector<Slot> old(slots_.size() * kGrowth);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.number_and_one == 0) continue;
      size_t i = Begin(slot.check);
      while (slots_[i].number_and_one != 0) i = (i + 1) & (slots_.size() - 1);
      slots_[i] = slot;
    }
  }

  // After growing an eighth is taken: fewer are compared, and memory that
  // nothing was written to costs little.
  static constexpr size_t kGrowth = 4;

  std::vector<Slot> slots_;
  size_t used_count_ = 0;
};

}  // namespace nouns

#endif  // EXAMPLES_NOUNS_NUMBER_TABLE_H_
