// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Jams bit by bit: what they mean, what is not one and why, and depths that no
// C++ stack has.

#include "examples/nouns/cue.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "examples/nouns/census.h"
#include "examples/nouns/jam.h"
#include "examples/nouns/nouns_testing.h"

namespace nouns {
namespace {

class CueTest : public ::testing::Test {
 protected:
  Noun Read(const Bytes& jam) { return Cue(handle_, jam); }
  Noun Read(std::string_view bits) { return Read(BytesOf(bits)); }

  std::string ErrorOf(const Bytes& jam) {
    try {
      Cue(handle_, jam);
    } catch (const CueError& error) {
      return error.what();
    }
    return "";
  }
  std::string ErrorOf(std::string_view bits) { return ErrorOf(BytesOf(bits)); }

  std::unique_ptr<halfword::Heap> heap_ = MakeBusyHeap();
  halfword::AllocationHandle& handle_ = heap_->GetAllocationHandle();
};

TEST_F(CueTest, ReadsDirectAtoms) {
  EXPECT_EQ(Read("0 1"), DirectAtom(0));
  EXPECT_EQ(Read("0 01 1"), DirectAtom(1));
  EXPECT_EQ(Read("0 001 0 01"), DirectAtom(2));
  EXPECT_EQ(Read("0 0001 10 11111"), DirectAtom(31));
  EXPECT_EQ(Read("0 000001 1111 1111111111111111111111111111111"),
            DirectAtom(0x7fffffff));
}

TEST_F(CueTest, ReadsIndirectAtoms) {
  const Noun atom = Read("0 0000001 00000 00000000000000000000000000000001");

  ASSERT_TRUE(atom.IsObject());
  const auto* const indirect = halfword::To<IndirectAtom>(atom.object());
  ASSERT_EQ(indirect->limbs().size(), 1u);
  EXPECT_EQ(indirect->limbs()[0], 0x80000000u);
  EXPECT_EQ(indirect->bit_count(), 32u);
}

TEST_F(CueTest, ReadsCells) {
  const Cell* const cell = CellOrNull(Read("10 0 1 10 0 011 0 1"));

  ASSERT_NE(cell, nullptr);
  EXPECT_EQ(cell->head(), DirectAtom(0));
  const Cell* const tail = CellOrNull(cell->tail());
  ASSERT_NE(tail, nullptr);
  EXPECT_EQ(tail->head(), DirectAtom(1));
  EXPECT_EQ(tail->tail(), DirectAtom(0));
}

TEST_F(CueTest, SharesWhatIsReferredBackTo) {
  const Cell* const cell = CellOrNull(Read("10 10 01 01 11 001 0 01"));

  ASSERT_NE(cell, nullptr);
  EXPECT_TRUE(cell->head().IsObject());
  EXPECT_EQ(cell->head(), cell->tail());
}

TEST_F(CueTest, ReadsWhatNoWriterWouldWrite) {
  // Leading zeros of an atom, of a length, of a position.
  EXPECT_EQ(Read("0 001 1 100"), DirectAtom(1));
  EXPECT_EQ(Read("0 000000 1 00000" + std::string(32, '0')), DirectAtom(0));
  const Cell* cell = CellOrNull(Read("10 01 11 0001 00 0100"));
  ASSERT_NE(cell, nullptr);
  EXPECT_EQ(cell->tail(), DirectAtom(0));
  // A back reference that is longer than its atom, and one that was left out.
  cell = CellOrNull(Read("10 0011 11 001 0 01"));
  ASSERT_NE(cell, nullptr);
  EXPECT_EQ(cell->tail(), DirectAtom(1));
  // Zeros behind the noun: the jam is a number.
  Bytes padded = BytesOf("0011");
  padded.resize(100);
  EXPECT_EQ(Read(padded), DirectAtom(1));
}

TEST_F(CueTest, DropsLeadingZerosOfALongAtom) {
  const std::string zeros(200, '0');
  // 232 bits, of which the first 32 are ones, or the first 8.
  const std::string length = "0 00000000 1 0001011";
  const Noun atom = Read(length + std::string(32, '1') + zeros);
  ASSERT_TRUE(atom.IsObject());
  EXPECT_EQ(halfword::To<IndirectAtom>(atom.object())->bit_count(), 32u);
  EXPECT_EQ(Read(length + std::string(8, '1') + std::string(24, '0') + zeros),
            DirectAtom(255));
}

TEST_F(CueTest, RefusesWhatEndsTooEarly) {
  EXPECT_EQ(ErrorOf(Bytes{}), "0 bytes, expected a jam");
  const std::string rest = "the end, expected the rest of a noun";
  EXPECT_EQ(ErrorOf("00000000"), "bit 8: " + rest);
  EXPECT_EQ(ErrorOf("10 10 10 10"), "bit 8: " + rest);
  EXPECT_EQ(ErrorOf("10 0011 11"), "bit 8: " + rest);
  EXPECT_EQ(ErrorOf("10 01 10 01"), "bit 8: " + rest);
  EXPECT_EQ(ErrorOf("10 01 0 001"), "bit 8: " + rest);
  EXPECT_EQ(ErrorOf(Bytes(100, 0)),
            "bit 1: a length of 57 bits or more, expected one of what is left");
}

TEST_F(CueTest, RefusesLengthsBeyondTheInput) {
  EXPECT_EQ(ErrorOf("0 0001 11 1"),
            "bit 1: a number of 7 bits, expected at most the 1 that are left");
  // 2^55 bits and more, in headers that do not fit into one look.
  const std::string zeros(55, '0');
  const std::string low(54, '0');
  EXPECT_EQ(ErrorOf("0" + zeros + "1" + low),
            "bit 1: a number of 18014398509481984 bits, expected at most the 1 "
            "that are left");
  EXPECT_EQ(ErrorOf("11" + zeros + "1" + low),
            "bit 2: a number of 18014398509481984 bits, expected at most the 0 "
            "that are left");
}

TEST_F(CueTest, RefusesBackReferencesToNoNoun) {
  const std::string expected = ", expected a bit before it where a noun begins";
  // Itself, the middle of a noun, a later bit, another back reference.
  EXPECT_EQ(ErrorOf("11 1"), "bit 0: a back reference to bit 0" + expected);
  EXPECT_EQ(ErrorOf("10 01 11 01 1"),
            "bit 4: a back reference to bit 1" + expected);
  EXPECT_EQ(ErrorOf("10 01 11 0001 10 11111"),
            "bit 4: a back reference to bit 31" + expected);
  EXPECT_EQ(ErrorOf("10 01 10 11 001 0 01 11 001 1 011"),
            "bit 14: a back reference to bit 6, expected a bit before it where "
            "a noun begins");
  EXPECT_EQ(ErrorOf("10 10 01 01 10 01 11 0001 00 0001"),
            "bit 12: a back reference to bit 8, whose cell it is in, expected "
            "one that has ended");
}

TEST_F(CueTest, RefusesCellsThatAreInThemselves) {
  const std::string expected =
      ", whose cell it is in, expected one that has "
      "ended";
  EXPECT_EQ(ErrorOf("10 11 1"), "bit 2: a back reference to bit 0" + expected);
  EXPECT_EQ(ErrorOf("10 01 11 1"),
            "bit 4: a back reference to bit 0" + expected);
  EXPECT_EQ(ErrorOf("10 01 10 01 11 001 1 001"),
            "bit 8: a back reference to bit 4" + expected);
}

TEST_F(CueTest, RefusesWhatStandsBehindTheNoun) {
  EXPECT_EQ(
      ErrorOf("01 000001"),
      "bit 7: a one behind the noun, which ends at bit 2, expected zeros");
  Bytes padded = BytesOf("01");
  padded.resize(50);
  padded.push_back(2);
  EXPECT_EQ(
      ErrorOf(padded),
      "bit 401: a one behind the noun, which ends at bit 2, expected zeros");
}

// Cells that are a million deep, to the left and to the right.
TEST_F(CueTest, DoesNotCareForDepth) {
  constexpr size_t kDepth = 1'000'000;
  std::string left, right;
  for (size_t i = 0; i < kDepth; ++i) left += "10";
  left += "01";
  for (size_t i = 0; i < kDepth; ++i) left += "01";
  for (size_t i = 0; i < kDepth; ++i) right += "1001";
  right += "01";

  for (const std::string& bits : {left, right}) {
    const Bytes jam = BytesOf(bits);
    const Noun noun = Read(jam);
    EXPECT_EQ(Jam(noun), jam);
    const halfword::Persistent<NounRoot> root =
        halfword::MakeGarbageCollected<NounRoot>(handle_, noun);
    EXPECT_GE(TakeCensus(*heap_).cell_count, kDepth);
  }
}

// [x x] of [x x] of ...: as a tree it would have 2^20,000 leaves.
TEST_F(CueTest, DoesNotUnfoldWhatIsShared) {
  Noun noun = DirectAtom(0);
  for (int i = 0; i < 20'000; ++i) noun = MakeCell(handle_, noun, noun);
  const Bytes jam = Jam(noun);

  EXPECT_EQ(Jam(Read(jam)), jam);
  EXPECT_LT(jam.size(), 80'000u);
}

TEST_F(CueTest, RefusesWhatIsOnlyClaimed) {
  // Millions of cells are opened, none is closed: seen when half is read.
  const Bytes opening(1 << 20, 0x55);
  EXPECT_EQ(ErrorOf(opening),
            "bit 8388608: the end, expected the rest of a noun");
  // An atom of twice what is there.
  Bytes atom = BytesOf("0" + std::string(24, '0') + std::string(24, '1'));
  atom.resize(1 << 20, 0xff);
  EXPECT_EQ(ErrorOf(atom),
            "bit 1: a number of 16777215 bits, expected at most the 8388559 "
            "that are left");
}

}  // namespace
}  // namespace nouns
