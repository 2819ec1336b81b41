// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Objects whose constructors run while a collection does: kept, and traced only
// where their class lists its fields.

#include "gc/marking/marker_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

using ConstructionTest = MarkerTest;
HALFWORD_INSTANTIATE_FOR_PAGES(ConstructionTest);

// Where Trace() is not ready before the constructor's end.
class Unready : public GarbageCollected<Unready> {
 public:
  Unready(Heap& heap, Leaf* leaf, WeakPersistent<Unready>& weak) {
    leaf_ = leaf;
    weak = this;
    CollectConservatively(heap);
    ready_ = true;
  }
  void Trace(Visitor* visitor) const {
    ++trace_count;
    EXPECT_TRUE(ready_);
    visitor->Trace(leaf_);
  }

  Member<Leaf> leaf_;
  bool ready_ = false;
  static inline int trace_count = 0;
};

TEST_P(ConstructionTest, KeepsAnObjectUnderConstructionWithoutTracingIt) {
  Unready::trace_count = 0;
  WeakPersistent<Unready> weak;
  HiddenPointer hidden;
  CallAndScrub([&] { hidden = HiddenPointer(NewLeaf()); });
  PreparePages<Unready>();
  auto* const object =
      MakeGarbageCollected<Unready>(heap().GetAllocationHandle(), heap(),
                                    static_cast<Leaf*>(hidden.Reveal()), weak);

  EXPECT_EQ(Unready::trace_count, 0);
  EXPECT_EQ(weak.Get(), object);
  EXPECT_EQ(LivingLeaves(), 1u);
  const Persistent<Unready> root = object;
  CollectPrecisely(heap());
  EXPECT_GE(Unready::trace_count, 1);
  EXPECT_EQ(LivingLeaves(), 1u);
}

// In a precise collection nothing but the list of objects under construction
// names it.
class PreciseUnready : public GarbageCollected<PreciseUnready> {
 public:
  PreciseUnready(Heap& heap, Leaf* member, Leaf* pointer, Target* inside) {
    member_ = member;
    raw_ = pointer;
    mixin_ = inside;
    CollectPrecisely(heap);
  }
  void Trace(Visitor* visitor) const {
    visitor->Trace(member_);
    visitor->Trace(mixin_);
  }

  uint32_t number_ = 1;
  Member<Leaf> member_;
  Member<Watched> mixin_;
  const Leaf* raw_ = nullptr;
};

TEST_P(ConstructionTest, TakesTheWordsOfAnObjectUnderConstructionForRoots) {
  Leaf* const member = NewLeaf();
  Leaf* const pointer = NewLeaf();
  auto* const target = Make<Target>();
  target->leaf_ = NewLeaf();
  NewLeaf();
  const Persistent<PreciseUnready> object =
      Make<PreciseUnready>(heap(), member, pointer, target);

  EXPECT_EQ(LivingLeaves(), 3u);
  EXPECT_EQ(object->member_, member);
}

// A class that lists its fields may be traced at any time.
class Listed : public GarbageCollected<Listed> {
 public:
  Listed(Heap& heap, Leaf* leaf) {
    first_ = leaf;
    CollectConservatively(heap);
    second_ = leaf;
  }
  Member<Leaf> first_;
  Member<Leaf> second_;
  HALFWORD_FIELDS(Listed, first_, second_)
};

TEST_P(ConstructionTest, TracesListedFieldsOfAnObjectUnderConstruction) {
  const Persistent<Listed> object = Make<Listed>(heap(), NewLeaf());
  CollectPrecisely(heap());

  EXPECT_EQ(LivingLeaves(), 1u);
  EXPECT_EQ(object->first_, object->second_);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
