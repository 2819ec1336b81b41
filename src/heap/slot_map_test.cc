// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Slot maps and the reciprocal, every slot size against every offset, and the
// searches against plain loops.

#include "heap/slot_map.h"

#include <algorithm>
#include <iterator>
#include <random>
#include <thread>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"
#include "halfword/internal/size_class.h"

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

TEST(SlotMapTest, GivesAllThreadsOneMap) {
  constexpr size_t kThreadCount = 4;
  // Sizes that no other test of this program asks for first.
  std::vector<const SlotMap*> found[kThreadCount];
  std::vector<std::thread> threads;
  for (auto& maps : found) {
    threads.emplace_back([&maps] {
      for (uint32_t bytes = 2 * kGranuleBytes; bytes <= kSmallBytesMax;
           bytes += 2 * kGranuleBytes) {
        maps.push_back(&SlotMapFor(bytes));
      }
    });
  }

  for (std::thread& thread : threads) thread.join();

  for (const auto& maps : found) EXPECT_EQ(maps, found[0]);
}

TEST(SlotMapDeathTest, RefusesSizesThatNoPageHas) {
  EXPECT_DEATH(SlotMapFor(0), "slots are whole granules");
  EXPECT_DEATH(SlotMapFor(kGranuleBytes + 4), "slots are whole granules");
  EXPECT_DEATH(SlotMapFor(kSmallBytesMax + kGranuleBytes), "half a page");
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

// Objects in some of the slots: few, half of them or nearly all.
void FillSlots(const SlotMap& map, std::mt19937_64* random, uint64_t* bits) {
  const uint64_t share = (*random)() % 9;
  for (uint32_t slot = 0; slot < map.slot_count; ++slot) {
    const uint32_t g = slot * map.slot_granules;
    if ((*random)() % 8 < share) bits[g / 64] |= uint64_t{1} << (g % 64);
  }
}

TEST(SlotMapTest, FindsFreeAndAllocatedSlotsAsAPlainSearchDoes) {
  const TestSeed seed;
  std::mt19937_64 random(seed.value());

  for (uint32_t bytes = kGranuleBytes; bytes <= kSmallBytesMax;
       bytes += kGranuleBytes) {
    const SlotMap& map = SlotMapFor(bytes);
    for (int round = 0; round < 20; ++round) {
      uint64_t bits[kPageBitmapWords] = {};
      FillSlots(map, &random, bits);
      const auto from = static_cast<uint32_t>(random() % kPageGranules);

      ASSERT_EQ(NextFreeSlot(map, bits, from),
                FirstSlot(map, bits, from, false))
          << bytes;
      ASSERT_EQ(NextAllocatedSlot(map, bits, from),
                FirstSlot(map, bits, from, true))
          << bytes;
      const SlotRow row = NextFreeRow(map, bits, from);
      ASSERT_EQ(row.begin, FirstSlot(map, bits, from, false)) << bytes;
      ASSERT_EQ(row.end, FirstSlot(map, bits, row.begin, true)) << bytes;
    }
  }
}

TEST(SlotMapTest, SetsTheSlotsOfARangeAndNoOther) {
  const TestSeed seed;
  std::mt19937_64 random(seed.value());

  for (uint32_t bytes = kGranuleBytes; bytes <= kSmallBytesMax;
       bytes += kGranuleBytes) {
    const SlotMap& map = SlotMapFor(bytes);
    const auto a = static_cast<uint32_t>(random() % (kPageGranules + 1));
    const auto b = static_cast<uint32_t>(random() % (kPageGranules + 1));
    const auto [begin, end] = std::minmax(a, b);
    uint64_t bits[kPageBitmapWords] = {};
    FillSlots(map, &random, bits);
    uint64_t expected[kPageBitmapWords];
    std::copy(std::begin(bits), std::end(bits), expected);
    for (uint32_t g = begin; g < std::min(end, map.end_granule()); ++g) {
      if (g % map.slot_granules != 0) continue;
      expected[g / 64] |= uint64_t{1} << (g % 64);
    }

    SetSlots(map, bits, begin, end);

    ASSERT_TRUE(std::equal(std::begin(bits), std::end(bits), expected))
        << bytes << " bytes, [" << begin << ", " << end << ")";
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
