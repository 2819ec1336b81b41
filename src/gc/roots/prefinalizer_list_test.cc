// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// When prefinalizers run, in which order, and for which objects. How classes
// say that they have one is in prefinalizer_test.cc.

#include "gc/roots/prefinalizer_list.h"

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/explicit_management.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// Objects write here when they are finalized, which may be at a heap's end.
class PrefinalizerListTest : public HeapTest {
 protected:
  void TearDown() override { DestroyHeap(); }

  std::vector<int> order_;
};
HALFWORD_INSTANTIATE_FOR_PAGES(PrefinalizerListTest);

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

TEST_P(PrefinalizerListTest, PrefinalizesNewestFirstAndBeforeAnyDestructor) {
  for (int i = 1; i <= 5; ++i) Make<Finalized>(&order_, i);
  CollectPrecisely(heap());

  ASSERT_EQ(order_.size(), 10u);
  EXPECT_EQ(std::vector<int>(order_.begin(), order_.begin() + 5),
            (std::vector<int>{5, 4, 3, 2, 1}));
  for (size_t i = 5; i < 10; ++i) EXPECT_LT(order_[i], 0);
}

TEST_P(PrefinalizerListTest, PrefinalizesOnlyTheDeadAndEachOnce) {
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

TEST_P(PrefinalizerListTest, PrefinalizesWhatIsLeftWhenAHeapEnds) {
  const Persistent<Finalized> first = Make<Finalized>(&order_, 1);
  const Persistent<Finalized> second = Make<Finalized>(&order_, 2);
  second->other_ = first.Get();
  DestroyHeap();

  ASSERT_EQ(order_.size(), 4u);
  EXPECT_EQ(order_[0], 2);
  EXPECT_EQ(order_[1], 1);
}

// Whichever it is of many, new or old, between collections.
TEST_P(PrefinalizerListTest, WhatIsFreedIsPrefinalizedOnceInAnyOrder) {
  constexpr int kCount = 3000;
  std::mt19937 random(5);
  std::vector<Persistent<Finalized>> held;
  std::vector<int> expected;
  int id = 0;
  while (id < kCount) {
    held.emplace_back(Make<Finalized>(&order_, ++id));
    std::swap(held.back(), held[random() % held.size()]);
    if (random() % 3 == 0) {
      Finalized* const freed = held.back().Get();
      held.pop_back();
      expected.insert(expected.end(), {freed->id_, -freed->id_});
      subtle::FreeUnreferencedObject(heap().GetHeapHandle(), *freed);
    }
    if (random() % 500 == 0) CollectPrecisely(heap());
  }
  EXPECT_EQ(order_, expected);
  std::vector<int> left;
  for (const auto& object : held) left.push_back(object->id_);
  std::ranges::sort(left, std::greater());
  held.clear();
  order_.clear();
  CollectPrecisely(heap());
  ASSERT_EQ(order_.size(), 2 * left.size());
  order_.resize(left.size());
  EXPECT_EQ(order_, left) << "newest first";
}

TEST_P(PrefinalizerListTest, APrefinalizerSeesAllDeadObjectsOfItsGroup) {
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

TEST_P(PrefinalizerListTest, VerifyFindsWhatAPrefinalizerMadeLiveAgain) {
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

TEST_P(PrefinalizerListTest, BasesAndMixinsHavePrefinalizersOfTheirOwn) {
  Make<FinalizedDerived>(&order_);
  CollectPrecisely(heap());

  EXPECT_EQ(order_, (std::vector<int>{3, 2, 1}));
}

// Forgetting an object whose constructor throws.
class Unfinished : public GarbageCollected<Unfinished> {
  HALFWORD_USING_PRE_FINALIZER(Unfinished, Finalize);

 public:
  explicit Unfinished(std::vector<int>* order) : order_(order) { throw 1; }
  void Finalize() { order_->push_back(1); }
  std::vector<int>* order_;
  HALFWORD_FIELDS(Unfinished, order_)
};

TEST_P(PrefinalizerListTest, ForgetsAnObjectThatWasNotFinished) {
  EXPECT_THROW(Make<Unfinished>(&order_), int);
  CollectPrecisely(heap());

  EXPECT_TRUE(order_.empty());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
