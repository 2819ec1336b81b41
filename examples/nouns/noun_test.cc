// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a noun is made of, and how little of it.

#include "examples/nouns/noun.h"

#include <gtest/gtest.h>

#include <vector>

#include "examples/nouns/nouns_testing.h"
#include "halfword/internal/type_definition.h"

namespace nouns {
namespace {

class NounTest : public ::testing::Test {
 protected:
  std::unique_ptr<halfword::Heap> heap_ = MakeBusyHeap();
  halfword::AllocationHandle& handle_ = heap_->GetAllocationHandle();
};

TEST_F(NounTest, HasUnsignedAtomsInTheWord) {
  for (const uint32_t value : {0u, 1u, 0x3fffffffu, 0x40000000u, 0x7fffffffu}) {
    EXPECT_TRUE(DirectAtom(value).IsInteger());
    EXPECT_EQ(DirectValue(DirectAtom(value)), value);
    EXPECT_EQ(MakeAtom(handle_, uint64_t{value}), DirectAtom(value));
  }
}

TEST_F(NounTest, HasLargerAtomsInTheHeap) {
  const Noun atom = MakeAtom(handle_, uint64_t{0x123456789});

  ASSERT_TRUE(atom.IsObject());
  EXPECT_EQ(CellOrNull(atom), nullptr);
  const auto* const indirect = halfword::To<IndirectAtom>(atom.object());
  EXPECT_EQ(indirect->bit_count(), 33u);
  ASSERT_EQ(indirect->limbs().size(), 2u);
  EXPECT_EQ(indirect->limbs()[0], 0x23456789u);
  EXPECT_EQ(indirect->limbs()[1], 1u);
}

TEST_F(NounTest, DropsLeadingZeros) {
  EXPECT_EQ(MakeAtom(handle_, Bytes(20)), DirectAtom(0));
  EXPECT_EQ(MakeAtom(handle_, Bytes{5, 0, 0, 0, 0}), DirectAtom(5));
  const Noun atom = MakeAtom(handle_, Bytes{1, 2, 3, 4, 5, 0, 0, 0, 0});
  ASSERT_TRUE(atom.IsObject());
  EXPECT_EQ(halfword::To<IndirectAtom>(atom.object())->limbs().size(), 2u);
}

TEST_F(NounTest, KnowsItsCells) {
  const Noun noun = MakeCell(handle_, DirectAtom(1), DirectAtom(2));

  const Cell* const cell = CellOrNull(noun);
  ASSERT_NE(cell, nullptr);
  EXPECT_EQ(cell->head(), DirectAtom(1));
  EXPECT_EQ(cell->tail(), DirectAtom(2));
  EXPECT_EQ(CellOrNull(DirectAtom(1)), nullptr);
}

TEST_F(NounTest, IsHeldByItsRoot) {
  halfword::Persistent<NounRoot> root =
      halfword::MakeGarbageCollected<NounRoot>(
          handle_, MakeCell(handle_, DirectAtom(1), DirectAtom(2)));

  heap_->Collect();

  ASSERT_NE(CellOrNull(root->noun()), nullptr);
  EXPECT_EQ(CellOrNull(root->noun())->tail(), DirectAtom(2));
}

TEST_F(NounTest, MayBeInImages) {
  using halfword::internal::TypeInfoOf;

  EXPECT_TRUE(TypeInfoOf<Cell>().may_be_in_image);
  EXPECT_TRUE(TypeInfoOf<IndirectAtom>().may_be_in_image);
  EXPECT_TRUE(TypeInfoOf<NounRoot>().may_be_in_image);
  EXPECT_EQ(TypeInfoOf<IndirectAtom>().trace_mode,
            halfword::internal::TraceMode::kLeaf);
}

}  // namespace
}  // namespace nouns
