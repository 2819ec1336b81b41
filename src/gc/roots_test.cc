// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Persistent and WeakPersistent: what they hold, what they forget, and what is
// left of them when their heap is gone. The handles of several threads are in
// cross_thread_roots_test.cc.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Base : public GarbageCollected<Base> {
 public:
  explicit Base(int value = 0) : value_(value) {}
  int value_;
  HALFWORD_FIELDS(Base, value_)
};

class Listener : public GarbageCollectedMixin {
 public:
  int heard_ = 7;
  HALFWORD_FIELDS(Listener, heard_)
};

class Derived : public Base, public Listener {
 public:
  explicit Derived(int value = 0) : Base(value) {}
  Member<Base> other_;
  HALFWORD_FIELDS(Derived, other_)
  HALFWORD_BASES(Derived, Base, Listener)
};

class RootsTest : public HeapTest {};
HALFWORD_INSTANTIATE_FOR_PAGES(RootsTest);

TEST_P(RootsTest, APersistentHoldsItsObjectAndWhatThatRefersTo) {
  Persistent<Derived> root = Make<Derived>(1);
  root->other_ = Make<Base>(2);
  WeakPersistent<Base> other = root->other_.get();

  CollectPrecisely(heap());
  EXPECT_EQ(root->value_, 1);
  ASSERT_NE(other.Get(), nullptr);
  EXPECT_EQ(other->value_, 2);

  root.Clear();
  CollectPrecisely(heap());
  EXPECT_EQ(other.Get(), nullptr);
}

TEST_P(RootsTest, AWeakPersistentHoldsNothing) {
  WeakPersistent<Base> weak = Make<Base>(1);

  EXPECT_NE(weak.Get(), nullptr);
  CollectPrecisely(heap());
  EXPECT_EQ(weak.Get(), nullptr);
  EXPECT_FALSE(weak);
}

TEST_P(RootsTest, CopiesAreRootsOfTheirOwn) {
  auto first = std::make_unique<Persistent<Base>>(Make<Base>(5));
  const Persistent<Base> copy = *first;
  Persistent<Base> assigned;
  assigned = *first;
  first.reset();

  CollectPrecisely(heap());
  EXPECT_EQ(copy->value_, 5);
  EXPECT_EQ(assigned, copy);
  EXPECT_EQ(collector()
                .Roots(RootStrength::kStrong, RootThreads::kOwnThread)
                .node_count(),
            2u);
}

TEST_P(RootsTest, MovesTakeTheRootAlong) {
  Persistent<Base> first = Make<Base>(5);
  Base* const object = first.Get();
  Persistent<Base> second = std::move(first);
  EXPECT_EQ(first.Get(), nullptr);  // NOLINT: that is what moving promises
  EXPECT_EQ(second.Get(), object);

  Persistent<Base> third = Make<Base>(6);
  third = std::move(second);
  EXPECT_EQ(second.Get(), nullptr);  // NOLINT
  CollectPrecisely(heap());

  EXPECT_EQ(third.Get(), object);
  EXPECT_EQ(third->value_, 5);
  EXPECT_EQ(collector()
                .Roots(RootStrength::kStrong, RootThreads::kOwnThread)
                .node_count(),
            1u);
}

TEST_P(RootsTest, AssigningAHandleToItselfKeepsItsObject) {
  Persistent<Base> root = Make<Base>(5);
  WeakPersistent<Base> weak = root;
  Persistent<Base>& same = root;

  root = same;
  root = std::move(same);
  CollectPrecisely(heap());

  EXPECT_EQ(root, weak);
  EXPECT_NE(root.Get(), nullptr);
}

TEST_P(RootsTest, AMovedFromHandleCanBeUsedAgain) {
  Persistent<Base> first = Make<Base>(1);
  Persistent<Base> second = std::move(first);
  first = Make<Base>(2);  // NOLINT
  CollectPrecisely(heap());

  EXPECT_EQ(first->value_, 2);
  EXPECT_EQ(second->value_, 1);
}

TEST_P(RootsTest, HandlesInAContainerMoveWithIt) {
  std::vector<Persistent<Base>> roots;
  std::vector<WeakPersistent<Base>> weak;
  for (int i = 0; i < 1000; ++i) {
    roots.emplace_back(Make<Base>(i));
    weak.emplace_back(roots.back());
  }
  roots.erase(roots.begin(), roots.begin() + 500);
  CollectPrecisely(heap());

  for (int i = 0; i < 1000; ++i) {
    const auto index = static_cast<size_t>(i);
    if (i < 500) {
      EXPECT_EQ(weak[index].Get(), nullptr);
    } else {
      EXPECT_EQ(roots[index - 500]->value_, i);
    }
  }
}

TEST_P(RootsTest, HandlesConvertAsPointersDo) {
  const Persistent<Derived> derived = Make<Derived>(3);
  const Persistent<Base> base = derived;
  const Persistent<const Base> constant = base;
  const WeakPersistent<Base> weak = derived;
  const Persistent<Base> strong_again = weak;
  const Persistent<Listener> mixin = derived;

  EXPECT_EQ(base.Get(), derived.Get());
  EXPECT_EQ(constant.Get(), derived.Get());
  EXPECT_EQ(weak.Get(), derived.Get());
  EXPECT_EQ(strong_again.Get(), derived.Get());
  EXPECT_EQ(mixin.Get(), static_cast<Listener*>(derived.Get()));
  EXPECT_TRUE(base == derived);
  EXPECT_TRUE(base == weak);
  EXPECT_TRUE(derived == derived.Get());
}

TEST_P(RootsTest, AssignmentsConvertToo) {
  const Persistent<Derived> derived = Make<Derived>(3);
  derived->other_ = derived.Get();
  Persistent<Base> base;
  WeakPersistent<Base> weak;
  Persistent<Listener> mixin;

  base = derived;
  EXPECT_EQ(base.Get(), derived.Get());
  base = nullptr;
  EXPECT_EQ(base.Get(), nullptr);
  base = derived->other_;
  EXPECT_EQ(base.Get(), derived.Get());
  weak = base;
  EXPECT_EQ(weak.Get(), derived.Get());
  mixin = derived;
  EXPECT_EQ(mixin->heard_, 7);
}

TEST_P(RootsTest, AHandleToAMixinHoldsTheWholeObject) {
  Persistent<Listener> mixin = Make<Derived>(9);
  WeakPersistent<Derived> object = static_cast<Derived*>(mixin.Get());
  object->other_ = Make<Base>(10);
  WeakPersistent<Base> other = object->other_.get();
  WeakPersistent<Listener> weak_mixin = mixin;

  CollectPrecisely(heap());
  ASSERT_NE(object.Get(), nullptr);
  EXPECT_EQ(object->value_, 9);
  EXPECT_EQ(other->value_, 10);
  EXPECT_NE(weak_mixin.Get(), nullptr);

  mixin.Clear();
  CollectPrecisely(heap());
  EXPECT_EQ(object.Get(), nullptr);
  EXPECT_EQ(weak_mixin.Get(), nullptr);
}

TEST_P(RootsTest, AHandleCanBeMadeOfAMember) {
  const Persistent<Derived> holder = Make<Derived>(1);
  holder->other_ = Make<Base>(2);
  const Persistent<Base> root = holder->other_;
  holder->other_ = nullptr;
  CollectPrecisely(heap());

  EXPECT_EQ(root->value_, 2);
  EXPECT_FALSE(root == holder->other_);
}

TEST_P(RootsTest, NullAndTheSentinelAreNoRoots) {
  const Persistent<Base> empty;
  const Persistent<Base> null = nullptr;
  Persistent<Base> sentinel = kSentinelPointer;
  const WeakPersistent<Base> weak_sentinel = kSentinelPointer;
  CollectPrecisely(heap());

  EXPECT_EQ(empty, nullptr);
  EXPECT_EQ(null, nullptr);
  EXPECT_EQ(sentinel.Get(), static_cast<Base*>(kSentinelPointer));
  EXPECT_EQ(weak_sentinel.Get(), static_cast<Base*>(kSentinelPointer));
  EXPECT_TRUE(sentinel);
  const Persistent<Base> copy = sentinel;
  EXPECT_EQ(copy.Get(), static_cast<Base*>(kSentinelPointer));
  sentinel = Make<Base>(1);
  EXPECT_EQ(sentinel->value_, 1);
  sentinel = kSentinelPointer;
  EXPECT_EQ(collector()
                .Roots(RootStrength::kStrong, RootThreads::kOwnThread)
                .node_count(),
            0u);
}

TEST_P(RootsTest, ReleaseGivesTheObjectAndLetsItGo) {
  Persistent<Base> root = Make<Base>(4);
  WeakPersistent<Base> weak = root;
  Base* const object = root.Get();

  EXPECT_EQ(root.Release(), object);
  EXPECT_EQ(root.Get(), nullptr);
  CollectPrecisely(heap());
  EXPECT_EQ(weak.Get(), nullptr);
}

TEST_P(RootsTest, AHandleKeepsThePlaceWhereItWasMade) {
  const size_t line = __LINE__ + 1;
  Persistent<Base> made = Make<Base>(1);
  EXPECT_EQ(made.Location().Line(), line);
  EXPECT_NE(made.Location().ToString().find("roots_test.cc"),
            std::string::npos);

  const size_t later = __LINE__ + 1;
  Persistent<Base> empty;
  empty = made;
  EXPECT_EQ(empty.Location().Line(), later);
  empty.Clear();
  EXPECT_EQ(empty.Location().Line(), later);

  const Persistent<Base> moved = std::move(made);
  EXPECT_EQ(moved.Location().Line(), line);
}

TEST_P(RootsTest, AHandleMovesFromOneHeapToAnother) {
  const auto other_heap = Heap::Create();
  Persistent<Base> root = Make<Base>(1);
  root = MakeGarbageCollected<Base>(other_heap->GetAllocationHandle(), 2);
  CollectPrecisely(heap());
  CollectPrecisely(*other_heap);

  EXPECT_EQ(root->value_, 2);
  EXPECT_EQ(collector()
                .Roots(RootStrength::kStrong, RootThreads::kOwnThread)
                .node_count(),
            0u);
  EXPECT_EQ(CollectorOf(*other_heap)
                .Roots(RootStrength::kStrong, RootThreads::kOwnThread)
                .node_count(),
            1u);
}

TEST_P(RootsTest, HandlesOutliveTheirHeapAsNull) {
  Persistent<Base> root = Make<Base>(1);
  WeakPersistent<Base> weak = root;
  Persistent<Listener> mixin = Make<Derived>(1);
  DestroyHeap();

  EXPECT_EQ(root.Get(), nullptr);
  EXPECT_EQ(weak.Get(), nullptr);
  EXPECT_EQ(mixin.Get(), nullptr);

  ResetHeap();
  root = Make<Base>(2);
  CollectPrecisely(heap());
  EXPECT_EQ(root->value_, 2);
}

TEST_P(RootsTest, ManyWeakHandlesAreClearedOneByOne) {
  std::vector<Persistent<Base>> roots;
  std::vector<WeakPersistent<Base>> weak;
  for (int i = 0; i < 3000; ++i) {
    Base* const object = Make<Base>(i);
    weak.emplace_back(object);
    if (i % 3 == 0) roots.emplace_back(object);
  }
  CollectPrecisely(heap());

  for (int i = 0; i < 3000; ++i) {
    EXPECT_EQ(weak[static_cast<size_t>(i)].Get() != nullptr, i % 3 == 0);
  }
}

using RootsDeathTest = RootsTest;
HALFWORD_INSTANTIATE_FOR_PAGES(RootsDeathTest);

TEST_P(RootsDeathTest, APersistentRefersToManagedObjectsOnly) {
  alignas(16) char elsewhere[sizeof(Base)] = {};
  auto* const none = reinterpret_cast<Base*>(elsewhere);

  EXPECT_DEATH(const Persistent<Base> handle(none),
               "a Persistent refers to objects made by MakeGarbageCollected");
}

TEST_P(RootsDeathTest, APersistentDoesNotReferToAHeapThatIsGone) {
  Base* const object = Make<Base>(1);
  DestroyHeap();

  EXPECT_DEATH(const Persistent<Base> handle(object),
               "a Persistent refers to objects made by MakeGarbageCollected");
}

TEST_P(RootsTest, ACollectionFreesTheNodesOfManyDeadHandles) {
  Base* const item = Make<Base>();
  const Persistent<Base> kept = item;
  {
    const std::vector<Persistent<Base>> handles(100'000, kept);
    const std::vector<WeakPersistent<Base>> weak_handles(100'000, kept);
  }

  CollectPrecisely(heap());

  for (const auto strength : {RootStrength::kStrong, RootStrength::kWeak}) {
    EXPECT_LE(
        collector().Roots(strength, RootThreads::kOwnThread).block_count(), 2u);
  }
  EXPECT_EQ(kept.Get(), item);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
