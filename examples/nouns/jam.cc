// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The noun is made a graph first, in which equal nouns are one node; then the
// graph is written in pre-order, with a stack that is an array.

#include "examples/nouns/jam.h"

#include <bit>
#include <cstddef>

#include "examples/nouns/bit_writer.h"
#include "examples/nouns/direct_positions.h"
#include "examples/nouns/noun_graph.h"

namespace nouns {
namespace {

// Tags, as the first bit is the lowest.
constexpr uint64_t kAtomTag = 0;
constexpr size_t kAtomTagBits = 1;
constexpr uint64_t kCellTag = 1;
constexpr uint64_t kBackTag = 3;
constexpr size_t kPairTagBits = 2;

// A pair that was written is replaced by its position, under these bits, which
// no key has.
constexpr uint64_t kWritten = uint64_t{kKeyEnd} << 32;

class Writer {
 public:
  explicit Writer(NounGraph& graph)
      : pairs_(graph.pairs()),
        atoms_(graph.atoms()),
        atom_positions_(graph.atoms().size(), kNowhere) {}

  std::vector<uint8_t> Write(NodeKey key, uint32_t padding_bytes) {
    for (;;) {
      if (IsCellKey(key)) {
        if (WriteCell(key - kCellKey, key)) continue;
      } else if (IsAtomKey(key)) {
        WriteIndirect(key - kAtomKey);
      } else {
        WriteDirect(key);
      }
      if (tails_.empty()) return bits_.bytes(padding_bytes);
      key = tails_.back();
      tails_.pop_back();
    }
  }

 private:
  // False: all of it. True: head is what is written next.
  bool WriteCell(uint32_t number, NodeKey& head) {
    NounGraph::Pair& pair = pairs_[number];
    if (pair >= kWritten) {
      WriteMat(kBackTag, kPairTagBits, pair - kWritten);
      return false;
    }
    tails_.push_back(NounGraph::TailOf(pair));
    head = NounGraph::HeadOf(pair);
    pair = kWritten + bits_.position();
    bits_.Write(kCellTag, kPairTagBits);
    return true;
  }

  void WriteDirect(uint32_t value) {
    const uint64_t position = bits_.position();
    const uint64_t first = direct_positions_.FindOrAdd(value, position);
    if (first < position) {
      WriteMat(kBackTag, kPairTagBits, first);
    } else {
      WriteMat(kAtomTag, kAtomTagBits, value);
    }
  }

  void WriteIndirect(uint32_t number) {
    const size_t bit_count = atoms_[number]->bit_count();
    uint64_t& position = atom_positions_[number];
    if (position == kNowhere) {
      position = bits_.position();
    } else if (bit_count > BitCount(position)) {
      WriteMat(kBackTag, kPairTagBits, position);
      return;
    }
    bits_.Write(kAtomTag, kAtomTagBits);
    WriteLength(bit_count);
    const auto limbs = atoms_[number]->limbs();
    for (const uint32_t limb : limbs.first(limbs.size() - 1)) {
      bits_.Write(limb, 32);
    }
    bits_.Write(limbs.back(), BitCount(limbs.back()));
  }

  // A tag and a number.
  void WriteMat(uint64_t tag, size_t tag_bits, uint64_t value) {
    const size_t bit_count = BitCount(value);
    const size_t zeros = BitCount(bit_count);
    if (bit_count == 0) {
      bits_.Write(tag | uint64_t{1} << tag_bits, tag_bits + 1);
    } else if (tag_bits + 2 * zeros + bit_count <= 64) {
      const uint64_t number = value << (2 * zeros) | Length(bit_count, zeros);
      bits_.Write(tag | number << tag_bits, tag_bits + 2 * zeros + bit_count);
    } else {
      bits_.Write(tag, tag_bits);
      WriteLength(bit_count);
      bits_.Write(value, bit_count);
    }
  }

  // Requires: bit_count > 0.
  void WriteLength(size_t bit_count) {
    const size_t zeros = BitCount(bit_count);
    bits_.Write(uint64_t{1} << zeros, zeros + 1);
    bits_.Write(bit_count - (uint64_t{1} << (zeros - 1)), zeros - 1);
  }

  // The same as one number of 2 * zeros bits.
  static uint64_t Length(size_t bit_count, size_t zeros) {
    const uint64_t below_top = bit_count - (uint64_t{1} << (zeros - 1));
    return uint64_t{1} << zeros | below_top << (zeros + 1);
  }

  static constexpr uint64_t kNowhere = ~uint64_t{0};

  std::vector<NounGraph::Pair>& pairs_;
  const std::vector<const IndirectAtom*>& atoms_;
  std::vector<uint64_t> atom_positions_;
  DirectPositions direct_positions_;
  std::vector<NodeKey> tails_;
  BitWriter bits_;
};

}  // namespace

std::vector<uint8_t> Jam(Noun noun, uint32_t padding_bytes) {
  NounGraph graph;
  const NodeKey root = graph.Add(noun);
  return Writer(graph).Write(root, padding_bytes);
}

}  // namespace nouns
