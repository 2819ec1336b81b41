// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Lists in which each note is kept once, or twice until they are sorted.

#include "gc/marking/noted_once.h"

#include <cstddef>
#include <functional>
#include <set>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

using Notes = NotedOnce<int, std::identity>;

TEST(NotedOnceTest, KeepsEachHoweverOftenItComes) {
  Notes notes;
  for (int round = 0; round < 1000; ++round) {
    for (int i = 0; i < 3000; ++i) notes.Add(i);
  }
  EXPECT_LE(notes.size(), 6000u);
  EXPECT_LE(notes.bytes(), 12'000 * sizeof(int));
  EXPECT_EQ(std::set<int>(notes.begin(), notes.end()).size(), 3000u);
}

TEST(NotedOnceTest, NotesTheSameInTurnOnce) {
  Notes notes;
  for (int i = 0; i < 100; ++i) notes.Add(7);
  EXPECT_EQ(notes.size(), 1u);
}

TEST(NotedOnceTest, TakesWhatAnotherHas) {
  Notes notes;
  Notes other;
  for (int i = 0; i < 2000; ++i) notes.Add(i);
  for (int i = 1000; i < 3000; ++i) other.Add(i);
  notes.Absorb(other);
  EXPECT_EQ(notes.size(), 3000u);
  EXPECT_EQ(other.size(), 2000u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
