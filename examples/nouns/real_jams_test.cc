// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Real jams, from the folder of HALFWORD_JAMS: what was read is written again
// byte for byte, and the heap has no more than it should.

#include <gtest/gtest.h>

#include "examples/nouns/census.h"
#include "examples/nouns/cue.h"
#include "examples/nouns/input_file.h"
#include "examples/nouns/jam.h"
#include "examples/nouns/nouns_testing.h"

namespace nouns {
namespace {

struct RealJam {
  const char* name;
  size_t cell_count;
  size_t indirect_atom_count;
};

class RealJamsTest : public ::testing::TestWithParam<RealJam> {
 protected:
  Bytes Read() const {
    return ReadInputFile(std::string(HALFWORD_JAMS "/") + GetParam().name);
  }
};

TEST_P(RealJamsTest, AreWrittenAsTheyWereRead) {
  const Bytes jam = Read();
  const auto heap = MakeBusyHeap();

  const Noun noun = Cue(heap->GetAllocationHandle(), jam);

  EXPECT_TRUE(Jam(noun, CountPaddingBytes(jam)) == jam);
}

[[gnu::noinline]] halfword::Persistent<NounRoot> ReadRoot(halfword::Heap& heap,
                                                          const Bytes& jam) {
  auto& handle = heap.GetAllocationHandle();
  return halfword::MakeGarbageCollected<NounRoot>(handle, Cue(handle, jam));
}

TEST_P(RealJamsTest, AreTheNounsThatTheyShouldBe) {
  const auto heap = MakeBusyHeap();
  const auto root = ReadRoot(*heap, Read());

  const Census census = TakeCensus(*heap);

  EXPECT_EQ(census.cell_count, GetParam().cell_count);
  EXPECT_EQ(census.indirect_atom_count, GetParam().indirect_atom_count);
  if (HALFWORD_REFERENCES == 32 && HALFWORD_VIRTUAL_BITS == 3 &&
      !HALFWORD_MEMORY_DEBUG) {
    EXPECT_LT(census.heap_bytes, 9 * census.cell_count +
                                     16 * census.indirect_atom_count +
                                     (size_t{128} << 10));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Files, RealJamsTest,
    ::testing::Values(RealJam{"kernel.jam", 409'837, 3'655},
                      RealJam{"small-blocks.jam", 213'063, 69'293},
                      RealJam{"shax.jam", 20'777, 26}),
    [](const auto& parameter) {
      std::string name = parameter.param.name;
      std::erase_if(name, [](char c) { return c == '-' || c == '.'; });
      return name;
    });

}  // namespace
}  // namespace nouns
