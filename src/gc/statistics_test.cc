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

HALFWORD_INSTANTIATE_FOR_PAGES(StatisticsTest);

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
