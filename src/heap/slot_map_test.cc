// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Slot maps and the reciprocal, every slot size against every offset, and the
// searches against plain loops.

#include "heap/slot_map.h"

#include <algorithm>
#include <random>

#include "base/test_seed.h"
#include "gtest/gtest.h"
#include "heap/size_class.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(SlotMapTest, FindsTheSlotOfEveryOffsetForEverySlotSize) {
  for (uint32_t bytes = kGranuleBytes; bytes <= kSmallBytesMax;
       bytes += kGranuleBytes) {
    const SlotMap& map = SlotMapFor(bytes);
    PageRecord record = {};
    record.reciprocal = map.reciprocal;
    uint32_t wrong = 0;
    for (uint32_t offset = 0; offset < kPageBytes; ++offset) {
      wrong += SlotIndex(record, offset) != offset / bytes;
    }
    ASSERT_EQ(wrong, 0u) << bytes << " bytes a slot";
  }
}

TEST(SlotMapTest, HasABitForTheBeginningOfEachSlotAndNoOther) {
  for (uint32_t bytes = kGranuleBytes; bytes <= kSmallBytesMax;
       bytes += kGranuleBytes) {
    const SlotMap& map = SlotMapFor(bytes);
    ASSERT_EQ(map.slot_count, kPageBytes / bytes);
    uint32_t beginnings = 0;
    for (uint32_t granule = 0; granule < kPageGranules; ++granule) {
      const bool is_set = (map.starts[granule / 64] >> (granule % 64)) & 1;
      const bool begins = granule % map.slot_granules == 0 &&
                          granule / map.slot_granules < map.slot_count;
      ASSERT_EQ(is_set, begins) << bytes << " bytes, granule " << granule;
      beginnings += is_set;
    }
    ASSERT_EQ(beginnings, map.slot_count);
  }
}

TEST(SlotMapTest, GivesOneMapForOneSize) {
  EXPECT_EQ(&SlotMapFor(48), &SlotMapFor(48));
  EXPECT_NE(&SlotMapFor(48), &SlotMapFor(64));
}

// What the searches must agree with: a look at each slot in turn.
uint32_t FirstSlot(const SlotMap& map, const uint64_t* bits, uint32_t from,
                   bool allocated) {
  for (uint32_t g = from; g < map.end_granule(); ++g) {
    if (g % map.slot_granules != 0) continue;
    if (((bits[g / 64] >> (g % 64)) & 1) == allocated) return g;
  }
  return map.end_granule();
}

TEST(SlotMapTest, FindsFreeAndAllocatedSlotsAsAPlainSearchDoes) {
  const TestSeed seed;
  std::mt19937_64 random(seed.value());
  for (const uint32_t bytes : {16u, 48u, 112u, 512u, 1360u, 8192u}) {
    const SlotMap& map = SlotMapFor(bytes);
    for (int round = 0; round < 50; ++round) {
      uint64_t bits[kPageBitmapWords] = {};
      for (uint32_t slot = 0; slot < map.slot_count; ++slot) {
        const uint32_t g = slot * map.slot_granules;
        if (random() % 3 != 0) bits[g / 64] |= uint64_t{1} << (g % 64);
      }
      const auto from = static_cast<uint32_t>(random() % map.slot_count) *
                        map.slot_granules;
      ASSERT_EQ(NextFreeSlot(map, bits, from),
                FirstSlot(map, bits, from, false));
      ASSERT_EQ(NextAllocatedSlot(map, bits, from),
                FirstSlot(map, bits, from, true));
    }
  }
}

TEST(SlotMapTest, SetsTheSlotsOfARangeAndNoOther) {
  const TestSeed seed;
  std::mt19937_64 random(seed.value());
  for (int round = 0; round < 500; ++round) {
    const auto classes = static_cast<size_t>(random() % kSizeClassCount);
    const SlotMap& map = SlotMapFor(SizeClassBytes(classes));
    const auto a = static_cast<uint32_t>(random() % (map.slot_count + 1));
    const auto b = static_cast<uint32_t>(random() % (map.slot_count + 1));
    const uint32_t begin = std::min(a, b) * map.slot_granules;
    const uint32_t end = std::max(a, b) * map.slot_granules;
    uint64_t bits[kPageBitmapWords] = {};

    SetSlots(map, bits, begin, end);

    for (uint32_t g = 0; g < kPageGranules; ++g) {
      const bool expected =
          g >= begin && g < end && g % map.slot_granules == 0;
      ASSERT_EQ((bits[g / 64] >> (g % 64)) & 1, expected ? 1u : 0u) << g;
    }
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
