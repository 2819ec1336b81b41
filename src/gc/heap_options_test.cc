// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The options that programs for Oilpan give a heap.

#include <memory>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

size_t CollectionsWhileAllocating(Heap& heap, size_t bytes) {
  for (size_t i = 0; i < bytes / sizeof(Block); ++i) {
    MakeGarbageCollected<Block>(heap.GetAllocationHandle());
  }
  return CollectorOf(heap).collection_count();
}

TEST(HeapOptionsTest, NestInHeapUnderOilpansNames) {
  Heap::HeapOptions options = Heap::HeapOptions::Default();
  options.stack_support = Heap::StackSupport::kNoConservativeStackScan;
  options.marking_support = Heap::MarkingType::kAtomic;
  options.sweeping_support = Heap::SweepingType::kAtomic;
  const auto heap =
      Heap::Create(std::make_shared<DefaultPlatform>(), std::move(options));

  heap->ForceGarbageCollectionSlow("test", "test",
                                   Heap::StackState::kMayContainHeapPointers);

  EXPECT_FALSE(CollectorOf(*heap).was_conservative());
}

TEST(HeapOptionsTest, TheFirstCollectionWaitsForTheInitialSize) {
  Heap::HeapOptions options;
  options.resource_constraints.initial_heap_size_bytes = 32 * kMiB;
  const auto large = Heap::Create(std::move(options));
  const auto usual = Heap::Create();

  EXPECT_EQ(CollectionsWhileAllocating(*large, 24 * kMiB), 0u);
  EXPECT_GT(CollectionsWhileAllocating(*usual, 24 * kMiB), 0u);
}

TEST(HeapOptionsTest, AtomicSweepingSweepsWhereACollectionWouldBeLazy) {
  const auto is_sweeping = [](SweepingType sweeping) {
    const auto heap = Heap::Create({.sweeping_support = sweeping});
    CollectionsWhileAllocating(*heap, kMiB);
    heap->Collect(
        {.stack = StackState::kNoHeapPointers, .sweeping = Sweeping::kLazy});
    return CollectorOf(*heap).is_sweeping();
  };

  EXPECT_FALSE(is_sweeping(SweepingType::kAtomic));
  EXPECT_TRUE(is_sweeping(SweepingType::kIncrementalAndConcurrent));
}

// Above the marker the scan does not look; a frame below it is looked at.
HALFWORD_NOINLINE bool FindsObjectsBelow(Heap& heap) {
  Block* volatile object =
      MakeGarbageCollected<Block>(heap.GetAllocationHandle());
  const WeakPersistent<Block> weak = object;
  CollectConservatively(heap);
  return weak.Get() == object;
}

// A word of a frame above the marker.
volatile uintptr_t* above = nullptr;

// The frame whose beginning is the marker.
HALFWORD_NOINLINE void RunBelowMarker() {
  const StackStartMarker marker;
  const auto heap = Heap::Create({.stack_start_marker = marker});
  // Not on the stack, where the scan would find what it refers to; nor the
  // first object of its chunk, whose address the heap itself has had there.
  const auto weak = std::make_unique<WeakPersistent<Block>>();
  CallAndScrub([&] {
    Block* block = nullptr;
    for (int i = 0; i < 5; ++i) {
      block = MakeGarbageCollected<Block>(heap->GetAllocationHandle());
    }
    *weak = block;
    *above = reinterpret_cast<uintptr_t>(block);
  });
  EXPECT_TRUE(FindsObjectsBelow(*heap));
  EXPECT_EQ(weak->Get(), nullptr);
}

// Without AddressSanitizer, which keeps frames elsewhere, and whose copy of
// this one is scanned for the address of it that a saved register has.
HALFWORD_NOINLINE HALFWORD_NO_SANITIZE bool RunWithWordAbove() {
  volatile uintptr_t word = 0;
  above = &word;
  RunBelowMarker();
  return word != 0;
}

TEST(HeapOptionsTest, TheScanEndsAtTheStackStartMarker) {
  EXPECT_TRUE(RunWithWordAbove());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
