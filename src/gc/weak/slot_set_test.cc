// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A set of slots beside std::set, up to what it takes.

#include "gc/weak/slot_set.h"

#include <random>
#include <set>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

const Word* SlotOf(size_t number) {
  return WeakSlots::SlotAt(static_cast<WeakSlots::Place>(number));
}

std::set<const Word*> All(const SlotSet& set) {
  std::set<const Word*> all;
  size_t count = 0;
  set.ForEach([&](const Word* slot) {
    all.insert(slot);
    ++count;
  });
  EXPECT_EQ(count, set.size());
  EXPECT_EQ(count, all.size()) << "one was there twice";
  return all;
}

TEST(SlotSetTest, IsEmptyAtFirst) {
  const SlotSet set;
  EXPECT_EQ(set.size(), 0u);
  EXPECT_EQ(set.bytes(), 0u);
  EXPECT_TRUE(All(set).empty());
}

TEST(SlotSetTest, HasEachSlotOnce) {
  std::mt19937 random(7);
  SlotSet set;
  std::set<const Word*> expected;
  for (unsigned i = 0; i < 100'000; ++i) {
    const Word* const slot = SlotOf(1 + random() % 20'000 * (1 + i % 3));
    EXPECT_TRUE(set.Add(slot));
    expected.insert(slot);
  }
  EXPECT_EQ(All(set), expected);
  EXPECT_LE(set.bytes(), 5 * expected.size() * sizeof(WeakSlots::Place));
}

TEST(SlotSetTest, RefusesNewOnesOnceItIsFull) {
  SlotSet set;
  for (size_t i = 1; i <= SlotSet::kCountMax; ++i) {
    ASSERT_TRUE(set.Add(SlotOf(i)));
  }
  EXPECT_FALSE(set.Add(SlotOf(SlotSet::kCountMax + 1)));
  EXPECT_TRUE(set.Add(SlotOf(SlotSet::kCountMax)));
  EXPECT_EQ(set.size(), SlotSet::kCountMax);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
