// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The order of pairs, and the walk over their keys.

#include "snapshot/pair_list.h"

#include <map>
#include <random>
#include <set>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(PairListTest, StandsInTheOrderOfKeys) {
  PairList pairs;
  pairs.Add({.key = 7, .table = 1, .value = 2});
  pairs.Add({.key = 3, .table = 9, .value = 1});
  pairs.Add({.key = 3, .table = 4, .value = 8});
  pairs.Sort();

  ASSERT_EQ(pairs.count(), 3u);
  EXPECT_EQ(pairs[0], (Pair{.key = 3, .table = 4, .value = 8}));
  EXPECT_EQ(pairs[1], (Pair{.key = 3, .table = 9, .value = 1}));
  EXPECT_EQ(pairs[2], (Pair{.key = 7, .table = 1, .value = 2}));
  for (uint32_t i = 0; i < 3; ++i) EXPECT_EQ(pairs.NumberOf(pairs[i]), i);
}

// A table may have the same key and value twice: one name is enough for both,
// and as many edges lead from the key as from the table.
TEST(PairListTest, EqualPairsHaveOneNumber) {
  PairList pairs;
  const Pair pair = {.key = 5, .table = 6, .value = 7};
  pairs.Add(pair);
  pairs.Add({.key = 5, .table = 6, .value = 8});
  pairs.Add(pair);
  pairs.Sort();

  EXPECT_EQ(pairs.NumberOf(pair), 0u);
  EXPECT_EQ(pairs.NumberOf({.key = 5, .table = 6, .value = 8}), 2u);
  PairList::Cursor cursor(pairs);
  std::vector<uint32_t> numbers;
  cursor.ForEachOf(
      5, [&](uint32_t number, const Pair&) { numbers.push_back(number); });
  EXPECT_EQ(numbers, (std::vector<uint32_t>{0, 1, 2}));
}

TEST(PairListTest, ACursorGoesOverRandomPairs) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  PairList pairs;
  std::map<NodeOrdinal, std::multiset<NodeOrdinal>> values;  // by key
  for (int i = 0; i < 1000; ++i) {
    const Pair pair = {.key = static_cast<NodeOrdinal>(random() % 100),
                       .table = static_cast<NodeOrdinal>(random() % 5),
                       .value = static_cast<NodeOrdinal>(random() % 50)};
    pairs.Add(pair);
    values[pair.key].insert(pair.value);
  }
  pairs.Sort();

  PairList::Cursor cursor(pairs);
  uint32_t seen = 0;
  for (NodeOrdinal key = 0; key < 110; ++key) {
    ASSERT_EQ(cursor.HasPairsOf(key), values.contains(key));
    std::multiset<NodeOrdinal> found;
    cursor.ForEachOf(key, [&](uint32_t number, const Pair& pair) {
      EXPECT_EQ(number, seen++);
      EXPECT_EQ(pair.key, key);
      found.insert(pair.value);
    });
    ASSERT_EQ(found, values[key]);
  }
  EXPECT_EQ(seen, pairs.count());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
