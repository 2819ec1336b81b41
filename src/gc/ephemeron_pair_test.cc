// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// EphemeronPair as a value, and its callback for classes that trace by hand.
// What the collector does with listed pairs is in marker_test.cc and
// weak_references_test.cc.

#include "halfword/ephemeron_pair.h"

#include <utility>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Item : public GarbageCollected<Item> {
 public:
  int number_ = 0;
  HALFWORD_FIELDS(Item, number_)
};

using Pair = EphemeronPair<Item, Item>;
static_assert(sizeof(Pair) == 2 * sizeof(Word));

class EphemeronPairTest : public HeapTest {};
HALFWORD_INSTANTIATE_FOR_PAGES(EphemeronPairTest);

TEST_P(EphemeronPairTest, IsTwoReferencesThatCopyAndMove) {
  Item* const key = Make<Item>();
  Item* const value = Make<Item>();
  const Pair empty;
  Pair pair(key, value);
  const Pair copy = pair;
  const Pair moved = std::move(pair);

  EXPECT_EQ(empty.key, nullptr);
  EXPECT_EQ(empty.value, nullptr);
  EXPECT_EQ(copy.key, key);
  EXPECT_EQ(copy.value, value);
  EXPECT_EQ(moved.key, key);
  EXPECT_EQ(moved.value, value);
  EXPECT_EQ(pair.key, nullptr);  // NOLINT: that is what moving promises
}

// Traces the value by its key, and clears both by hand.
class ByHand : public GarbageCollected<ByHand> {
 public:
  ByHand(Item* key, Item* value) : pair_(key, value) {}
  void Trace(Visitor* visitor) const {
    visitor->TraceEphemeron(pair_.key, &pair_.value);
    visitor->RegisterWeakCallbackMethod<ByHand, &ByHand::Clear>(this);
  }
  void Clear(const LivenessBroker& broker) {
    pair_.ClearValueIfKeyIsDead(broker);
    if (!broker.IsHeapObjectAlive(pair_.key)) pair_.key = nullptr;
  }
  Pair pair_;
};

TEST_P(EphemeronPairTest, ClearsItsValueInAHandWrittenCallback) {
  Persistent<Item> key = Make<Item>();
  const WeakPersistent<Item> value = Make<Item>();
  const Persistent<ByHand> table = Make<ByHand>(key.Get(), value.Get());
  CollectPrecisely(heap());
  EXPECT_EQ(table->pair_.key, key);
  EXPECT_EQ(table->pair_.value, value);
  EXPECT_NE(value, nullptr);

  key = nullptr;
  CollectPrecisely(heap());
  EXPECT_EQ(value, nullptr);
  EXPECT_EQ(table->pair_.key, nullptr);
  EXPECT_EQ(table->pair_.value, nullptr);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
