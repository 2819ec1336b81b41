// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Handles come back as they were put in, in another order, and take little.

#include "gc/roots/handle_list.h"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "base/test_seed.h"
#include "gc/gc_testing.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

using Handle = std::pair<uintptr_t, size_t>;  // an object, a line

std::vector<Handle> HandlesOf(const HandleList& list) {
  std::vector<Handle> handles;
  list.ForEach([&](uintptr_t object, const SourceLocation& place) {
    handles.emplace_back(object, place.Line());
  });
  return handles;
}

std::vector<Handle> Sorted(std::vector<Handle> handles) {
  std::sort(handles.begin(), handles.end());
  return handles;
}

TEST(HandleListTest, AnEmptyOneHasNone) {
  HandleList list;
  list.Close();
  EXPECT_TRUE(HandlesOf(list).empty());
}

TEST(HandleListTest, GivesEachHandleBack) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  const std::vector<SourceLocation> places = {
      SourceLocation(), SourceLocation::Current(), SourceLocation::Current(),
      SourceLocation::Current()};
  HandleList list;
  std::vector<Handle> expected;
  for (int i = 0; i < 50'000; ++i) {
    const uintptr_t object = AddressOfGranule(
        kPageGranules + random() % (i % 2 == 0 ? 50 : 1 << 26));
    const SourceLocation& place = places[random() % places.size()];
    list.Add(object, place);
    expected.emplace_back(object, place.Line());
  }
  list.Close();

  EXPECT_EQ(Sorted(HandlesOf(list)), Sorted(expected));
  EXPECT_EQ(HandlesOf(list), HandlesOf(list));
  EXPECT_LE(list.places().size(), places.size());
}

// As of a program that makes a handle with each object.
TEST(HandleListTest, OneForEachObjectTakesTwoBytes) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  constexpr size_t kCount = 500'000;
  std::vector<size_t> granules;
  for (size_t i = 0; i < kCount; ++i) granules.push_back(kPageGranules + 2 * i);
  std::shuffle(granules.begin(), granules.end(), random);
  HandleList list;
  for (const size_t granule : granules) {
    list.Add(AddressOfGranule(granule), SourceLocation::Current());
  }
  list.Close();

  EXPECT_LE(list.bytes(), 2 * kCount + (size_t{64} << 10));
}

TEST(HandleListTest, AMillionHandlesOfOneObjectTakeLittle) {
  HandleList list;
  const uintptr_t object = AddressOfGranule(kPageGranules + 3);
  for (int i = 0; i < 1'000'000; ++i) {
    list.Add(object, SourceLocation::Current());
  }
  list.Close();

  EXPECT_LE(list.bytes(), size_t{64} << 10);
  EXPECT_EQ(HandlesOf(list).size(), 1'000'000u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
