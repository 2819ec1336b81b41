// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How a jam is read.
//
// A cell is made when its tag is read, and is put into the cell that it is in
// before anything else is made. Its halves are the atom 0 until they are read.
// So all that was made is below the root at any moment, and a collection, which
// may run inside any allocation, needs to be told nothing: the root lies on the
// stack. The tables of positions and of open cells are plain memory.

#include "examples/nouns/cue.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <string>
#include <vector>

#include "examples/nouns/bit_reader.h"
#include "examples/nouns/position_table.h"

namespace nouns {
namespace {

// The atom 0 is the shortest noun.
constexpr size_t kNounBitsMin = 2;

// The place of a number in a jam.
struct Mat {
  size_t begin;  // of the number itself
  size_t bit_count;
  size_t end() const { return begin + bit_count; }
};

class Reader {
 public:
  Reader(halfword::AllocationHandle& handle, std::span<const uint8_t> jam)
      : handle_(handle), bits_(jam), nouns_(bits_.bit_count()) {}

  Noun Read() {
    Noun root;
    while (ReadNext(root)) {
    }
    ExpectZeros();
    return root;
  }

 private:
  // A cell that is being read. Its head is done when what comes next is below
  // its tail.
  class OpenCell {
   public:
    OpenCell(Cell* cell, size_t index) : cell_(cell), state_(index << 1) {}

    void Attach(Noun noun) {
      has_head() ? cell_->SetTail(noun) : cell_->SetHead(noun);
    }
    bool has_head() const { return state_ & 1; }
    void set_has_head() { state_ |= 1; }
    Cell* cell() const { return cell_; }
    size_t index() const { return state_ >> 1; }  // in nouns_

   private:
    Cell* cell_;
    size_t state_;
  };

  [[noreturn]] static void Fail(size_t position, const std::string& what) {
    throw CueError("bit " + std::to_string(position) + ": " + what);
  }

  // Reads up to the end of a cell's head, or of several tails. False: that was
  // all.
  bool ReadNext(Noun& root) {
    const size_t start = position_;
    const uint64_t bits = bits_.Peek(start);
    if ((bits & 1) == 0) {
      const Noun atom = ReadAtom(start + 1, bits >> 1);
      Attach(root, atom);
      nouns_.Add(start, atom);
    } else if ((bits & 2) == 0) {
      OpenCellAt(start, root);
      return true;
    } else {
      Attach(root, ReadBackReference(start, bits >> 2));
    }
    return Close();
  }

  void OpenCellAt(size_t start, Noun& root) {
    position_ = start + 2;
    ++owed_count_;
    // Said now, so that no memory is filled with cells that cannot be closed.
    if (bits_.bit_count() < position_ + owed_count_ * kNounBitsMin) FailAtEnd();
    Cell* const cell = halfword::MakeGarbageCollected<Cell>(handle_);
    Attach(root, cell);
    // It stays 0 until it is closed: see ReadBackReference().
    const size_t index = nouns_.Add(start, DirectAtom(0));
    open_cells_.emplace_back(cell, index);
  }

  // Puts a noun where it belongs.
  void Attach(Noun& root, Noun noun) {
    if (open_cells_.empty()) {
      root = noun;
    } else {
      open_cells_.back().Attach(noun);
    }
  }

  // A noun is done, and with it each cell that it is the end of.
  bool Close() {
    --owed_count_;
    while (!open_cells_.empty()) {
      OpenCell& parent = open_cells_.back();
      if (!parent.has_head()) {
        parent.set_has_head();
        return true;
      }
      nouns_.Set(parent.index(), parent.cell());
      open_cells_.pop_back();
    }
    return false;
  }

  // `bits` is what Peek() shows there, less the bits of the tag.
  Noun ReadAtom(size_t start, uint64_t bits) {
    const Mat mat = ReadMat(start, bits);
    position_ = mat.end();
    if (mat.bit_count <= kDirectBits) {
      return DirectAtom(static_cast<uint32_t>(PeekMat(start, bits, mat)));
    }
    return ReadLongAtom(mat);
  }

  Noun ReadBackReference(size_t start, uint64_t bits) {
    const Mat mat = ReadMat(start + 2, bits);
    position_ = mat.end();
    size_t bit_count = mat.bit_count;
    if (bit_count > BitReader::kPeekBits) bit_count = Trim(mat);
    if (bit_count > BitReader::kPeekBits) {
      Fail(start, "a back reference of " + std::to_string(bit_count) +
                      " bits, expected one to a bit before it");
    }
    const size_t target = PeekMat(start + 2, bits, {mat.begin, bit_count});
    const Noun* const noun = nouns_.Find(target);
    if (noun == nullptr) {
      Fail(start, "a back reference to bit " + std::to_string(target) +
                      ", expected a bit before it where a noun begins");
    }
    // The jam itself tells a cell that is still open from the atom 0.
    if (noun->IsInteger() && bits_.Peek(target, 1) != 0) {
      Fail(start, "a back reference to bit " + std::to_string(target) +
                      ", whose cell it is in, expected one that has ended");
    }
    return *noun;
  }

  Mat ReadMat(size_t start, uint64_t bits) {
    if (bits & 1) return CheckedMat(start, start + 1, 0);
    const auto zeros = static_cast<size_t>(std::countr_zero(bits));
    // The whole header is in sight, 2 bits of it gone for the tag.
    if (2 * zeros <= BitReader::kPeekBits - 2) {
      const uint64_t top = uint64_t{1} << (zeros - 1);
      const uint64_t low = (bits >> (zeros + 1)) & (top - 1);
      return CheckedMat(start, start + 2 * zeros, top | low);
    }
    return ReadLongMat(start);
  }

  // The same for lengths beyond what is in sight.
  [[gnu::noinline]] Mat ReadLongMat(size_t start) {
    const uint64_t bits = bits_.Peek(start, BitReader::kPeekBits);
    if (bits == 0) {
      if (bits_.bit_count() < start + BitReader::kPeekBits) FailAtEnd();
      Fail(start, "a length of " + std::to_string(BitReader::kPeekBits) +
                      " bits or more, expected one of what is left");
    }
    const auto zeros = static_cast<size_t>(std::countr_zero(bits));
    const uint64_t top = uint64_t{1} << (zeros - 1);
    return CheckedMat(start, start + 2 * zeros,
                      top | bits_.Peek(start + zeros + 1, zeros - 1));
  }

  Mat CheckedMat(size_t start, size_t begin, size_t bit_count) const {
    const size_t end = bits_.bit_count();
    if (begin > end) FailAtEnd();
    if (bit_count > end - begin) {
      Fail(start, "a number of " + std::to_string(bit_count) +
                      " bits, expected at most the " +
                      std::to_string(end - begin) + " that are left");
    }
    return {begin, bit_count};
  }

  [[noreturn]] void FailAtEnd() const {
    Fail(bits_.bit_count(), "the end, expected the rest of a noun");
  }

  // A number of at most kPeekBits bits. `bits` is what stands at `start`.
  uint64_t PeekMat(size_t start, uint64_t bits, Mat mat) const {
    const size_t shift = mat.begin - start;
    const uint64_t mask = (uint64_t{1} << mat.bit_count) - 1;
    if (shift + mat.bit_count <= BitReader::kPeekBits - 2) {
      return (bits >> shift) & mask;
    }
    return bits_.Peek(mat.begin) & mask;
  }

  // The number of bits without leading zeros.
  size_t Trim(Mat mat) const {
    size_t bit_count = mat.bit_count;
    while (bit_count > 0) {
      const size_t count = std::min(bit_count, BitReader::kPeekBits);
      const uint64_t top = bits_.Peek(mat.begin + bit_count - count, count);
      if (top != 0) return bit_count - count + BitCount(top);
      bit_count -= count;
    }
    return 0;
  }

  Noun ReadLongAtom(Mat mat) {
    const size_t bit_count = Trim(mat);
    size_t begin = mat.begin;
    if (bit_count <= kDirectBits) {
      return DirectAtom(static_cast<uint32_t>(bits_.Peek(begin, bit_count)));
    }
    const size_t limb_count = (bit_count + 31) / 32;
    if (limb_count > std::numeric_limits<uint32_t>::max()) {
      Fail(begin, "an atom of " + std::to_string(bit_count) +
                      " bits, expected one of less than 16 GiB");
    }
    return MakeIndirectAtom(handle_, static_cast<uint32_t>(limb_count),
                            [&](std::span<uint32_t> limbs) {
                              for (uint32_t& limb : limbs) {
                                limb = static_cast<uint32_t>(bits_.Peek(begin));
                                begin += 32;
                              }
                              // What comes behind the atom is none of it.
                              limbs.back() &=
                                  ~uint32_t{0} >> (limb_count * 32 - bit_count);
                            });
  }

  void ExpectZeros() const {
    for (size_t at = position_; at < bits_.bit_count();
         at += BitReader::kPeekBits) {
      const uint64_t bits = bits_.Peek(at, BitReader::kPeekBits);
      if (bits != 0) {
        Fail(at + static_cast<size_t>(std::countr_zero(bits)),
             "a one behind the noun, which ends at bit " +
                 std::to_string(position_) + ", expected zeros");
      }
    }
  }

  halfword::AllocationHandle& handle_;
  const BitReader bits_;
  PositionTable nouns_;
  std::vector<OpenCell> open_cells_;
  size_t owed_count_ = 1;  // nouns that are still to be read, at least
  size_t position_ = 0;
};

}  // namespace

Noun Cue(halfword::AllocationHandle& handle, std::span<const uint8_t> jam) {
  if (jam.empty()) throw CueError("0 bytes, expected a jam");
  return Reader(handle, jam).Read();
}

uint32_t CountPaddingBytes(std::span<const uint8_t> jam) {
  uint32_t count = 0;
  while (count < jam.size() && jam[jam.size() - 1 - count] == 0 &&
         count < std::numeric_limits<uint32_t>::max()) {
    ++count;
  }
  return count;
}

}  // namespace nouns
