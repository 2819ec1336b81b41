// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Frames of functions whose places are known.

#include "base/backtrace.h"

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr size_t kMany = 64;

// Neither is inlined, nor the last thing that the other does.
[[gnu::noinline]] size_t Inner(uintptr_t* frames, size_t count_max) {
  const size_t count = CaptureBacktrace(frames, count_max);
  asm volatile("" ::: "memory");
  return count;
}

[[gnu::noinline]] size_t Outer(uintptr_t* frames, size_t count_max, int depth) {
  const size_t count = depth == 0 ? Inner(frames, count_max)
                                  : Outer(frames, count_max, depth - 1);
  asm volatile("" ::: "memory");
  return count;
}

uintptr_t AddressOf(auto* function) {
  return reinterpret_cast<uintptr_t>(function);
}

TEST(BacktraceTest, BeginsWithTheCallerAndGoesOnWithItsCallers) {
  uintptr_t frames[kMany];
  const size_t count = Outer(frames, kMany, 2);

  ASSERT_GE(count, 5u);
  EXPECT_EQ(FunctionStart(frames[0]), AddressOf(Inner));
  for (size_t i = 1; i <= 3; ++i) {
    EXPECT_EQ(FunctionStart(frames[i]), AddressOf(Outer)) << i;
  }
  EXPECT_NE(FunctionStart(frames[4]), AddressOf(Outer));
}

TEST(BacktraceTest, TakesTheInnermostFramesWhereThereIsNoRoomForAll) {
  uintptr_t frames[3] = {};
  EXPECT_EQ(Outer(frames, 2, 10), 2u);

  EXPECT_EQ(FunctionStart(frames[0]), AddressOf(Inner));
  EXPECT_EQ(FunctionStart(frames[1]), AddressOf(Outer));
  EXPECT_EQ(frames[2], 0u);
}

TEST(BacktraceTest, DataBelongsToNoFunction) {
  static int data = 1;
  EXPECT_EQ(FunctionStart(reinterpret_cast<uintptr_t>(&data)), 0u);
  EXPECT_EQ(FunctionStart(1), 0u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
