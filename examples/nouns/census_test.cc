// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What is counted.

#include "examples/nouns/census.h"

#include <gtest/gtest.h>

#include "examples/nouns/noun_heap.h"
#include "examples/nouns/nouns_testing.h"

namespace nouns {
namespace {

// Apart, so that its frame does not hold the nouns that die.
[[gnu::noinline]] halfword::Persistent<NounRoot> MakeSome(
    halfword::Heap& heap) {
  auto& handle = heap.GetAllocationHandle();
  const Noun large = MakeAtom(handle, uint64_t{1} << 40);
  const Noun kept = MakeCell(handle, MakeCell(handle, large, large), large);
  MakeCell(handle, DirectAtom(1), MakeAtom(handle, uint64_t{1} << 41));
  return halfword::MakeGarbageCollected<NounRoot>(handle, kept);
}

TEST(CensusTest, CountsWhatIsHeld) {
  const auto heap = MakeNounHeap();
  const auto root = MakeSome(*heap);

  const Census census = TakeCensus(*heap);

  EXPECT_EQ(census.cell_count, 2u);
  EXPECT_EQ(census.indirect_atom_count, 1u);
  EXPECT_GT(census.heap_bytes, 0u);
  EXPECT_GT(census.side_table_bytes, 0u);
}

TEST(CensusTest, CountsNothingInAnEmptyHeap) {
  const auto heap = MakeNounHeap();

  EXPECT_EQ(TakeCensus(*heap).cell_count, 0u);
}

}  // namespace
}  // namespace nouns
