// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The bytes of nouns, and that Jam() and Cue() undo each other for nouns at
// random. A seed that fails is printed.

#include "examples/nouns/jam.h"

#include <gtest/gtest.h>

#include "examples/nouns/cue.h"
#include "examples/nouns/nouns_testing.h"

namespace nouns {
namespace {

class JamTest : public ::testing::Test {
 protected:
  Noun Atom(uint64_t value) { return MakeAtom(handle_, value); }
  Noun Pair(Noun head, Noun tail) { return MakeCell(handle_, head, tail); }

  std::unique_ptr<halfword::Heap> heap_ = MakeBusyHeap();
  halfword::AllocationHandle& handle_ = heap_->GetAllocationHandle();
};

TEST_F(JamTest, WritesAtoms) {
  EXPECT_EQ(Jam(Atom(0)), BytesOf("01"));
  EXPECT_EQ(Jam(Atom(1)), BytesOf("0011"));
  EXPECT_EQ(Jam(Atom(2)), BytesOf("0 001 0 01"));
  EXPECT_EQ(Jam(Atom(0x7fffffff)),
            BytesOf("0 000001 1111 1111111111111111111111111111111"));
  EXPECT_EQ(Jam(Atom(0x80000000)),
            BytesOf("0 0000001 00000 00000000000000000000000000000001"));
}

TEST_F(JamTest, WritesCells) {
  EXPECT_EQ(Jam(Pair(Atom(0), Atom(0))), Bytes{41});
  EXPECT_EQ(Jam(Pair(Atom(1), Atom(1))), (Bytes{817 % 256, 817 / 256}));
}

TEST_F(JamTest, RefersBackToCellsAlways) {
  const Noun cell = Pair(Atom(0), Atom(0));

  EXPECT_EQ(Jam(Pair(cell, cell)), BytesOf("10 10 01 01 11 001 0 01"));
}

// The first 3 begins at bit 2, which has as many bits; 7 has one more.
TEST_F(JamTest, RefersBackToAtomsThatHaveMoreBitsThanTheirPosition) {
  EXPECT_EQ(Jam(Pair(Atom(3), Atom(3))), BytesOf("10 0001011 0001011"));
  EXPECT_EQ(Jam(Pair(Atom(7), Atom(7))), BytesOf("10 00011111 11 001 0 01"));
}

// Which position counts is that of the first, though a later one was written.
TEST_F(JamTest, ComparesWithTheFirstPosition) {
  NounModel model;
  Noun list = Atom(0);
  for (int i = 0; i < 40; ++i) {
    for (const uint64_t value : {3u, 200u, 70'000u, 9'000'000u}) {
      list = Pair(Atom(value), Pair(Atom(uint64_t{1} << i), list));
    }
  }

  EXPECT_EQ(Jam(list), model.Jam(model.Read(list)));
}

TEST_F(JamTest, SharesWhatIsEqualAndNotOneObject) {
  const auto make = [&] {
    return Pair(Atom(uint64_t{1} << 40), Pair(Atom(1000), Atom(1)));
  };

  const Noun one = make();
  EXPECT_EQ(Jam(Pair(one, make())), Jam(Pair(one, one)));
}

TEST_F(JamTest, WritesWhatTheModelDoes) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomNouns nouns(handle_, seed);
    const Noun noun = nouns.Make(1 + seed * 3);
    NounModel model;

    EXPECT_EQ(Jam(noun), model.Jam(model.Read(noun)));
  }
}

TEST_F(JamTest, IsUndoneByCue) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomNouns nouns(handle_, seed);
    const Noun noun = nouns.Make(1 + seed * 5);
    const Bytes jam = Jam(noun);

    const Noun read = Cue(handle_, jam);

    NounModel model;
    EXPECT_EQ(model.Read(read), model.Read(noun));
    EXPECT_EQ(Jam(read), jam);
  }
}

TEST_F(JamTest, WritesTheZerosBehindTheNounAgain) {
  Bytes jam = Jam(Pair(Atom(0), Atom(1)));
  EXPECT_EQ(CountPaddingBytes(jam), 0u);
  jam.resize(jam.size() + 3);

  EXPECT_EQ(CountPaddingBytes(jam), 3u);
  EXPECT_EQ(Jam(Cue(handle_, jam), CountPaddingBytes(jam)), jam);
  EXPECT_EQ(CountPaddingBytes(Bytes(5)), 5u);
}

// What is left of a jam when some of its bits are not: either refused, or a
// noun whose own jam can be read again.
TEST_F(JamTest, SurvivesDamage) {
  size_t refused_count = 0;
  size_t read_count = 0;
  for (uint64_t seed = 1; seed <= 2000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomNouns nouns(handle_, seed);
    Bytes jam = Jam(nouns.Make(1 + seed % 50));
    for (uint32_t i = 0; i <= nouns.Below(3); ++i) {
      const auto size = static_cast<uint32_t>(jam.size());
      jam[nouns.Below(size)] ^= static_cast<uint8_t>(1u << nouns.Below(8));
    }
    if (nouns.Below(4) == 0) jam.resize(jam.size() / 2);
    try {
      const Noun read = Cue(handle_, jam);
      const Bytes again = Jam(read);
      EXPECT_EQ(Jam(Cue(handle_, again)), again);
      ++read_count;
    } catch (const CueError&) {
      ++refused_count;
    }
  }
  EXPECT_GT(refused_count, 100u);
  EXPECT_GT(read_count, 100u);
}

}  // namespace
}  // namespace nouns
