// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Equality, also of nouns that could never be compared by walking them.
// All that is added to a graph is made before it, so that nothing has its
// place.

#include "examples/nouns/noun_graph.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "examples/nouns/nouns_testing.h"

namespace nouns {
namespace {

class NounGraphTest : public ::testing::Test {
 protected:
  Noun Pair(Noun head, Noun tail) { return MakeCell(handle_, head, tail); }
  Noun Large(uint64_t value) { return MakeAtom(handle_, value << 40 | 1); }

  std::unique_ptr<halfword::Heap> heap_ = MakeBusyHeap();
  halfword::AllocationHandle& handle_ = heap_->GetAllocationHandle();
  NounGraph graph_;
};

TEST_F(NounGraphTest, HasDirectAtomsAsTheirOwnKeys) {
  EXPECT_EQ(graph_.Add(DirectAtom(0)), 0u);
  EXPECT_EQ(graph_.Add(DirectAtom(0x7fffffff)), 0x7fffffffu);
  EXPECT_TRUE(graph_.pairs().empty());
}

TEST_F(NounGraphTest, GivesEqualNounsOneKey) {
  const Noun atoms[] = {Large(1), Large(1)};
  const Noun cells[] = {Pair(Large(1), DirectAtom(7)),
                        Pair(atoms[1], DirectAtom(7))};

  const NodeKey atom = graph_.Add(atoms[0]);
  const NodeKey cell = graph_.Add(cells[0]);
  EXPECT_TRUE(IsAtomKey(atom));
  EXPECT_TRUE(IsCellKey(cell));
  EXPECT_EQ(graph_.Add(atoms[1]), atom);
  EXPECT_EQ(graph_.Add(cells[1]), cell);
  EXPECT_EQ(graph_.atoms().size(), 1u);
  ASSERT_EQ(graph_.pairs().size(), 1u);
  EXPECT_EQ(NounGraph::HeadOf(graph_.pairs()[0]), atom);
  EXPECT_EQ(NounGraph::TailOf(graph_.pairs()[0]), 7u);
}

TEST_F(NounGraphTest, GivesOtherNounsOtherKeys) {
  const Noun pair = Pair(DirectAtom(1), DirectAtom(2));
  const Noun others[] = {Pair(DirectAtom(2), DirectAtom(1)),
                         Pair(DirectAtom(1), pair),
                         Large(1),
                         Large(2),
                         MakeAtom(handle_, Bytes(8, 1)),
                         MakeAtom(handle_, Bytes(12, 1))};

  std::set<NodeKey> keys = {graph_.Add(pair)};
  for (const Noun& other : others) {
    EXPECT_TRUE(keys.insert(graph_.Add(other)).second);
  }
}

// Two towers of which each level has the one below twice.
TEST_F(NounGraphTest, ComparesSharedNounsInLinearTime) {
  Noun one = Large(3);
  Noun other = Large(3);
  for (int i = 0; i < 1000; ++i) {
    one = Pair(one, one);
    other = Pair(other, other);
  }

  EXPECT_EQ(graph_.Add(one), graph_.Add(other));
  EXPECT_EQ(graph_.pairs().size(), 1000u);
}

TEST_F(NounGraphTest, RefusesACellBelowItself) {
  auto* const cell = halfword::MakeGarbageCollected<Cell>(handle_);
  cell->SetTail(Pair(DirectAtom(1), cell));

  EXPECT_THROW(graph_.Add(cell), std::invalid_argument);
}

}  // namespace
}  // namespace nouns
