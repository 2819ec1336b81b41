// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How often destructors are timed, and when they have run for long enough.

#include "heap/destructor_clock.h"

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// Runs destructors of so long each, until it is over, or so many have run.
// Returns how many did; *looks: how often the clock was looked at.
size_t RunMany(DestructorClock* clock, double each_ms, size_t count_max,
               size_t* looks) {
  double now_ms = 1000;
  clock->Begin(now_ms);
  size_t count = 0;
  while (count < count_max && !clock->is_over()) {
    now_ms += each_ms;
    ++count;
    if (!clock->Count()) continue;
    clock->Look(now_ms);
    ++*looks;
  }
  clock->Look(now_ms);
  return count;
}

TEST(DestructorClockTest, AddsUpWhatAllHaveTaken) {
  DestructorClock clock;
  size_t looks = 0;

  RunMany(&clock, 0.001, 1000, &looks);
  RunMany(&clock, 0.003, 1, &looks);

  EXPECT_NEAR(clock.spent_ms(), 1.003, 1e-9);
  clock.Reset();
  EXPECT_EQ(clock.spent_ms(), 0);
}

TEST(DestructorClockTest, StopsThemWhenTheTimeIsUp) {
  DestructorClock clock;
  size_t looks = 0;
  RunMany(&clock, 0.001, 300, &looks);  // it knows by now how long they take

  clock.Allow(0.1);
  const size_t count = RunMany(&clock, 0.001, 10'000, &looks);

  EXPECT_GE(count, 100u);
  EXPECT_LE(count, 120u);
  EXPECT_TRUE(clock.is_over());
  clock.Allow(0.1);
  EXPECT_FALSE(clock.is_over());
}

TEST(DestructorClockTest, LooksSeldomWhereTheyDoNextToNothing) {
  DestructorClock clock;
  size_t looks = 0;

  RunMany(&clock, 5e-6, 6400, &looks);

  EXPECT_GE(looks, 100u);
  EXPECT_LE(looks, 110u);
}

TEST(DestructorClockTest, LooksAfterEachThatTakesLong) {
  DestructorClock clock;
  size_t looks = 0;
  RunMany(&clock, 5e-6, 6400, &looks);  // and then they change

  clock.Allow(1);
  const size_t count = RunMany(&clock, 0.1, 10'000, &looks);

  // The first of them are taken for what was there before.
  EXPECT_EQ(count, DestructorClock::kLookCountMax);
  clock.Allow(1);
  EXPECT_EQ(RunMany(&clock, 0.1, 10'000, &looks), 10u);
}

// A clock that stands still, or goes back, is no time.
TEST(DestructorClockTest, TakesAClockThatStandsStill) {
  DestructorClock clock;
  size_t looks = 0;
  clock.Allow(1);

  EXPECT_EQ(RunMany(&clock, 0, 1000, &looks), 1000u);
  clock.Begin(5);
  clock.Look(4);

  EXPECT_EQ(clock.spent_ms(), 0);
  EXPECT_FALSE(clock.is_over());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
