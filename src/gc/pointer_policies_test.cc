// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Handles that a program puts together from policies of its own, and members
// that store whole pointers.

#include "halfword/internal/pointer_policies.h"

#include <string>
#include <utility>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Listener : public GarbageCollectedMixin {
 public:
  void Trace(Visitor*) const {}
  int heard_ = 0;
};

class Cell : public GarbageCollected<Cell>, public Listener {
 public:
  void Trace(Visitor* visitor) const {
    visitor->Trace(next_);
    visitor->Trace(listener_);
    visitor->TraceMultiple(row_, 2);
  }
  subtle::UncompressedMember<Cell> next_;
  subtle::UncompressedMember<Listener> listener_;
  subtle::UncompressedMember<Cell> row_[2];
};

// Counts what it is told.
struct CountingBarrier {
  static inline int initializing = 0;
  static inline int assigning = 0;
  static void InitializingBarrier(const void*, const void*) { ++initializing; }
  template <WriteBarrierSlotType>
  static void AssigningBarrier(const void*, const void*) {
    ++assigning;
  }
  template <WriteBarrierSlotType>
  static void AssigningBarrier(const void*, DefaultMemberStorage) {
    ++assigning;
  }
};

class NotingPolicy {
 public:
  static inline std::vector<const void*> noted = {};

 protected:
  template <typename T>
  void CheckPointer(const T* pointer) {
    noted.push_back(pointer);
  }
};

class PointerPoliciesTest : public HeapTest {};
HALFWORD_INSTANTIATE_FOR_PAGES(PointerPoliciesTest);

TEST_P(PointerPoliciesTest, ABarrierOfTheProgramSeesEachStoreOfAReference) {
  using Counted = BasicMember<Cell, StrongMemberTag, CountingBarrier>;
  Cell* const cell = Make<Cell>();
  CountingBarrier::initializing = 0;
  CountingBarrier::assigning = 0;

  Counted a = cell;
  Counted b = nullptr;
  EXPECT_EQ(CountingBarrier::initializing, 1);
  EXPECT_EQ(CountingBarrier::assigning, 0);

  a = cell;
  a = nullptr;
  b = kSentinelPointer;
  EXPECT_EQ(CountingBarrier::assigning, 1);

  a.Swap(b);
  EXPECT_EQ(CountingBarrier::assigning, 3);
}

TEST_P(PointerPoliciesTest, ACheckOfTheProgramSeesEachPointer) {
  using Noted = BasicMember<Cell, StrongMemberTag, DijkstraWriteBarrierPolicy,
                            NotingPolicy>;
  using NotedRoot = BasicPersistent<Cell, StrongPersistentPolicy,
                                    KeepLocationPolicy, NotingPolicy>;
  Cell* const cell = Make<Cell>();
  NotingPolicy::noted.clear();

  Noted member = cell;
  NotedRoot root = cell;

  EXPECT_EQ(member.Get(), root.Get());
  EXPECT_EQ(NotingPolicy::noted, (std::vector<const void*>{cell, cell}));
}

TEST_P(PointerPoliciesTest, ARootForgetsItsPlaceIfItsPolicySaysSo) {
  using Kept = BasicPersistent<Cell, StrongPersistentPolicy>;
  using Ignored = BasicPersistent<Cell, StrongPersistentPolicy,
                                  IgnoreLocationPolicy, DefaultCheckingPolicy>;
  using KeptAnywhere =
      BasicCrossThreadPersistent<Cell, StrongCrossThreadPersistentPolicy>;
  Cell* const cell = Make<Cell>();

  const size_t line = __LINE__ + 1;
  const Kept kept = cell;
  const KeptAnywhere anywhere = cell;
  const Ignored ignored = cell;

  EXPECT_EQ(kept.Location().Line(), line);
  EXPECT_EQ(anywhere.Location().Line(), line + 1);
  EXPECT_EQ(ignored.Location().Line(), 0u);
}

TEST_P(PointerPoliciesTest, ARootGoesToADerivedClassByTo) {
  const Persistent<Listener> listener = Make<Cell>();
  const subtle::CrossThreadPersistent<Listener> anywhere = listener;

  Cell* const cell = listener.To<Cell>().Get();
  EXPECT_EQ(static_cast<Listener*>(cell), listener.Get());
  EXPECT_EQ(anywhere.To<Cell>().Get(), cell);
}

TEST_P(PointerPoliciesTest, ACrossThreadRootIsMovedAndReleased) {
  subtle::CrossThreadPersistent<Cell> from = Make<Cell>();
  Cell* const cell = from.Get();
  const size_t line = from.Location().Line();

  subtle::CrossThreadPersistent<Cell> to = std::move(from);
  EXPECT_EQ(from.Get(), nullptr);  // NOLINT: what was moved from is null
  EXPECT_EQ(to.Location().Line(), line);

  from = std::move(to);
  EXPECT_EQ(to.Get(), nullptr);  // NOLINT: likewise
  CollectPrecisely(heap());
  EXPECT_EQ(Findings(heap()), "");
  EXPECT_EQ(from.Release(), cell);
  EXPECT_EQ(from.Get(), nullptr);
}

TEST_P(PointerPoliciesTest, AnUncompressedMemberHoldsItsTarget) {
  const Persistent<Cell> root = Make<Cell>();
  WeakPersistent<Cell> next = Make<Cell>();
  WeakPersistent<Cell> heard = Make<Cell>();
  WeakPersistent<Cell> in_row = Make<Cell>();
  root->next_ = next.Get();
  root->listener_ = heard.Get();
  root->row_[1] = in_row.Get();

  CollectPrecisely(heap());

  EXPECT_EQ(root->next_.Get(), next.Get());
  EXPECT_NE(heard.Get(), nullptr);
  EXPECT_NE(in_row.Get(), nullptr);

  root->next_ = kSentinelPointer;
  root->listener_ = nullptr;
  CollectPrecisely(heap());
  EXPECT_EQ(next.Get(), nullptr);
  EXPECT_EQ(heard.Get(), nullptr);
}

TEST_P(PointerPoliciesTest, AnUncompressedMemberComparesAndConverts) {
  Cell* const cell = Make<Cell>();
  const subtle::UncompressedMember<Cell> whole = cell;
  const subtle::UncompressedMember<Listener> mixin = whole;
  const Member<Cell> word = cell;
  const subtle::UncompressedMember<Listener> sentinel =
      subtle::UncompressedMember<Cell>(kSentinelPointer);

  EXPECT_EQ(sizeof(whole), sizeof(void*));
  EXPECT_TRUE(whole == cell && whole == word && mixin == whole);
  EXPECT_TRUE(mixin == static_cast<Listener*>(cell));
  EXPECT_TRUE(sentinel == kSentinelPointer);
  EXPECT_EQ(whole.GetRawStorage().Load(), cell);
}

// What the barrier is told of an uncompressed slot is the object, since a
// marker reads slots as words.
TEST_P(PointerPoliciesTest, TheBarrierOfAnUncompressedMemberNotesTheObject) {
  Cell* const cell = Make<Cell>();
  Cell* const target = Make<Cell>();
  const bool is_word = RawPointer::kWriteBarrierSlotType ==
                       DefaultMemberStorage::kWriteBarrierSlotType;

  write_barrier_is_on = true;
  cell->next_ = target;
  cell->next_ = nullptr;
  write_barrier_is_on = false;

  const std::vector<const void*> expected{
      is_word ? static_cast<void*>(&cell->next_) : target};
  EXPECT_EQ(is_word ? Noted(CollectorOf(heap()).stores().slots())
                    : CollectorOf(heap()).stores().objects(),
            expected);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
