// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The shapes of tables, the groups that they are made of, and how long searches
// are for keys that come in rows and steps.

#include "halfword/internal/hash_backing.h"

#include <cstdint>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "base/test_seed.h"
#include "collections/collections_testing.h"
#include "gtest/gtest.h"
#include "halfword/heap_hash_set.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(HashGroupTest, BothWaysToMatchBytesAgree) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  for (int round = 0; round < 100'000; ++round) {
    uint8_t bytes[16];
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random() % 4 * 127);
    const auto value = static_cast<uint8_t>(random() % 4 * 127);
    uint32_t expected = 0;
    for (uint32_t i = 0; i < 16; ++i) {
      if (bytes[i] == value) expected |= 1u << i;
    }
    ASSERT_EQ(MatchBytesPortably(bytes, value), expected);
    ASSERT_EQ(MatchBytes(bytes, value), expected);
  }
}

TEST(HashGroupTest, NoHashLooksFreeOrLikeNoEntry) {
  for (uint32_t hash = 0; hash < 512; ++hash) {
    EXPECT_GT(TagOf(hash), kNoEntryTag);
    EXPECT_NE(OverflowBitOf(hash), 0);
  }
}

TEST(HashBackingTest, AShapeHasRoomForWhatWasAskedFor) {
  for (size_t count = 1; count < 100'000; count += 1 + count / 7) {
    const HashShape shape = ShapeFor(count, 48, 4);
    EXPECT_GE(shape.capacity, count);
    EXPECT_LE(shape.capacity, std::max<size_t>(2 * count, 16));
    EXPECT_LE(shape.capacity, shape.slot_count);
    EXPECT_LE(shape.slot_count, shape.group_count * kGroupSlots);
    EXPECT_GE(shape.bytes, shape.slot_count * size_t{4});
  }
}

TEST(HashBackingTest, MoreThanThereCanBeTakesNoGroups) {
  for (const size_t count : {size_t{1} << 33, SIZE_MAX}) {
    const HashShape shape = ShapeFor(count, 48, 4);
    EXPECT_EQ(shape.group_count, 1u);
    EXPECT_GE(shape.bytes, SIZE_MAX / 2);
  }
}

TEST(HashBackingTest, MoreThanThereCanBeIsRefusedAsAnyObjectTooLarge) {
  struct TooLarge {};
  HeapOptions options;
  options.out_of_memory_handler = [](Heap&, size_t) { throw TooLarge(); };
  const std::unique_ptr<Heap> heap = Heap::Create(std::move(options));
  HeapHashSet<int> set = {1, 2, 3};

  EXPECT_THROW(set.reserve(size_t{1} << 33), TooLarge);
  EXPECT_THROW(set.reserve(SIZE_MAX), TooLarge);
  EXPECT_EQ(set.size(), 3u);
}

TEST(HashBackingTest, ASearchReachesEveryGroup) {
  for (const uint32_t group_count : {2u, 3u, 4u, 6u, 8u, 12u, 1536u}) {
    for (const uint32_t hash : {0u, 1u, 77u, 255u}) {
      const HashShape shape{group_count, group_count * kGroupSlots, 1, 0};
      const HashBacking<HeapHashSet<int>> backing(shape, nullptr, 0);
      std::set<uint32_t> reached;
      uint32_t group = 0;
      for (uint32_t i = 0; i < group_count; ++i) {
        reached.insert(group);
        group = backing.NextOf(group, hash);
      }
      EXPECT_EQ(reached.size(), group_count);
    }
  }
}

// In groups. Random keys in a table of the size below make it 8 to 14, and more
// than 20 in one table of two thousand.
constexpr uint32_t kLongestSearch = 32;

// Full to the last entry before the table would be built anew, where searches
// are longest.
template <typename KeyOf>
void ExpectShortSearches(uint64_t heap_seed, KeyOf key_of) {
  HeapOptions options;
  options.hash_seed = heap_seed;
  const std::unique_ptr<Heap> heap = Heap::Create(std::move(options));
  HeapHashSet<uint64_t> set;
  set.reserve(80'000);
  const size_t capacity = set.capacity();
  for (uint64_t i = 0; i < capacity; ++i) set.insert(key_of(i));
  ASSERT_EQ(set.capacity(), capacity);
  ASSERT_EQ(set.size(), capacity);

  const ProbeStatistics hits = HashTableTestPeer::ProbesOfHits(set);
  const ProbeStatistics misses = HashTableTestPeer::ProbesOfMisses(set);
  EXPECT_LT(hits.average, 1.25);
  EXPECT_LT(misses.average, 1.5);
  EXPECT_LE(hits.worst, kLongestSearch);
  EXPECT_LE(misses.worst, kLongestSearch);
}

TEST(HashProbesTest, AreFewForRowsOfNumbers) {
  for (const uint64_t seed : {1u, 2u, 3u, 0x7fffffffu}) {
    ExpectShortSearches(seed, [](uint64_t i) { return i; });
    ExpectShortSearches(seed, [](uint64_t i) { return ~i; });
  }
}

TEST(HashProbesTest, AreFewForNumbersInStepsOfPowersOfTwo) {
  for (int shift = 1; shift < 44; ++shift) {
    SCOPED_TRACE(shift);
    ExpectShortSearches(static_cast<uint64_t>(shift) * 77 + 1,
                        [=](uint64_t i) { return i << shift; });
  }
}

TEST(HashProbesTest, AreFewForNumbersInRandomSteps) {
  const TestSeed seed;
  std::mt19937_64 random(seed.value());
  for (int round = 0; round < 20; ++round) {
    const uint64_t step = random() | 1;
    ExpectShortSearches(random() | 1, [=](uint64_t i) { return i * step; });
  }
}

TEST(HashProbesTest, AreFewForObjectsInTheOrderOfTheirAllocation) {
  const std::unique_ptr<Heap> heap = Heap::Create();
  HeapHashSet<Member<Item>> set;
  set.reserve(80'000);
  const size_t capacity = set.capacity();
  for (size_t i = 0; i < capacity; ++i) {
    set.insert(MakeGarbageCollected<Item>(heap->GetAllocationHandle(), 1));
  }

  EXPECT_LT(HashTableTestPeer::ProbesOfHits(set).average, 1.25);
  EXPECT_LE(HashTableTestPeer::ProbesOfHits(set).worst, kLongestSearch);
  EXPECT_LT(HashTableTestPeer::ProbesOfMisses(set).average, 1.5);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
