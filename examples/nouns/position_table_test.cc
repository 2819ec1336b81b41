// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Nouns by position.

#include "examples/nouns/position_table.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace nouns {
namespace {

TEST(PositionTableTest, FindsNounsWhereTheyBegin) {
  for (uint32_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    constexpr size_t kBitCount = 5000;
    PositionTable table(kBitCount);
    std::map<size_t, uint32_t> model;
    for (size_t position = random() % 9; position < kBitCount;
         position += 1 + random() % (size_t{seed} * 10)) {
      const auto number = static_cast<uint32_t>(model.size());
      EXPECT_EQ(table.Add(position, DirectAtom(number)), number);
      model[position] = number;
    }

    for (size_t position = 0; position < kBitCount + 200; ++position) {
      const Noun* const noun = table.Find(position);
      ASSERT_EQ(noun != nullptr, model.contains(position)) << position;
      if (noun == nullptr) continue;
      EXPECT_EQ(*noun, DirectAtom(model[position]));
    }
    EXPECT_EQ(table.Find(~size_t{0}), nullptr);
  }
}

TEST(PositionTableTest, ReplacesANoun) {
  PositionTable table(100);
  table.Add(3, DirectAtom(1));
  const size_t index = table.Add(70, DirectAtom(2));

  table.Set(index, DirectAtom(5));

  EXPECT_EQ(*table.Find(70), DirectAtom(5));
  EXPECT_EQ(*table.Find(3), DirectAtom(1));
}

}  // namespace
}  // namespace nouns
