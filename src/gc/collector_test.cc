// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Cycles as a program sees them: destructors, when a collection comes by
// itself, and how far down the stack it may come. What happens when there is no
// room is in limit_test.cc.

#include "gc/collector.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// Destructors.

class Counted : public GarbageCollected<Counted> {
 public:
  explicit Counted(std::vector<int>* destroyed, int id)
      : destroyed_(destroyed), id_(id), thread_(std::this_thread::get_id()) {}
  ~Counted() {
    EXPECT_EQ(thread_, std::this_thread::get_id());
    ++(*destroyed_)[static_cast<size_t>(id_)];
  }

 private:
  std::vector<int>* destroyed_;
  int id_;
  std::thread::id thread_;
  HALFWORD_FIELDS(Counted, destroyed_, id_, thread_)
};

class DerivedCounted : public Counted {
 public:
  using Counted::Counted;
  ~DerivedCounted() { ++derived_destroyed; }
  static inline int derived_destroyed = 0;
  HALFWORD_FIELDS(DerivedCounted)
  HALFWORD_BASES(DerivedCounted, Counted)
};

class LargeCounted : public GarbageCollected<LargeCounted> {
 public:
  explicit LargeCounted(int* destroyed) : destroyed_(destroyed) {}
  ~LargeCounted() { ++*destroyed_; }
  int* destroyed_;
  char bytes_[50'000] = {};
  HALFWORD_FIELDS(LargeCounted, destroyed_, bytes_)
};

class Bytes : public GarbageCollected<Bytes> {
 public:
  HeapVector<char> vector_;
  HALFWORD_FIELDS(Bytes, vector_)
};

// Objects write here when they are destroyed, which may be at a heap's end.
class CollectorTest : public HeapTest {
 protected:
  void TearDown() override { DestroyHeap(); }

  std::vector<int> destroyed_;
  int large_destroyed_ = 0;
};
HALFWORD_INSTANTIATE_FOR_PAGES(CollectorTest);

TEST_P(CollectorTest, DestroysTheDeadOnceAndTheLivingNot) {
  constexpr int kCount = 3000;
  destroyed_.resize(kCount);
  std::vector<Persistent<Counted>> held;
  for (int i = 0; i < kCount; ++i) {
    Counted* const object = Make<Counted>(&destroyed_, i);
    if (i % 4 == 0) held.emplace_back(object);
  }
  CollectPrecisely(heap());
  CollectPrecisely(heap());
  for (int i = 0; i < kCount; ++i) {
    ASSERT_EQ(destroyed_[static_cast<size_t>(i)], i % 4 == 0 ? 0 : 1) << i;
  }

  held.clear();
  CollectPrecisely(heap());
  for (const int count : destroyed_) ASSERT_EQ(count, 1);
}

TEST_P(CollectorTest, DestroysAllThatIsLeftWhenAHeapEnds) {
  destroyed_.resize(200);
  DerivedCounted::derived_destroyed = 0;
  std::vector<Persistent<Counted>> held;
  for (int i = 0; i < 200; ++i) {
    held.emplace_back(i % 2 == 0 ? Make<Counted>(&destroyed_, i)
                                 : Make<DerivedCounted>(&destroyed_, i));
  }
  const Persistent<LargeCounted> large = Make<LargeCounted>(&large_destroyed_);
  DestroyHeap();

  for (const int count : destroyed_) EXPECT_EQ(count, 1);
  EXPECT_EQ(DerivedCounted::derived_destroyed, 100);
  EXPECT_EQ(large_destroyed_, 1);
}

TEST_P(CollectorTest, DestroysLargeObjects) {
  Persistent<LargeCounted> large = Make<LargeCounted>(&large_destroyed_);
  Make<LargeCounted>(&large_destroyed_);
  CollectPrecisely(heap());
  EXPECT_EQ(large_destroyed_, 1);

  large.Clear();
  CollectPrecisely(heap());
  EXPECT_EQ(large_destroyed_, 2);
}

TEST_P(CollectorTest, DestroysBeforeTheNextCycleWhatALazySweepLeft) {
  ResetHeap({.growth_bytes_min = SIZE_MAX});
  constexpr int kCount = 20'000;
  destroyed_.resize(kCount);
  for (int i = 0; i < kCount; ++i) Make<Counted>(&destroyed_, i);
  heap().Collect(
      {.stack = StackState::kNoHeapPointers, .sweeping = Sweeping::kLazy});
  EXPECT_EQ(std::count(destroyed_.begin(), destroyed_.end(), 0), kCount);
  CollectPrecisely(heap());

  EXPECT_EQ(std::count(destroyed_.begin(), destroyed_.end(), 1), kCount);
}

TEST_P(CollectorTest, DestroysWhatDiedBeforeItsSlotIsUsedAgain) {
  ResetHeap({.growth_bytes_min = SIZE_MAX});
  constexpr int kCount = 20'000;
  destroyed_.resize(size_t{2} * kCount);
  for (int i = 0; i < kCount; ++i) Make<Counted>(&destroyed_, i);
  heap().Collect(
      {.stack = StackState::kNoHeapPointers, .sweeping = Sweeping::kLazy});
  std::vector<Persistent<Counted>> held;
  for (int i = kCount; i < 2 * kCount; ++i) {
    held.emplace_back(Make<Counted>(&destroyed_, i));
  }
  CollectPrecisely(heap());

  for (int i = 0; i < 2 * kCount; ++i) {
    ASSERT_EQ(destroyed_[static_cast<size_t>(i)], i < kCount ? 1 : 0) << i;
  }
  held.clear();
}

// When collections come by themselves.

class Refused : public GarbageCollected<Refused> {
 public:
  Refused() { throw 1; }
  HALFWORD_FIELDS(Refused)
};

// More than it has allocated since the last collection.
TEST_P(CollectorTest, AHeapWhoseProgramFreesMuchIsNotOneThatGrows) {
  constexpr size_t kBytes = 8 * kMiB;
  const Persistent<Bytes> bytes = Make<Bytes>();
  for (int i = 0; i < 4; ++i) {
    bytes->vector_.resize(kBytes);
    CollectPrecisely(heap());
    bytes->vector_.clear();
    bytes->vector_.shrink_to_fit();
    CollectPrecisely(heap());
  }
  EXPECT_LE(collector().budget_bytes(), 4 * kMiB);
}

TEST_P(CollectorTest, LookingAtTheHeapBringsNoCollection) {
  ResetHeap({.growth_bytes_min = 32 * kMiB});
  for (int i = 0; i < 3'000; ++i) {
    Make<Block>();
    static_cast<void>(heap().CollectStatistics(HeapStatistics::kBrief));
  }

  EXPECT_EQ(collector().collection_count(), 0u);
}

TEST_P(CollectorTest, ThrowingConstructorsBringNoCollection) {
  PreparePages<Refused>();
  for (int i = 0; i < 100'000; ++i) {
    EXPECT_THROW(MakeGarbageCollected<Refused>(heap().GetAllocationHandle()),
                 int);
  }

  EXPECT_EQ(collector().collection_count(), 0u);
  EXPECT_LE(collector().used_page_bytes(), 2 * kPageBytes);
}

TEST_P(CollectorTest, AllocationCollectsAndKeepsWhatTheStackRefersTo) {
  ResetHeap({.growth_bytes_min = kMiB});
  Block* const on_stack = Make<Block>();
  on_stack->words_[0] = 17;
  for (int i = 0; i < 8000; ++i) Make<Block>()->words_[0] = 18;

  EXPECT_GE(collector().collection_count(), 6u);
  EXPECT_EQ(on_stack->words_[0], 17u);
  EXPECT_LE(heap().CollectStatistics(HeapStatistics::kBrief).page_bytes,
            3 * kMiB);
}

TEST_P(CollectorTest, ReturnsMemoryOfTheDead) {
  ResetHeap({.growth_bytes_min = kMiB});
  {
    std::vector<Persistent<Block>> held;
    for (int i = 0; i < 20'000; ++i) held.emplace_back(Make<Block>());
    EXPECT_GE(
        heap().CollectStatistics(HeapStatistics::kBrief).committed_size_bytes,
        20'000 * sizeof(Block));
    const HeapStatistics full =
        heap().CollectStatistics(HeapStatistics::kBrief);
    EXPECT_LE(full.resident_size_bytes, full.committed_size_bytes);
  }
  CollectPrecisely(heap());
  const HeapStatistics after = heap().CollectStatistics(HeapStatistics::kBrief);
  EXPECT_EQ(after.page_bytes, 0u);
  EXPECT_LE(after.resident_size_bytes, 2 * kMiB);

  heap().ReleaseFreeMemory();
  const HeapStatistics released =
      heap().CollectStatistics(HeapStatistics::kBrief);
  EXPECT_EQ(released.resident_size_bytes, 0u);
  EXPECT_EQ(released.committed_size_bytes, 0u);
}

// The main thread's stack.

// Calls function in a frame that far down the stack.
HALFWORD_NOINLINE void CallDeep(size_t depth_bytes,
                                const std::function<void()>& function) {
  volatile char frame[size_t{64} << 10];
  frame[0] = 1;
  if (depth_bytes > sizeof(frame)) {
    CallDeep(depth_bytes - sizeof(frame), function);
  } else {
    function();
  }
  frame[1] = 1;
}

TEST_P(CollectorTest, CollectsOnAStackWhoseLimitWasRaised) {
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_STACK, &before), 0);
  const rlim_t raised = before.rlim_cur + (rlim_t{8} << 20);
  if (before.rlim_cur == RLIM_INFINITY || raised > before.rlim_max) {
    // Nothing can be raised, so that nothing can go wrong.
    GTEST_SKIP() << "the stack's limit is as high as it can be";
  }
  const rlimit after = {.rlim_cur = raised, .rlim_max = before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_STACK, &after), 0);

  CallDeep(before.rlim_cur + kMiB, [&] {
    Block* const held = Make<Block>();
    held->words_[7] = 7;
    CollectConservatively(heap());
    EXPECT_EQ(held->words_[7], 7u);
  });

  setrlimit(RLIMIT_STACK, &before);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
