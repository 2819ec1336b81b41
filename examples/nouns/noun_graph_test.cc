// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Equality, also of nouns that could never be compared by walking them.

#include "examples/nouns/noun_graph.h"

#include <gtest/gtest.h>

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
  const NodeKey atom = graph_.Add(Large(1));
  const NodeKey cell = graph_.Add(Pair(Large(1), DirectAtom(7)));

  EXPECT_TRUE(IsAtomKey(atom));
  EXPECT_TRUE(IsCellKey(cell));
  EXPECT_EQ(graph_.Add(Large(1)), atom);
  EXPECT_EQ(graph_.Add(Pair(Large(1), DirectAtom(7))), cell);
  EXPECT_EQ(graph_.atoms().size(), 1u);
  ASSERT_EQ(graph_.pairs().size(), 1u);
  EXPECT_EQ(NounGraph::HeadOf(graph_.pairs()[0]), atom);
  EXPECT_EQ(NounGraph::TailOf(graph_.pairs()[0]), 7u);
}

TEST_F(NounGraphTest, GivesOtherNounsOtherKeys) {
  const NodeKey cell = graph_.Add(Pair(DirectAtom(1), DirectAtom(2)));

  EXPECT_NE(graph_.Add(Pair(DirectAtom(2), DirectAtom(1))), cell);
  EXPECT_NE(graph_.Add(Pair(DirectAtom(1), Pair(DirectAtom(2), DirectAtom(2)))),
            cell);
  EXPECT_NE(graph_.Add(Large(1)), graph_.Add(Large(2)));
  EXPECT_NE(graph_.Add(MakeAtom(handle_, Bytes(8, 1))),
            graph_.Add(MakeAtom(handle_, Bytes(12, 1))));
}

// Two towers of which each level has the one below twice.
TEST_F(NounGraphTest, ComparesSharedNounsInLinearTime) {
  const auto build = [&] {
    Noun noun = Large(3);
    for (int i = 0; i < 1000; ++i) noun = Pair(noun, noun);
    return noun;
  };

  EXPECT_EQ(graph_.Add(build()), graph_.Add(build()));
  EXPECT_EQ(graph_.pairs().size(), 1000u);
}

TEST_F(NounGraphTest, RefusesACellBelowItself) {
  auto* const cell = halfword::MakeGarbageCollected<Cell>(handle_);
  cell->SetTail(Pair(DirectAtom(1), cell));

  EXPECT_THROW(graph_.Add(cell), std::invalid_argument);
}

}  // namespace
}  // namespace nouns
