// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// All numbers of a key are found, however they were added; those that are not
// to be kept are dropped; sorting takes little time and little memory.

#include "gc/weak/key_index.h"

#include <map>
#include <random>
#include <set>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr auto kKeepsAll = [](uint32_t) { return true; };

// What is found for a key, without what stands in its bucket by chance.
std::multiset<uint32_t> NumbersOf(const KeyIndex<uint32_t>& index,
                                  const std::vector<size_t>& keys, size_t key) {
  std::multiset<uint32_t> numbers;
  index.ForEachOf(key, [&](uint32_t number) {
    if (keys[number] == key) numbers.insert(number);
  });
  return numbers;
}

TEST(KeyIndexTest, HasNothingAtFirst) {
  KeyIndex<uint32_t> index;
  EXPECT_FALSE(index.has_new());
  index.IndexNew(kKeepsAll, [](uint32_t) { return size_t{0}; });
  index.ForEachOf(7, [](uint32_t) { FAIL(); });
  index.ForEach([](uint32_t) { FAIL(); });
  EXPECT_EQ(index.size(), 0u);
  EXPECT_EQ(index.bytes_max(), 0u);
}

TEST(KeyIndexTest, FindsWhatWasIndexedOnly) {
  KeyIndex<uint32_t> index;
  const std::vector<size_t> keys = {5, 6, 5};
  const auto key_of = [&](uint32_t number) { return keys[number]; };
  index.Add(0);
  index.Add(1);
  index.IndexNew(kKeepsAll, key_of);
  EXPECT_FALSE(index.has_new());
  index.Add(2);
  EXPECT_TRUE(index.has_new());
  EXPECT_EQ(NumbersOf(index, keys, 5), (std::multiset<uint32_t>{0}));

  index.IndexNew(kKeepsAll, key_of);

  EXPECT_FALSE(index.has_new());
  EXPECT_EQ(NumbersOf(index, keys, 5), (std::multiset<uint32_t>{0, 2}));
  EXPECT_EQ(NumbersOf(index, keys, 6), (std::multiset<uint32_t>{1}));
  EXPECT_EQ(NumbersOf(index, keys, 7), (std::multiset<uint32_t>{}));
}

// Batches of all sizes, keys that have one number and keys that have many, some
// numbers that are not kept from a moment on.
TEST(KeyIndexTest, FindsWhatAMapFinds) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  for (int round = 0; round < 20; ++round) {
    KeyIndex<uint32_t> index;
    std::vector<size_t> keys;
    std::vector<bool> is_dropped;
    std::set<uint32_t> given;
    const auto keeps = [&](uint32_t number) { return !is_dropped[number]; };
    const auto key_of = [&](uint32_t number) { return keys[number]; };
    for (int batch = 0; batch < 40; ++batch) {
      const size_t batch_size = size_t{1} << random() % 13;
      for (size_t i = random() % batch_size + 1; i-- > 0;) {
        const auto number = static_cast<uint32_t>(keys.size());
        const size_t range = random() % 2 == 0 ? 4 : 100'000;
        keys.push_back(random() % range * 0x10000);
        is_dropped.push_back(random() % 8 == 0);
        if (!is_dropped.back()) given.insert(number);
        index.Add(number);
      }
      for (size_t i = keys.size() / 100; i-- > 0;) {
        const auto number = static_cast<uint32_t>(random() % keys.size());
        is_dropped[number] = true;
        given.erase(number);
      }
      index.IndexNew(keeps, key_of);
    }

    std::map<size_t, std::multiset<uint32_t>> expected;
    for (const uint32_t number : given) expected[keys[number]].insert(number);
    for (const auto& [key, numbers] : expected) {
      std::multiset<uint32_t> found = NumbersOf(index, keys, key);
      std::erase_if(found, [&](uint32_t number) { return is_dropped[number]; });
      ASSERT_EQ(found, numbers) << key;
    }
    std::multiset<uint32_t> all;
    index.ForEach([&](uint32_t number) { all.insert(number); });
    EXPECT_EQ(all.size(), index.size());
    for (const uint32_t number : given) EXPECT_EQ(all.count(number), 1u);
  }
}

// The key is asked for twice where a number is sorted.
TEST(KeyIndexTest, SortsEachNumberFewTimes) {
  constexpr uint32_t kCount = 10'000;
  KeyIndex<uint32_t> index;
  size_t asked_count = 0;
  for (uint32_t i = 0; i < kCount; ++i) {
    index.Add(i);
    index.IndexNew(kKeepsAll, [&](uint32_t number) {
      ++asked_count;
      return size_t{number};
    });
  }

  EXPECT_LE(asked_count, 40u * kCount);
  // In one go, each step of its way asks.
  asked_count = 0;
  KeyIndex<uint32_t> other;
  for (uint32_t i = 0; i < kCount; ++i) other.Add(i);
  other.IndexNew(kKeepsAll, [&](uint32_t number) {
    ++asked_count;
    return size_t{number};
  });
  EXPECT_EQ(asked_count, 2u * kCount);
}

// Those of one key stand in one bucket.
TEST(KeyIndexTest, LooksAtFewForAKey) {
  constexpr uint32_t kCount = 100'000;
  KeyIndex<uint32_t> index;
  for (uint32_t i = 0; i < kCount; ++i) index.Add(i);
  index.IndexNew(kKeepsAll, [](uint32_t number) { return size_t{number} * 2; });

  size_t looks = 0;
  for (size_t key = 0; key < kCount; ++key) {
    index.ForEachOf(key * 2, [&](uint32_t) { ++looks; });
  }

  EXPECT_LE(looks, 10u * kCount);
}

TEST(KeyIndexTest, TakesLittleMoreThanTheNumbers) {
  constexpr uint32_t kCount = 1'000'000;
  KeyIndex<uint32_t> index;
  for (uint32_t i = 0; i < kCount; ++i) index.Add(i);
  index.IndexNew(kKeepsAll, [](uint32_t number) { return size_t{number}; });

  EXPECT_LE(index.bytes_max(), 5 * kCount + kCount / 2);
  EXPECT_GE(index.bytes_max(), 4 * kCount);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
