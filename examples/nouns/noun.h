// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Nouns: Urbit's data model, and this example's reason to be. A noun is an
// atom, which is a natural number of any length, or a cell, which is a pair of
// nouns. Nouns never change, so that equal ones may be one.
//
//   Noun              a word: an atom below 2^31, or a reference to
//     Cell            two words
//     IndirectAtom    a larger number
//
// What tells a cell from an atom is the page that it lies in: Is<Cell>(object)
// asks the heap. So neither spends a bit on it, and a cell takes the 8 bytes of
// its two words (16 with 8-byte references). Urbit's own runtime needs 16, and
// a tag in each word, which leaves it a smaller heap.
//
// Next to read: cue.h and jam.h, from bytes to nouns and back.

#ifndef EXAMPLES_NOUNS_NOUN_H_
#define EXAMPLES_NOUNS_NOUN_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "halfword/halfword.h"

namespace nouns {

// What a noun refers to.
class NounObject : public halfword::GarbageCollected<NounObject> {
 protected:
  NounObject() = default;
  HALFWORD_FIELDS(NounObject)
};

using Noun = halfword::Tagged<NounObject>;

// Atoms with at most so many bits are in the word.
inline constexpr int kDirectBits = 31;

// The number of bits of a number without leading zeros; 0 has none.
inline size_t BitCount(uint64_t value) {
  return static_cast<size_t>(std::bit_width(value));
}

// Requires: value has at most kDirectBits bits.
inline Noun DirectAtom(uint32_t value) {
  // A Tagged reads its 31 bits with sign, an atom without.
  return Noun(static_cast<int32_t>(value << 1) >> 1);
}

// Requires: noun.IsInteger().
inline uint32_t DirectValue(Noun noun) {
  return static_cast<uint32_t>(noun.integer()) & 0x7fffffffu;
}

class Cell : public NounObject {
 public:
  // Both halves are the atom 0 until Cue() has read them.
  Cell() = default;
  Cell(Noun head, Noun tail) : head_(head), tail_(tail) {}

  Noun head() const { return head_; }
  Noun tail() const { return tail_; }

  // For who makes the cell, and nobody else: a noun never changes. Requires:
  // the half was not set before, and is not above this cell.
  void SetHead(Noun head) { head_ = head; }
  void SetTail(Noun tail) { tail_ = tail; }

 private:
  Noun head_;
  Noun tail_;
  HALFWORD_FIELDS(Cell, head_, tail_)
  HALFWORD_BASES(Cell, NounObject)
  HALFWORD_IMMUTABLE(Cell)
};

// An atom of more than kDirectBits bits.
//
// Invariant: limbs are in little-endian order, and the last is not 0. The same
// number is never a direct atom.
class IndirectAtom : public NounObject {
 public:
  // Calls fill(limbs), which sets them all.
  template <typename Fill>
  IndirectAtom(uint32_t limb_count, Fill&& fill) : limb_count_(limb_count) {
    fill(std::span<uint32_t>(halfword::TrailingArray(this), limb_count));
    HALFWORD_DCHECK(bit_count() > kDirectBits,
                    "an indirect atom has no leading zeros, and is none that "
                    "fits in a word");
  }

  std::span<const uint32_t> limbs() const {
    return {halfword::TrailingArray(this), limb_count_};
  }
  size_t bit_count() const {
    return size_t{limb_count_ - 1} * 32 + BitCount(limbs().back());
  }

 private:
  uint32_t limb_count_;
  HALFWORD_FIELDS(IndirectAtom, limb_count_)
  HALFWORD_BASES(IndirectAtom, NounObject)
  HALFWORD_IMMUTABLE(IndirectAtom)
  HALFWORD_TRAILING(IndirectAtom, uint32_t)
};

// What a noun is held by from outside of the heap: a Persistent refers to an
// object, and a noun need not be one. It remembers the end of the file that the
// noun came from, so that the same file can be written again: see jam.h.
class NounRoot : public halfword::GarbageCollected<NounRoot> {
 public:
  explicit NounRoot(Noun noun, uint32_t padding_bytes = 0)
      : noun_(noun), padding_bytes_(padding_bytes) {}
  Noun noun() const { return noun_; }
  uint32_t padding_bytes() const { return padding_bytes_; }

 private:
  Noun noun_;
  uint32_t padding_bytes_;
  HALFWORD_FIELDS(NounRoot, noun_, padding_bytes_)
};

static_assert(sizeof(Cell) == 2 * sizeof(Noun));
static_assert(sizeof(IndirectAtom) == sizeof(uint32_t));

// Requires: limb_count and fill as the constructor of IndirectAtom has them.
template <typename Fill>
IndirectAtom* MakeIndirectAtom(halfword::AllocationHandle& handle,
                               uint32_t limb_count, Fill&& fill) {
  return halfword::MakeGarbageCollected<IndirectAtom>(
      handle, halfword::TrailingBytes<IndirectAtom>(limb_count), limb_count,
      fill);
}

// The atom of a number of any length, least significant byte first. Throws
// std::length_error for 16 GiB and more.
Noun MakeAtom(halfword::AllocationHandle& handle,
              std::span<const uint8_t> bytes);
Noun MakeAtom(halfword::AllocationHandle& handle, uint64_t value);

inline Noun MakeCell(halfword::AllocationHandle& handle, Noun head, Noun tail) {
  return halfword::MakeGarbageCollected<Cell>(handle, head, tail);
}

// Null: the noun is an atom.
inline const Cell* CellOrNull(Noun noun) {
  return halfword::DynamicTo<Cell>(noun.ObjectOrNull());
}

}  // namespace nouns

#endif  // EXAMPLES_NOUNS_NOUN_H_
