// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The clocks against the C++ library's, without waiting for a fixed time.

#include "base/clock.h"

#include <chrono>
#include <thread>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

using SteadyClock = std::chrono::steady_clock;

double ElapsedMs(SteadyClock::time_point since) {
  return std::chrono::duration<double, std::milli>(SteadyClock::now() - since)
      .count();
}

void UseCpuMs(double ms) {
  const double start_ms = ThreadCpuMs();
  while (ThreadCpuMs() - start_ms < ms) {
  }
}

TEST(ClockTest, MonotonicMsCountsMilliseconds) {
  // A double that counts milliseconds since the machine started may be off by
  // less than this.
  constexpr double kRoundingMs = 1e-3;
  const auto outer_start = SteadyClock::now();
  const double start_ms = MonotonicMs();
  const auto inner_start = SteadyClock::now();
  double inner_ms = 0;
  while (inner_ms < 2) inner_ms = ElapsedMs(inner_start);

  const double elapsed_ms = MonotonicMs() - start_ms;
  const double outer_ms = ElapsedMs(outer_start);

  EXPECT_GE(elapsed_ms, inner_ms - kRoundingMs);
  EXPECT_LE(elapsed_ms, outer_ms + kRoundingMs);
}

TEST(ClockTest, ThreadCpuMsIsNoMoreThanTimeThatPassed) {
  const auto start = SteadyClock::now();
  const double start_ms = ThreadCpuMs();
  UseCpuMs(5);
  const double used_ms = ThreadCpuMs() - start_ms;

  EXPECT_GE(used_ms, 5);
  // The kernel accounts the two clocks apart by a little.
  EXPECT_LE(used_ms, ElapsedMs(start) + 1);
}

TEST(ClockTest, ThreadCpuMsLeavesOutOtherThreads) {
  const double start_ms = ThreadCpuMs();
  std::thread other(UseCpuMs, 100);
  other.join();

  EXPECT_LT(ThreadCpuMs() - start_ms, 50);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
