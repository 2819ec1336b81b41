// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What tests of programs ask of a heap.

#include "halfword/testing.h"

#include <cstddef>
#include <cstdint>
#include <thread>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

using halfword::testing::OverrideEmbedderStackStateScope;
using halfword::testing::StandaloneTestingHeap;

class TestingTest : public HeapTest {
 protected:
  // Whether a collection leaves an object on the stack alone.
  bool Keeps(StackState stack) {
    Block* volatile object = Make<Block>();
    const WeakPersistent<Block> weak = object;
    heap().Collect({.stack = stack});
    return weak.Get() == object;
  }
};
HALFWORD_INSTANTIATE_FOR_PAGES(TestingTest);

TEST_P(TestingTest, AScopeOverridesTheStateOfTheStack) {
  EXPECT_FALSE(Keeps(StackState::kNoHeapPointers));
  {
    const OverrideEmbedderStackStateScope scope(
        heap().GetHeapHandle(), EmbedderStackState::kMayContainHeapPointers);
    EXPECT_TRUE(Keeps(StackState::kNoHeapPointers));
  }
  {
    const OverrideEmbedderStackStateScope scope(
        heap().GetHeapHandle(), EmbedderStackState::kNoHeapPointers);
    EXPECT_FALSE(Keeps(StackState::kMayContainHeapPointers));
    EXPECT_DEATH(
        {
          const OverrideEmbedderStackStateScope inner(
              heap().GetHeapHandle(),
              EmbedderStackState::kMayContainHeapPointers);
        },
        "do not nest");
  }
  EXPECT_TRUE(Keeps(StackState::kMayContainHeapPointers));
}

#if HALFWORD_DCHECK_ENABLED

TEST_P(TestingTest, IsOnTheThreadOfItsHeap) {
  HeapHandle& handle = heap().GetHeapHandle();
  EXPECT_DEATH(std::thread([&] {
                 StandaloneTestingHeap(handle).StartGarbageCollection();
               }).join(),
               "a heap is tested on the thread that created it");
  EXPECT_DEATH(std::thread([&] {
                 const OverrideEmbedderStackStateScope scope(
                     handle, EmbedderStackState::kNoHeapPointers);
               }).join(),
               "a heap is tested on the thread that created it");
}

#endif  // HALFWORD_DCHECK_ENABLED

TEST_P(TestingTest, ACollectionIsTakenApart) {
  StandaloneTestingHeap testing(heap().GetHeapHandle());
  const WeakPersistent<Block> weak = Make<Block>();

  testing.ToggleMainThreadMarking(false);
  testing.ForceCompactionForNextGarbageCollection();
  testing.StartGarbageCollection();
  while (!testing.PerformMarkingStep(StackState::kNoHeapPointers)) {
  }
  EXPECT_NE(weak.Get(), nullptr);
  testing.FinalizeGarbageCollection(StackState::kNoHeapPointers);

  EXPECT_EQ(weak.Get(), nullptr);
  EXPECT_DEATH(testing.FinalizeGarbageCollection(StackState::kNoHeapPointers),
               "call StartGarbageCollection");
}

// Small, so that many are soon made: marking them takes some steps.
class Link : public GarbageCollected<Link> {
 public:
  Member<Link> next_;
  uint64_t words_[2] = {};
  HALFWORD_FIELDS(Link, next_, words_)
};

class TestingCycleTest : public HeapTest {
 protected:
  // Until the heap has begun a cycle.
  void AllocateToACycle() {
    while (!collector().is_marking_beside()) {
      Link* const link = Make<Link>();
      link->next_ = links_.Get();
      links_ = link;
    }
  }
  // Until the next cycle has ended, which marks in steps.
  void AllocateToTheEnd() {
    const size_t count = collector().collection_count();
    bool marks_beside = false;
    while (collector().collection_count() == count) {
      Make<Link>();
      marks_beside |= collector().is_marking_beside();
    }
    EXPECT_TRUE(marks_beside);
  }

  Persistent<Link> links_;
};
HALFWORD_INSTANTIATE_FOR_PAGES(TestingCycleTest);

TEST_P(TestingCycleTest, AScopeIsHeededBySteps) {
  ResetHeap({.marking_support = MarkingType::kIncremental});
  const OverrideEmbedderStackStateScope scope(heap().GetHeapHandle(),
                                              StackState::kNoHeapPointers);
  AllocateToACycle();
  AllocateToTheEnd();
  Block* volatile object = Make<Block>();
  const WeakPersistent<Block> weak = object;
  AllocateToTheEnd();

  EXPECT_EQ(weak.Get(), nullptr);
  links_.Clear();
}

TEST_P(TestingCycleTest, ACycleThatTheHeapHasBegunIsBegunAnew) {
  AllocateToACycle();
  StandaloneTestingHeap testing(heap().GetHeapHandle());
  const WeakPersistent<Link> weak = links_.Get();
  links_ = links_->next_.get();

  testing.StartGarbageCollection();
  EXPECT_TRUE(collector().is_marking_beside());
  testing.FinalizeGarbageCollection(StackState::kNoHeapPointers);
  EXPECT_EQ(weak.Get(), nullptr);
  EXPECT_EQ(Findings(heap()), "");
  links_.Clear();
}

TEST_P(TestingTest, AnObjectIsOldThatACollectionHasLeft) {
  const Persistent<Block> object = Make<Block>();
  EXPECT_FALSE(halfword::testing::IsHeapObjectOld(object.Get()));

  heap().Collect(
      {.stack = StackState::kNoHeapPointers, .sweeping = Sweeping::kLazy});

  EXPECT_TRUE(halfword::testing::IsHeapObjectOld(object.Get()));
  EXPECT_FALSE(halfword::testing::IsHeapObjectOld(Make<Block>()));
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
