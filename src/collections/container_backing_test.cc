// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Backings and elements beneath the containers: sizes, moves, and what the
// write barrier is told of moves.

#include "halfword/internal/container_backing.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Node : public GarbageCollected<Node> {
 public:
  HALFWORD_FIELDS(Node)
};

struct Pair {
  Member<Node> nodes[2];
  WeakMember<Node> weak;
  UntracedMember<Node> untraced;
  HALFWORD_FIELDS(Pair, nodes, weak, untraced)
};

struct Labelled : Pair {
  Tagged<Node> tag;
  uint64_t number = 0;
  HALFWORD_BASES(Labelled, Pair)
  HALFWORD_FIELDS(Labelled, tag, number)
};

// Notes the slots that it is given.
class SlotCollector final : public Visitor {
 public:
  void RegisterWeakCallback(WeakCallback, const void*) override {}
  std::set<const void*> strong;
  std::set<const void*> weak;

 protected:
  void VisitStrong(const Word* slot, bool) override { strong.insert(slot); }
  void VisitWeak(const Word* slot, bool) override { weak.insert(slot); }
  void VisitObject(const void*) override {}
  void VisitEphemeron(const Word*, bool, const void*, TraceCallback) override {}
  void VisitWeakContainer(const void*, TraceDescriptor, WeakCallback,
                          const void*) override {}
};

class ContainerBackingTest : public ::testing::Test {
 protected:
  ~ContainerBackingTest() override { write_barrier_is_on = false; }

  // The slots that the barrier would have traced for what `change` did.
  template <typename Change>
  std::set<const void*> NotedBy(Change change) {
    StoreBuffer& stores = CollectorOf(*heap_).stores();
    stores.Clear();
    write_barrier_is_on = true;
    change();
    write_barrier_is_on = false;
    SlotCollector visitor;
    entry_count_ = 0;
    const auto trace = [&](const TraceDescriptor& part) {
      part.callback(&visitor, part.base_object_payload);
      ++entry_count_;
    };
    for (const TraceDescriptor& part : stores.parts()) trace(part);
    stores.ForEachTail(trace);
    const std::vector<const void*> noted = Noted(stores.slots());
    visitor.strong.insert(noted.begin(), noted.end());
    return visitor.strong;
  }

  Node* MakeNode() {
    return MakeGarbageCollected<Node>(heap_->GetAllocationHandle());
  }

  const std::unique_ptr<Heap> heap_ = Heap::Create();
  size_t entry_count_ = 0;
};

TEST_F(ContainerBackingTest, UsesAllOfItsSlot) {
  using Backing = ContainerBacking<HeapVector<Member<Node>>>;
  for (const size_t count : {1u, 2u, 10u, 1'000u, 3'000u, 100'000u}) {
    auto* const backing = Backing::Make(heap_->GetAllocationHandle(), count);
    EXPECT_GE(backing->capacity(), count);
    EXPECT_EQ(backing->capacity(), Backing::RoundUpCount(count));
    EXPECT_EQ(
        backing->capacity(),
        (UsableBytesOf(backing) - Backing::kElementsOffset) / sizeof(Word));
    const auto* const last =
        Backing::ElementsOf(backing) + backing->capacity() - 1;
    EXPECT_GE(BytesToEndOf(last), sizeof(Word));
    EXPECT_LT(BytesToEndOf(last), 2 * sizeof(Word));
  }
}

TEST_F(ContainerBackingTest, GrowsByDoublingAndThenByHalf) {
  using Backing = ContainerBacking<HeapVector<uint32_t>>;
  EXPECT_EQ(Backing::GrownCount(0, 1), 3u);
  EXPECT_EQ(Backing::GrownCount(100, 101), 200u);
  EXPECT_EQ(Backing::GrownCount(100, 500), 500u);
  EXPECT_EQ(Backing::GrownCount(1'000'000, 1'000'001), 1'500'000u);
  EXPECT_EQ(Backing::GrownCount(4'000'000'000, 4'000'000'001),
            Backing::kCountMax);
}

TEST_F(ContainerBackingTest, TracesEachFieldOfAnElement) {
  Labelled element;
  SlotCollector visitor;

  TraceElement<Labelled>(&visitor, &element);

  EXPECT_EQ(visitor.strong,
            (std::set<const void*>{&element.nodes[0], &element.nodes[1],
                                   &element.tag}));
  EXPECT_EQ(visitor.weak, (std::set<const void*>{&element.weak}));
}

TEST_F(ContainerBackingTest, TheBarrierIsToldOfAllThatMoves) {
  for (const size_t count : {5u, 500u}) {
    HeapVector<Member<Node>> vector;
    for (size_t i = 0; i < count; ++i) vector.push_back(MakeNode());
    vector.reserve(count + 5);

    const auto erased = NotedBy([&] { vector.erase(vector.begin() + 1); });
    EXPECT_LE(entry_count_, kMovedFewMax);
    for (size_t i = 1; i < vector.size(); ++i) {
      ASSERT_TRUE(erased.contains(&vector[i])) << i << " of " << count;
    }
    EXPECT_FALSE(erased.contains(&vector[0]));

    Node* const node = MakeNode();
    const auto inserted =
        NotedBy([&] { vector.insert(vector.begin() + 1, node); });
    for (size_t i = 1; i < vector.size(); ++i) {
      ASSERT_TRUE(inserted.contains(&vector[i])) << i << " of " << count;
    }
  }
}

TEST_F(ContainerBackingTest, TheBarrierIsToldOfStructsThatMove) {
  HeapVector<Labelled> vector(100);
  for (Labelled& element : vector) element.tag = MakeNode();

  const auto noted = NotedBy([&] { vector.erase(vector.begin()); });

  for (const Labelled& element : vector) {
    ASSERT_TRUE(noted.contains(&element.nodes[1]));
    ASSERT_TRUE(noted.contains(&element.tag));
  }
}

TEST_F(ContainerBackingTest, TheBarrierIsToldOfNewElements) {
  HeapVector<Labelled> vector;
  vector.reserve(10);
  Node* const node = MakeNode();

  const auto noted = NotedBy([&] {
    Labelled element;
    element.tag = node;
    vector.push_back(element);
    vector.insert(vector.begin(), vector[0]);
  });

  EXPECT_TRUE(noted.contains(&vector[0].tag));
  EXPECT_TRUE(noted.contains(&vector[1].tag));
}

TEST_F(ContainerBackingTest, ANewBackingIsFoundThroughItsHandle) {
  class Holder : public GarbageCollected<Holder> {
   public:
    HeapVector<Member<Node>> nodes_;
    HALFWORD_FIELDS(Holder, nodes_)
  };
  const Persistent<Holder> holder =
      MakeGarbageCollected<Holder>(heap_->GetAllocationHandle());
  holder->nodes_.resize(holder->nodes_.capacity() + 1);

  const auto noted = NotedBy(
      [&] { holder->nodes_.resize(holder->nodes_.capacity() + 1, nullptr); });

  EXPECT_TRUE(noted.contains(&holder->nodes_)) << "the handle's first word";
}

TEST_F(ContainerBackingTest, NumbersNeedNoBarrier) {
  HeapVector<int> numbers(100);

  EXPECT_TRUE(NotedBy([&] {
                numbers.erase(numbers.begin(), numbers.begin() + 50);
              }).empty());
}

// Elements that are arrays are what they are arrays of.

using TwoNodes = std::array<Member<Node>, 2>;
static_assert(HoldsReferences<TwoNodes>());
static_assert(HoldsReferences<std::array<Pair, 2>>());
static_assert(!HoldsReferences<std::array<int, 2>>());
static_assert(MovesByBytes<TwoNodes>());
static_assert(CopiesQuietly<TwoNodes>());
static_assert(HasMutableString<std::array<MutableString, 2>>());
static_assert(!HasMutableString<TwoNodes>());
static_assert(kContentOf<TwoNodes> == BackingContent::kReferences);

TEST_F(ContainerBackingTest, AnArrayThatMovesIsNotedByItsElements) {
  HeapVector<TwoNodes> rows;
  rows.push_back({});
  rows.push_back({MakeNode(), MakeNode()});

  const auto noted = NotedBy([&] { rows.erase(rows.begin()); });

  EXPECT_TRUE(noted.contains(&rows[0][0]));
  EXPECT_TRUE(noted.contains(&rows[0][1]));
}

// What a marker finds there was never a reference.
TEST_F(ContainerBackingTest, UnusedArraysOfReferencesAreNull) {
  constexpr size_t kCount = 1000;
  {
    HeapVector<uint64_t> numbers(kCount, ~uint64_t{0});
    numbers.clear();
    numbers.shrink_to_fit();
  }
  HeapVector<TwoNodes> rows;
  rows.reserve(kCount);
  rows.push_back({MakeNode(), MakeNode()});
  rows.pop_back();

  const TwoNodes* const all = rows.data();
  for (size_t i = 0; i < rows.capacity(); ++i) {
    EXPECT_EQ(all[i][0].GetRawStorage().GetAsInteger(), Word{0}) << i;
    EXPECT_EQ(all[i][1].GetRawStorage().GetAsInteger(), Word{0}) << i;
  }
}

// What a dead entry keeps alive for one more collection.
TEST_F(ContainerBackingTest, WhatAnElementHoldsIsWhatItsStrongReferencesName) {
  struct Texts {
    String text;
    MutableString own;
    HALFWORD_FIELDS(Texts, text, own)
  };
  Labelled element;
  const auto bytes = [&] {
    return HeldBytes(&element, &TraceElement<Labelled>);
  };
  EXPECT_EQ(bytes(), 0u);

  element.weak = MakeNode();
  element.untraced = MakeNode();
  element.tag = 7;
  EXPECT_EQ(bytes(), 0u);

  const size_t node_bytes = UsableBytesOf(MakeNode());
  element.nodes[0] = MakeNode();
  element.nodes[1] = MakeNode();
  element.tag = MakeNode();
  EXPECT_EQ(bytes(), 3 * node_bytes);

  HeapVector<Texts> elements(1);
  Texts& texts = elements[0];
  const auto text_bytes = [&] {
    return HeldBytes(&texts, &TraceElement<Texts>);
  };
  EXPECT_EQ(text_bytes(), 0u);
  texts.text = "long enough not to lie in the reference";
  EXPECT_GE(text_bytes(), texts.text.size());
  const size_t before = text_bytes();
  texts.own.assign(5000, 'x');
  EXPECT_GE(text_bytes(), before + 5000);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
