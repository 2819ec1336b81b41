// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a heap says of itself inside and outside of a collection, and scopes in
// which it does not collect.

#include "halfword/heap_state.h"

#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

using subtle::DisallowGarbageCollectionScope;
using subtle::HeapState;
using subtle::NoGarbageCollectionScope;

// Calls back from each part of a collection.
struct Hooks {
  std::function<void()> trace = {};
  std::function<void()> prefinalizer = {};
  std::function<void()> destructor = {};
};

class Watcher : public GarbageCollected<Watcher> {
  HALFWORD_USING_PRE_FINALIZER(Watcher, Close);

 public:
  explicit Watcher(Hooks hooks) : hooks_(std::move(hooks)) {}
  ~Watcher() { Call(hooks_.destructor); }
  void Close() { Call(hooks_.prefinalizer); }
  void Trace(Visitor*) const { Call(hooks_.trace); }
  // With the same hooks.
  Watcher* Another() const {
    return MakeGarbageCollected<Watcher>(HandleFor(this), hooks_);
  }

 private:
  static void Call(const std::function<void()>& hook) {
    if (hook) hook();
  }
  Hooks hooks_;
};

class HeapStateTest : public HeapTest {
 protected:
  void TearDown() override { DestroyHeap(); }
  HeapHandle& handle() { return heap().GetHeapHandle(); }
};
HALFWORD_INSTANTIATE_FOR_PAGES(HeapStateTest);

TEST_P(HeapStateTest, TellsTheMarkingFromTheRestOfThePause) {
  int calls = 0;
  const Hooks living = {.trace = [&] {
    // Verify() traces too, after the pause.
    if (!HeapState::IsMarking(handle())) return;
    ++calls;
    EXPECT_TRUE(HeapState::IsInAtomicPause(handle()));
  }};
  const Hooks dying = {
      .prefinalizer =
          [&] {
            ++calls;
            EXPECT_FALSE(HeapState::IsMarking(handle()));
            EXPECT_TRUE(HeapState::IsInAtomicPause(handle()));
          },
      .destructor =
          [&] {
            ++calls;
            EXPECT_TRUE(HeapState::IsSweeping(handle()));
            EXPECT_TRUE(HeapState::IsSweepingOnOwningThread(handle()));
          }};
  const Persistent<Watcher> held = Make<Watcher>(living);
  Make<Watcher>(dying);

  CollectPrecisely(heap());

  EXPECT_GE(calls, 3);
  EXPECT_FALSE(HeapState::IsMarking(handle()));
  EXPECT_FALSE(HeapState::IsInAtomicPause(handle()));
  EXPECT_FALSE(HeapState::IsSweeping(handle()));
}

TEST_P(HeapStateTest, StepsOfMarkingAreNoAtomicPause) {
  ResetHeap({.marking_support = MarkingType::kIncremental,
             .growth_bytes_min = SIZE_MAX});
  int step_calls = 0;
  int pause_calls = 0;
  bool is_in_step = true;
  const Persistent<Watcher> first = Make<Watcher>(Hooks{.trace = [&] {
    if (!HeapState::IsMarking(handle())) return;  // Verify()
    ++(is_in_step ? step_calls : pause_calls);
    EXPECT_EQ(HeapState::IsInAtomicPause(handle()), !is_in_step);
  }});
  collector().BeginMarking();
  while (!collector().StepMarking(StackState::kNoHeapPointers)) continue;
  EXPECT_FALSE(HeapState::IsInAtomicPause(handle()));
  is_in_step = false;
  const Persistent<Watcher> second = first->Another();
  collector().FinishMarking(
      {.stack = StackState::kNoHeapPointers, .reason = "test"});
  EXPECT_EQ(step_calls, 1);
  EXPECT_EQ(pause_calls, 1);
}

TEST_P(HeapStateTest, KnowsThatPagesWaitForTheirSweep) {
  Make<Block>();
  heap().Collect(
      {.stack = StackState::kNoHeapPointers, .sweeping = Sweeping::kLazy});

  EXPECT_TRUE(HeapState::IsSweeping(handle()));
  EXPECT_FALSE(HeapState::IsSweepingOnOwningThread(handle()));
  EXPECT_FALSE(HeapState::IsInAtomicPause(handle()));
}

TEST_P(HeapStateTest, RemembersWhetherTheStackWasScanned) {
  CollectConservatively(heap());
  EXPECT_TRUE(HeapState::PreviousGCWasConservative(handle()));
  CollectPrecisely(heap());
  EXPECT_FALSE(HeapState::PreviousGCWasConservative(handle()));
}

TEST_P(HeapStateTest, ANoGarbageCollectionScopeDelaysCollections) {
  // Of so much a cycle would mark beside the program first.
  ResetHeap(
      {.marking_support = MarkingType::kAtomic, .growth_bytes_min = kMiB});
  {
    const NoGarbageCollectionScope outer(handle());
    const NoGarbageCollectionScope inner(handle());
    CollectPrecisely(heap());
    for (int i = 0; i < 5000; ++i) Make<Block>();
    EXPECT_EQ(collector().collection_count(), 0u);
  }

  // A page's worth: what is left of a run is taken without asking.
  for (int i = 0; i < 20; ++i) Make<Block>();
  EXPECT_EQ(collector().collection_count(), 1u);
}

TEST_P(HeapStateTest, ANoGarbageCollectionScopeEndsAtTheLimit) {
  struct OutOfMemory {};
  HeapOptions options;
  options.max_heap_bytes = kMiB;
  options.out_of_memory_handler = [](Heap&, size_t) { throw OutOfMemory(); };
  ResetHeap(std::move(options));
  const auto fill = [&] {
    for (int i = 0; i < 2000; ++i) Make<Block>();
  };
  {
    const NoGarbageCollectionScope scope(handle());
    EXPECT_THROW(fill(), OutOfMemory);
  }
  EXPECT_NO_THROW(fill());
}

TEST_P(HeapStateTest, KnowsWhetherCollectionsAreAllowed) {
  EXPECT_TRUE(
      DisallowGarbageCollectionScope::IsGarbageCollectionAllowed(handle()));
  {
    const DisallowGarbageCollectionScope scope(handle());
    EXPECT_FALSE(
        DisallowGarbageCollectionScope::IsGarbageCollectionAllowed(handle()));
  }
  CollectPrecisely(heap());
  EXPECT_EQ(collector().collection_count(), 1u);
}

using HeapStateDeathTest = HeapStateTest;
HALFWORD_INSTANTIATE_FOR_PAGES(HeapStateDeathTest);

TEST_P(HeapStateDeathTest, ADisallowedCollectionEndsTheProcess) {
  ResetHeap({.growth_bytes_min = kMiB});
  EXPECT_DEATH(
      {
        const DisallowGarbageCollectionScope scope(handle());
        CollectPrecisely(heap());
      },
      "must not be asked for in a DisallowGarbageCollectionScope");
  EXPECT_DEATH(
      {
        const DisallowGarbageCollectionScope scope(handle());
        for (int i = 0; i < 5000; ++i) Make<Block>();
      },
      "DisallowGarbageCollectionScope");
}

TEST_P(HeapStateDeathTest, LeavesNoScopeThatWasNotEntered) {
  EXPECT_DEATH(NoGarbageCollectionScope::Leave(handle()),
               "a scope is left that was not entered");
}

#if HALFWORD_DCHECK_ENABLED

TEST_P(HeapStateDeathTest, AHeapIsAskedOnItsOwnThread) {
  for (const auto ask :
       {HeapState::IsMarking, HeapState::IsSweeping,
        HeapState::IsSweepingOnOwningThread, HeapState::IsInAtomicPause,
        HeapState::PreviousGCWasConservative}) {
    EXPECT_DEATH(std::thread([&] { ask(handle()); }).join(),
                 "a heap is used on the thread that created it");
  }
}

TEST_P(HeapStateDeathTest, AScopeIsOnTheThreadOfItsHeap) {
  EXPECT_DEATH(std::thread([&] {
                 const NoGarbageCollectionScope scope(handle());
               }).join(),
               "a scope of a heap is on the thread that created the heap");
}

#endif  // HALFWORD_DCHECK_ENABLED

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
