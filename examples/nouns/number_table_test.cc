// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Numbers by hash, with hashes that are bad in every way.

#include "examples/nouns/number_table.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "examples/nouns/hash_seed.h"

namespace nouns {
namespace {

// Numbers the values of a list, whose hashes are made by a function.
template <typename Hash>
void ExpectNumbers(const std::vector<uint64_t>& values, Hash hash) {
  NumberTable table;
  for (int round = 0; round < 2; ++round) {
    for (uint32_t i = 0; i < values.size(); ++i) {
      const auto next = static_cast<uint32_t>(values.size());
      const auto equals = [&](uint32_t other) {
        return values[other] == values[i];
      };
      if (round == 0) {
        EXPECT_GT(table.Find(hash(values[i]), equals), NumberTable::kNumberMax);
      }
      EXPECT_EQ(table.FindOrAdd(hash(values[i]), round == 0 ? i : next, equals),
                i);
      EXPECT_EQ(table.Find(hash(values[i]), equals), i);
    }
  }
}

TEST(NumberTableTest, FindsWhatWasAdded) {
  std::vector<uint64_t> values;
  for (uint64_t i = 0; i < 50'000; ++i) values.push_back(i * i);
  const HashSeed seed;

  ExpectNumbers(values, [&](uint64_t value) { return seed.Hash(value); });
}

TEST(NumberTableTest, ToleratesEqualHashes) {
  std::vector<uint64_t> values;
  for (uint64_t i = 0; i < 1'500; ++i) values.push_back(i);

  ExpectNumbers(values, [](uint64_t) { return ~uint64_t{0}; });
  ExpectNumbers(values, [](uint64_t value) { return value; });
  ExpectNumbers(values, [](uint64_t value) { return ~value << 32; });
}

TEST(HashSeedTest, DiffersFromSeedToSeed) {
  EXPECT_NE(HashSeed().Hash(1), HashSeed().Hash(1));
}

TEST(HashSeedTest, LooksAtAllLimbs) {
  const HashSeed seed;
  std::vector<uint32_t> limbs(9, 7);
  const uint64_t hash = seed.Hash(limbs);

  for (uint32_t& limb : limbs) {
    limb ^= 1;
    EXPECT_NE(seed.Hash(limbs), hash);
    limb ^= 1;
  }
  EXPECT_EQ(seed.Hash(limbs), hash);
}

}  // namespace
}  // namespace nouns
