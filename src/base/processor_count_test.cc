// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A thread that may use one processor of several counts one.

#include "base/processor_count.h"

#include <sched.h>

#include <thread>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(ProcessorCountTest, CountsThoseThatTheThreadMayUse) {
  size_t count = 0;
  std::thread thread([&] {
    cpu_set_t all;
    ASSERT_EQ(sched_getaffinity(0, sizeof(all), &all), 0);
    cpu_set_t one;
    CPU_ZERO(&one);
    for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++i) {
      if (CPU_ISSET(i, &all)) CPU_SET(i, &one);
    }
    ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
    count = CountProcessors();
  });
  thread.join();
  EXPECT_EQ(count, 1u);
}

TEST(ProcessorCountTest, KeepsWhatItCountedFirst) {
  EXPECT_GE(ProcessorCount(), 1u);
  EXPECT_EQ(ProcessorCount(), ProcessorCount());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
