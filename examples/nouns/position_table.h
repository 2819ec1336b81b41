// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// PositionTable: which noun begins at which bit of a jam, while that is read.
//
// Nouns come in the order of their positions, so nothing has to be hashed: they
// are an array, a bitmap says where one begins, and the number of bits set
// before a position is the index of its noun. Adding one touches the ends of
// both; finding one, two cache lines.
//
//   blocks_[p / 64]   which of 64 positions begin a noun, and the index of the
//                     first of these nouns
//   nouns_            4 bytes each (8 with 8-byte references)
//
// The nouns are in malloc's memory, which no collector looks at: who reads
// keeps them alive, by putting them below a root before the next one is made.
// They do not move.

#ifndef EXAMPLES_NOUNS_POSITION_TABLE_H_
#define EXAMPLES_NOUNS_POSITION_TABLE_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "examples/nouns/noun.h"
#include "halfword/internal/checks.h"

namespace nouns {

class PositionTable {
 public:
  // For positions below bit_count.
  explicit PositionTable(size_t bit_count) : blocks_(bit_count / 64 + 1) {
    nouns_.reserve(bit_count / kBitsPerNoun);
  }

  // Adds a noun and returns its index. Requires: the position is larger than
  // any before.
  size_t Add(size_t position, Noun noun) {
    Block& block = blocks_[position / 64];
    const uint64_t bit = uint64_t{1} << (position % 64);
    HALFWORD_DCHECK((block.starts & ~(bit - 1)) == 0, "positions rise");
    const size_t index = nouns_.size();
    if (block.starts == 0) block.first_index = index;
    block.starts |= bit;
    nouns_.push_back(noun);
    return index;
  }

  void Set(size_t index, Noun noun) { nouns_[index] = noun; }

  // Null: no noun begins there.
  const Noun* Find(size_t position) const {
    if (position / 64 >= blocks_.size()) return nullptr;
    const Block& block = blocks_[position / 64];
    const uint64_t bit = uint64_t{1} << (position % 64);
    if ((block.starts & bit) == 0) return nullptr;
    const int before = std::popcount(block.starts & (bit - 1));
    return &nouns_[block.first_index + static_cast<size_t>(before)];
  }

 private:
  struct Block {
    uint64_t starts = 0;
    uint64_t first_index = 0;
  };

  // What real jams have is 12 to 17; the array grows if there are more nouns.
  static constexpr size_t kBitsPerNoun = 12;

  std::vector<Block> blocks_;
  std::vector<Noun> nouns_;
};

}  // namespace nouns

#endif  // EXAMPLES_NOUNS_POSITION_TABLE_H_
