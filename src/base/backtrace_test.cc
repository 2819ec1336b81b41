// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Frames of functions whose places are known.

#include "base/backtrace.h"

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr size_t kMany = 64;

size_t Inner(uintptr_t* frames, size_t count_max);
size_t Outer(uintptr_t* frames, size_t count_max, int depth);
// Called by pointers that may change, they are neither inlined nor copied.
size_t (*volatile inner)(uintptr_t*, size_t) = Inner;
size_t (*volatile outer)(uintptr_t*, size_t, int) = Outer;

// No call is the last thing that a function does, or it would be a jump.
size_t Inner(uintptr_t* frames, size_t count_max) {
  const size_t count = CaptureBacktrace(frames, count_max);
  asm volatile("" ::: "memory");
  return count;
}

size_t Outer(uintptr_t* frames, size_t count_max, int depth) {
  const size_t count = depth == 0 ? inner(frames, count_max)
                                  : outer(frames, count_max, depth - 1);
  asm volatile("" ::: "memory");
  return count;
}

uintptr_t AddressOf(auto* function) {
  return reinterpret_cast<uintptr_t>(function);
}

TEST(BacktraceTest, BeginsWithTheCallerAndGoesOnWithItsCallers) {
  uintptr_t frames[kMany];
  const size_t count = outer(frames, kMany, 2);

  ASSERT_GE(count, 5u);
  EXPECT_EQ(FunctionStart(frames[0]), AddressOf(Inner));
  for (size_t i = 1; i <= 3; ++i) {
    EXPECT_EQ(FunctionStart(frames[i]), AddressOf(Outer)) << i;
  }
  EXPECT_NE(FunctionStart(frames[4]), AddressOf(Outer));
}

TEST(BacktraceTest, TakesTheInnermostFramesWhereThereIsNoRoomForAll) {
  uintptr_t frames[3] = {};
  EXPECT_EQ(outer(frames, 2, 10), 2u);

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
