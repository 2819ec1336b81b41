// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Statistics add up: spaces, pages and types to the totals, to the byte.

#include <cstdint>
#include <string>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Small : public GarbageCollected<Small> {
 public:
  uint64_t words_[3] = {};
  HALFWORD_FIELDS(Small, words_)
};

class Big : public GarbageCollected<Big> {
 public:
  char bytes_[50000] = {};
  HALFWORD_FIELDS(Big, bytes_)
};

class StatisticsTest : public HeapTest {};

TEST_P(StatisticsTest, AddUpToTheTotals) {
  // Held by one Persistent each, so that nothing is collected.
  std::vector<Persistent<Small>> smalls;
  std::vector<Persistent<Big>> bigs;
  for (int i = 0; i < 300; ++i) smalls.emplace_back(Make<Small>());
  for (int i = 0; i < 4; ++i) bigs.emplace_back(Make<Big>());
  CollectPrecisely(heap());

  const HeapStatistics all =
      heap().CollectStatistics(HeapStatistics::kDetailed);

  size_t page_bytes = 0;
  size_t used_bytes = 0;
  size_t objects = 0;
  for (const auto& space : all.space_stats) {
    size_t space_bytes = 0;
    for (const auto& page : space.page_stats) {
      space_bytes += page.page_bytes;
      EXPECT_EQ(page.used_size_bytes, page.object_count * page.slot_bytes);
    }
    EXPECT_EQ(space_bytes, space.page_bytes);
    page_bytes += space.page_bytes;
    used_bytes += space.used_size_bytes;
    objects += space.object_count;
  }
  EXPECT_EQ(page_bytes, all.page_bytes);
  EXPECT_EQ(used_bytes, all.used_size_bytes);
  EXPECT_EQ(objects, 304u);
  ASSERT_EQ(all.type_stats.size(), 2u);
  EXPECT_NE(all.type_stats[0].name.find("Big"), std::string::npos);
  EXPECT_EQ(all.type_stats[0].object_count, 4u);
  EXPECT_EQ(all.type_stats[1].object_bytes, 300 * sizeof(Small));
  EXPECT_EQ(all.type_stats[0].slot_bytes + all.type_stats[1].slot_bytes,
            all.used_size_bytes);
}

TEST_P(StatisticsTest, CountCollectionsAndTheirPauses) {
  CollectPrecisely(heap());
  CollectPrecisely(heap());

  const HeapStatistics brief = heap().CollectStatistics(HeapStatistics::kBrief);

  EXPECT_EQ(brief.collection_count, 2u);
  EXPECT_TRUE(brief.space_stats.empty());
  EXPECT_GE(brief.pause_ms_total, brief.pause_ms_max);
  EXPECT_GE(brief.pause_ms_max, brief.pause_ms_last);
}

// The prediction for a class in a bad order, and the class in the order that is
// predicted to be the best.
class Scattered : public GarbageCollected<Scattered> {
 public:
  bool a_ = false;
  uint64_t b_ = 0;
  bool c_ = false;
  uint32_t d_ = 0;
  HALFWORD_FIELDS(Scattered, a_, b_, c_, d_)
};

class Sorted : public GarbageCollected<Sorted> {
 public:
  uint64_t b_ = 0;
  uint32_t d_ = 0;
  bool a_ = false;
  bool c_ = false;
  HALFWORD_FIELDS(Sorted, b_, d_, a_, c_)
};

TEST_P(StatisticsTest, PredictsToTheByteWhatAnOrderOfFieldsSaves) {
  std::vector<Persistent<Scattered>> scattered;
  std::vector<Persistent<Sorted>> sorted;
  for (int i = 0; i < 5000; ++i) {
    scattered.emplace_back(Make<Scattered>());
    sorted.emplace_back(Make<Sorted>());
  }
  CollectPrecisely(heap());

  const auto types =
      heap().CollectStatistics(HeapStatistics::kDetailed).type_stats;

  ASSERT_EQ(types.size(), 2u);
  const auto& before = types[0];
  const auto& after = types[1];
  EXPECT_EQ(before.instance_bytes, sizeof(Scattered));
  EXPECT_EQ(before.padding_bytes, sizeof(Scattered) - 14);
  EXPECT_EQ(before.best_instance_bytes, sizeof(Sorted));
  EXPECT_EQ(before.best_field_order,
            (std::vector<std::string>{"b_", "d_", "a_", "c_"}));
  EXPECT_GT(before.reordering_saves_bytes, 0u);
  EXPECT_EQ(before.reordering_saves_bytes,
            before.slot_bytes - after.slot_bytes);
  EXPECT_TRUE(after.best_field_order.empty());
  EXPECT_EQ(after.reordering_saves_bytes, 0u);
}

HALFWORD_INSTANTIATE_FOR_PAGES(StatisticsTest);

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
