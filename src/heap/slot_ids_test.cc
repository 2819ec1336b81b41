// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Numbers of slots beside a std::map of them, and what they cost.

#include "heap/slot_ids.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>

#include "base/test_seed.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr uint32_t kMany = UINT32_MAX;
// Half as many with four virtual bits.
constexpr uint32_t kGranules = uint32_t{kPageGranules};
constexpr uint32_t kLast = kGranules - 1;

struct Live {
  SlotIds::Bits bits = {};

  void Set(uint32_t granule) { bits[granule / 64] |= Bit(granule); }
  void Clear(uint32_t granule) { bits[granule / 64] &= ~Bit(granule); }
  bool Has(uint32_t granule) const {
    return (bits[granule / 64] & Bit(granule)) != 0;
  }
  static uint64_t Bit(uint32_t granule) {
    return uint64_t{1} << (granule % 64);
  }
};

TEST(SlotIdsTest, NumbersSlotsInARow) {
  SlotIds ids;
  Live live;
  for (const uint32_t granule : {0u, 4u, 63u, 64u, kLast}) live.Set(granule);

  EXPECT_EQ(ids.Number(live.bits, 10, kMany), 5u);

  EXPECT_EQ(ids.NumberOf(0), 10u);
  EXPECT_EQ(ids.NumberOf(4), 11u);
  EXPECT_EQ(ids.NumberOf(63), 12u);
  EXPECT_EQ(ids.NumberOf(64), 13u);
  EXPECT_EQ(ids.NumberOf(kLast), 14u);
  EXPECT_EQ(ids.NumberOf(1), 0u);
}

TEST(SlotIdsTest, ANumberStaysWhileTheObjectLives) {
  SlotIds ids;
  Live live;
  live.Set(8);
  ids.Number(live.bits, 1, kMany);
  live.Set(2);

  EXPECT_EQ(ids.Number(live.bits, 7, kMany), 1u);
  EXPECT_EQ(ids.Number(live.bits, 9, kMany), 0u);

  EXPECT_EQ(ids.NumberOf(8), 1u);
  EXPECT_EQ(ids.NumberOf(2), 7u);
}

TEST(SlotIdsTest, ANewObjectInAnOldSlotGetsANewNumber) {
  SlotIds ids;
  Live live;
  live.Set(8);
  live.Set(16);
  ids.Number(live.bits, 1, kMany);

  ids.Forget(8);
  EXPECT_EQ(ids.NumberOf(8), 0u);
  EXPECT_EQ(ids.Number(live.bits, 20, kMany), 1u);

  EXPECT_EQ(ids.NumberOf(8), 20u);
  EXPECT_EQ(ids.NumberOf(16), 2u);
}

TEST(SlotIdsTest, NumbersNothingIfThereAreNotEnoughNumbers) {
  SlotIds ids;
  Live live;
  live.Set(8);
  live.Set(16);

  EXPECT_EQ(ids.Number(live.bits, 1, 1), 2u);
  EXPECT_EQ(ids.NumberOf(8), 0u);
  EXPECT_EQ(ids.Number(live.bits, 1, 2), 2u);
  EXPECT_EQ(ids.NumberOf(8), 1u);
}

TEST(SlotIdsTest, MemoryStaysTheSameWhileNothingIsNew) {
  SlotIds ids;
  Live live;
  for (uint32_t granule = 0; granule < kGranules; granule += 2) {
    live.Set(granule);
  }
  ids.Number(live.bits, 1, kMany);
  const size_t bytes = ids.bytes();

  for (int i = 0; i < 10; ++i) ids.Number(live.bits, 5000, kMany);

  EXPECT_EQ(ids.bytes(), bytes);
}

TEST(SlotIdsTest, MemoryIsBoundedHoweverOftenObjectsChange) {
  SlotIds ids;
  Live live;
  uint32_t next = 1;
  for (uint32_t granule = 0; granule < kGranules; granule += 2) {
    live.Set(granule);
  }
  for (uint32_t i = 0; i < 500; ++i) {
    next += ids.Number(live.bits, next, kMany);
    ids.Forget(i * 2 % kGranules);
  }

  EXPECT_LE(ids.bytes(), sizeof(SlotIds) + size_t{5} * 300 + size_t{1024} * 4);
}

TEST(SlotIdsTest, NoNumberIsEverGivenTwice) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  SlotIds ids;
  Live live;
  std::map<uint32_t, uint32_t> numbers;  // by granule
  std::set<uint32_t> given;
  uint32_t next = 1;

  for (int round = 0; round < 60; ++round) {
    for (int i = 0; i < 200; ++i) {
      const uint32_t granule = random() % kGranules;
      if (live.Has(granule)) {
        live.Clear(granule);
        numbers.erase(granule);
      }
    }
    ids.KeepOnly(live.bits);
    for (int i = 0; i < 200; ++i) live.Set(random() % kGranules);
    next += ids.Number(live.bits, next, kMany);

    uint32_t copied[kPageGranules] = {};
    ids.CopyTo(copied);
    for (uint32_t granule = 0; granule < kGranules; ++granule) {
      if (!live.Has(granule)) continue;
      const uint32_t number = ids.NumberOf(granule);
      ASSERT_EQ(copied[granule], number);
      const auto [place, is_new] = numbers.try_emplace(granule, number);
      ASSERT_EQ(place->second, number) << "of a live object";
      if (is_new) {
        ASSERT_TRUE(given.insert(number).second) << "twice";
      }
    }
  }

  EXPECT_GE(given.size(), 2000u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
