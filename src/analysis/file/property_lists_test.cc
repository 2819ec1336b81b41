// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Whether equal lists are one, and others are not.

#include "analysis/file/property_lists.h"

#include <vector>

#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

std::vector<NameSlot> Slots(const PropertyLists& lists,
                            PropertyLists::List list) {
  return {lists[list].begin(), lists[list].end()};
}

TEST(PropertyListsTest, KeepsEachListOnce) {
  PropertyLists lists;
  const std::vector<NameSlot> given[] = {{1, 2}, {}, {2, 1}, {1, 2}, {}, {1}};

  for (Node node = 0; node < 6; ++node) lists.Add(10 + node, given[node]);

  EXPECT_EQ(lists.count(), 4);
  ASSERT_EQ(lists.objects().size(), 6);
  for (Node node = 0; node < 6; ++node) {
    EXPECT_EQ(lists.objects()[node].node, 10 + node);
    EXPECT_EQ(Slots(lists, lists.objects()[node].list), given[node]);
  }
  EXPECT_EQ(lists.objects()[0].list, lists.objects()[3].list);
  EXPECT_EQ(lists.objects()[1].list, lists.objects()[4].list);
}

TEST(PropertyListsTest, KeepsManyLists) {
  PropertyLists lists;
  std::vector<NameSlot> slots;
  for (Node node = 0; node < 1000; ++node) {
    slots.push_back(node * node);
    lists.Add(node, slots);
  }

  EXPECT_EQ(lists.count(), 1000);
  EXPECT_EQ(Slots(lists, 999), slots);
  EXPECT_EQ(lists[499].size(), 500);
}

}  // namespace

}  // namespace halfword::analysis
