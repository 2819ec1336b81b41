// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What belongs to the process: its initialisation and the sums over heaps.

#include "gc/platform/process.h"

#include <cstdint>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(ProcessTest, IsInitializedUntilItIsShutDown) {
  EXPECT_FALSE(IsInitialized());

  InitializeProcess();
  InitializeProcess(nullptr, kMiB);
  EXPECT_TRUE(IsInitialized());

  ShutdownProcess();
  EXPECT_FALSE(IsInitialized());
  // What a program may do again.
  InitializeProcess();
  EXPECT_NE(Heap::Create(), nullptr);
  ShutdownProcess();
}

TEST(ProcessTest, SumsWhatHeapsHold) {
  const size_t objects = ProcessHeapStatistics::TotalAllocatedObjectSize();
  const size_t pages = ProcessHeapStatistics::TotalAllocatedSpace();
  auto first = Heap::Create({.growth_bytes_min = SIZE_MAX});
  auto second = Heap::Create({.growth_bytes_min = SIZE_MAX});
  const Persistent<Block> held =
      MakeGarbageCollected<Block>(first->GetAllocationHandle());
  for (const auto* heap : {&first, &second}) {
    for (size_t i = 0; i < 2 * kMiB / sizeof(Block); ++i) {
      MakeGarbageCollected<Block>((*heap)->GetAllocationHandle());
    }
  }
  EXPECT_GE(ProcessHeapStatistics::TotalAllocatedObjectSize() - objects,
            4 * kMiB - 2 * kPageBytes);
  EXPECT_GE(ProcessHeapStatistics::TotalAllocatedSpace() - pages, 4 * kMiB);

  CollectPrecisely(*first);
  CollectPrecisely(*second);
  EXPECT_LE(ProcessHeapStatistics::TotalAllocatedObjectSize() - objects,
            2 * kPageBytes);

  first.reset();
  second.reset();
  EXPECT_EQ(ProcessHeapStatistics::TotalAllocatedObjectSize(), objects);
  EXPECT_EQ(ProcessHeapStatistics::TotalAllocatedSpace(), pages);
}

TEST(ProcessDeathTest, IsShutDownOnceAndWithoutHeaps) {
  EXPECT_DEATH(ShutdownProcess(), "call InitializeProcess");
#if HALFWORD_DCHECK_ENABLED
  EXPECT_DEATH(
      {
        InitializeProcess();
        const auto heap = Heap::Create();
        ShutdownProcess();
      },
      "destroy every heap");
#endif
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
