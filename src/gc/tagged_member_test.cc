// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// TaggedUncompressedMember: a reference of one of two kinds.

#include "halfword/tagged_member.h"

#include <cstdint>
#include <memory>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

struct Parent {};
struct Host {};

class Node : public GarbageCollected<Node> {
 public:
  using Up = subtle::TaggedUncompressedMember<Node, Parent, Host>;
  void Trace(Visitor* visitor) const { visitor->Trace(up_); }
  Up up_{Parent(), nullptr};
};

class TaggedMemberTest : public HeapTest {};
HALFWORD_INSTANTIATE_FOR_PAGES(TaggedMemberTest);

TEST_P(TaggedMemberTest, KnowsOfWhichKindItsReferenceIs) {
  Node* const node = Make<Node>();
  Node::Up up(Host(), node);

  EXPECT_TRUE(up.Is<Host>());
  EXPECT_FALSE(up.Is<Parent>());
  EXPECT_EQ(up.GetAs<Host>(), node);
  EXPECT_EQ(up.TryGetAs<Host>(), node);
  EXPECT_EQ(up.TryGetAs<Parent>(), nullptr);

  up.SetAs<Parent>(node);
  const Node::Up copy = up;
  EXPECT_EQ(copy.TryGetAs<Parent>(), node);
  EXPECT_EQ(copy.TryGetAs<Host>(), nullptr);
  EXPECT_EQ(copy.GetUntagged(), node);
}

TEST_P(TaggedMemberTest, HoldsItsTargetWhateverTheTag) {
  const Persistent<Node> node = Make<Node>();
  WeakPersistent<Node> parent = Make<Node>();
  node->up_.SetAs<Parent>(parent.Get());
  CollectPrecisely(heap());
  EXPECT_NE(parent.Get(), nullptr);

  node->up_.SetAs<Host>(parent.Get());
  CollectPrecisely(heap());
  EXPECT_NE(parent.Get(), nullptr);
  EXPECT_EQ(Findings(heap()), "");

  node->up_.SetAs<Host>(nullptr);
  CollectPrecisely(heap());
  EXPECT_EQ(parent.Get(), nullptr);
}

TEST_P(TaggedMemberTest, TellsTheBarrierOfTheObject) {
  const Persistent<Node> node = Make<Node>();
  Node* const host = Make<Node>();

  write_barrier_is_on = true;
  node->up_.SetAs<Host>(host);
  write_barrier_is_on = false;

  EXPECT_EQ(collector().stores().objects(), std::vector<const void*>{host});
}

// It makes a Member of what it holds, on the thread of a marker.
TEST(TaggedMemberMarkingTest, TellsTheBarrierOfNothing) {
  const auto heap =
      Heap::Create({.marking_support = MarkingType::kIncremental});
  AllocationHandle& handle = heap->GetAllocationHandle();
  const Persistent<Node> node = MakeGarbageCollected<Node>(handle);
  node->up_.SetAs<Host>(MakeGarbageCollected<Node>(handle));
  Collector& collector = CollectorOf(*heap);

  collector.BeginMarking();
  collector.StepMarking(StackState::kNoHeapPointers);

  EXPECT_TRUE(IsMarked(reinterpret_cast<uintptr_t>(node->up_.GetUntagged())));
  EXPECT_TRUE(collector.stores().empty());
  collector.FinishMarking({.stack = StackState::kNoHeapPointers});
}

#if HALFWORD_DCHECK_ENABLED
TEST_P(TaggedMemberTest, IsAskedForItsTagFirst) {
  const Node::Up up(Host(), nullptr);

  EXPECT_DEATH(up.GetAs<Parent>(), "ask Is\\(\\) or TryGetAs");
}
#endif

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
