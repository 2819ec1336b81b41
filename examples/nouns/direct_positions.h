// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// DirectPositions: where in a jam each direct atom is first, as far as that
// matters. An atom is referred back to only if it has more bits than its first
// position has, so one that has no more is not kept; it would be in vain. Most
// atoms are small and their positions are not: only one in some hundred is ever
// looked up.

#ifndef EXAMPLES_NOUNS_DIRECT_POSITIONS_H_
#define EXAMPLES_NOUNS_DIRECT_POSITIONS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "examples/nouns/hash_seed.h"
#include "examples/nouns/noun.h"
#include "examples/nouns/number_table.h"

namespace nouns {

class DirectPositions {
 public:
  // The position that an atom is to be referred to by; `position` itself, if it
  // is to be written. Requires: the position is larger than any before.
  uint64_t FindOrAdd(uint32_t value, uint64_t position) {
    const size_t bit_count = BitCount(value);
    const auto equals = [&](uint32_t i) { return kept_[i].value == value; };
    if (bit_count <= BitCount(position)) {
      if (!is_kept_[bit_count]) return position;
      const uint32_t found = numbers_.Find(seed_.Hash(value), equals);
      return found > NumberTable::kNumberMax ? position : kept_[found].position;
    }
    is_kept_[bit_count] = true;
    const auto next = static_cast<uint32_t>(kept_.size());
    const uint32_t number = numbers_.FindOrAdd(seed_.Hash(value), next, equals);
    if (number == next) kept_.push_back({position, value});
    return kept_[number].position;
  }

 private:
  struct First {
    uint64_t position;
    uint32_t value;
  };

  const HashSeed seed_;
  NumberTable numbers_;
  std::vector<First> kept_;
  std::array<bool, kDirectBits + 1> is_kept_ = {};  // by the atom's bits
};

}  // namespace nouns

#endif  // EXAMPLES_NOUNS_DIRECT_POSITIONS_H_
