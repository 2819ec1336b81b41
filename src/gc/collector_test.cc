// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Cycles as a program sees them: destructors and prefinalizers, when a
// collection comes by itself, and how far down the stack it may come. What
// happens when there is no room is in limit_test.cc.

#include "gc/collector.h"

#include <sys/resource.h>

#include <algorithm>
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

// Objects write here when they are destroyed, which may be at a heap's end.
class CollectorTest : public HeapTest {
 protected:
  void TearDown() override { DestroyHeap(); }

  std::vector<int> destroyed_;
  std::vector<int> order_;
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
  constexpr int kCount = 20'000;
  destroyed_.resize(2 * kCount);
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

// Prefinalizers.

class Finalized : public GarbageCollected<Finalized> {
  HALFWORD_USING_PRE_FINALIZER(Finalized, Finalize);

 public:
  Finalized(std::vector<int>* order, int id) : order_(order), id_(id) {}
  ~Finalized() { order_->push_back(-id_); }
  void Finalize() {
    order_->push_back(id_);
    // Other dead objects are whole, and so are living ones.
    EXPECT_GE(other_ ? other_->id_ : 0, 0);
  }

  Member<Finalized> other_;
  std::vector<int>* order_;
  int id_;
  HALFWORD_FIELDS(Finalized, other_, order_, id_)
};

TEST_P(CollectorTest, PrefinalizesNewestFirstAndBeforeAnyDestructor) {
  for (int i = 1; i <= 5; ++i) Make<Finalized>(&order_, i);
  CollectPrecisely(heap());

  ASSERT_EQ(order_.size(), 10u);
  EXPECT_EQ(std::vector<int>(order_.begin(), order_.begin() + 5),
            (std::vector<int>{5, 4, 3, 2, 1}));
  for (size_t i = 5; i < 10; ++i) EXPECT_LT(order_[i], 0);
}

TEST_P(CollectorTest, PrefinalizesOnlyTheDeadAndEachOnce) {
  const Persistent<Finalized> held = Make<Finalized>(&order_, 1);
  Persistent<Finalized> later = Make<Finalized>(&order_, 2);
  Make<Finalized>(&order_, 3)->other_ = held.Get();
  CollectPrecisely(heap());
  EXPECT_EQ(order_, (std::vector<int>{3, -3}));

  later.Clear();
  CollectPrecisely(heap());
  EXPECT_EQ(order_, (std::vector<int>{3, -3, 2, -2}));
  CollectPrecisely(heap());
  EXPECT_EQ(order_.size(), 4u);
}

TEST_P(CollectorTest, PrefinalizesWhatIsLeftWhenAHeapEnds) {
  const Persistent<Finalized> first = Make<Finalized>(&order_, 1);
  const Persistent<Finalized> second = Make<Finalized>(&order_, 2);
  second->other_ = first.Get();
  DestroyHeap();

  ASSERT_EQ(order_.size(), 4u);
  EXPECT_EQ(order_[0], 2);
  EXPECT_EQ(order_[1], 1);
}

TEST_P(CollectorTest, APrefinalizerSeesAllDeadObjectsOfItsGroup) {
  {
    auto* const a = Make<Finalized>(&order_, 1);
    auto* const b = Make<Finalized>(&order_, 2);
    a->other_ = b;
    b->other_ = a;
  }
  CollectPrecisely(heap());

  EXPECT_EQ(order_.size(), 4u);
}

// What a prefinalizer stores into a living object is not kept alive: it must
// not make anything live again, and what it left behind is found.
class Reviver : public GarbageCollected<Reviver> {
  HALFWORD_USING_PRE_FINALIZER(Reviver, Finalize);

 public:
  explicit Reviver(Reviver* survivor) : survivor_(survivor) {}
  void Finalize() {
    if (survivor_) survivor_->held_ = this;
  }
  Member<Reviver> survivor_;
  Member<Reviver> held_;
  HALFWORD_FIELDS(Reviver, survivor_, held_)
};

TEST_P(CollectorTest, VerifyFindsWhatAPrefinalizerMadeLiveAgain) {
  const Persistent<Reviver> survivor = Make<Reviver>(nullptr);
  Make<Reviver>(survivor.Get());
  if (HALFWORD_VERIFY) {
    EXPECT_DEATH(CollectPrecisely(heap()),
                 "field held_ refers to .* where no "
                 "object lives");
    return;
  }
  CollectPrecisely(heap());
  EXPECT_NE(Findings(heap()).find("held_"), std::string::npos);
  survivor->held_ = nullptr;
}

class FinalizedBase : public GarbageCollected<FinalizedBase> {
  HALFWORD_USING_PRE_FINALIZER(FinalizedBase, FinalizeBase);

 public:
  explicit FinalizedBase(std::vector<int>* order) : order_(order) {}
  void FinalizeBase() { order_->push_back(1); }
  std::vector<int>* order_;
  HALFWORD_FIELDS(FinalizedBase, order_)
};

class FinalizedMixin : public GarbageCollectedMixin {
  HALFWORD_USING_PRE_FINALIZER(FinalizedMixin, FinalizeMixin);

 public:
  explicit FinalizedMixin(std::vector<int>* order) : order_of_mixin_(order) {}
  void FinalizeMixin() { order_of_mixin_->push_back(2); }
  std::vector<int>* order_of_mixin_;
  HALFWORD_FIELDS(FinalizedMixin, order_of_mixin_)
};

class FinalizedDerived : public FinalizedBase, public FinalizedMixin {
  HALFWORD_USING_PRE_FINALIZER(FinalizedDerived, FinalizeDerived);

 public:
  explicit FinalizedDerived(std::vector<int>* order)
      : FinalizedBase(order), FinalizedMixin(order) {}
  void FinalizeDerived() { order_->push_back(3); }
  HALFWORD_FIELDS(FinalizedDerived)
  HALFWORD_BASES(FinalizedDerived, FinalizedBase, FinalizedMixin)
};

TEST_P(CollectorTest, BasesAndMixinsHavePrefinalizersOfTheirOwn) {
  Make<FinalizedDerived>(&order_);
  CollectPrecisely(heap());

  EXPECT_EQ(order_, (std::vector<int>{3, 2, 1}));
}

// When collections come by themselves.

class Refused : public GarbageCollected<Refused> {
 public:
  Refused() { throw 1; }
  HALFWORD_FIELDS(Refused)
};

TEST_P(CollectorTest, LookingAtTheHeapBringsNoCollection) {
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
