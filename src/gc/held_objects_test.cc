// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Held objects: they live, what was held does not, and pages come and go.

#include "gc/held_objects.h"

#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/explicit_management.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

int destroyed = 0;

class Thing : public GarbageCollected<Thing> {
 public:
  ~Thing() { ++destroyed; }
  Member<Thing> next_;
  uint64_t number_ = 0;
  HALFWORD_FIELDS(Thing, next_, number_)
};

class Large : public GarbageCollected<Large> {
 public:
  ~Large() { ++destroyed; }
  char bytes_[3 * kPageBytes] = {};
  HALFWORD_FIELDS(Large, bytes_)
};

void CollectAll(Heap& heap) {
  heap.Collect(
      {.stack = StackState::kNoHeapPointers, .sweeping = Sweeping::kAtomic});
}

class HeldObjectsTest : public HeapTest {};

TEST_P(HeldObjectsTest, LiveWithAllTheyReferTo) {
  destroyed = 0;
  Thing* const thing = Make<Thing>();
  thing->next_ = Make<Thing>();
  Large* const large = Make<Large>();

  HoldObject(thing);
  HoldObject(large);
  CollectAll(heap());
  EXPECT_EQ(destroyed, 0);
  EXPECT_TRUE(IsHeldObject(thing));
  EXPECT_FALSE(IsHeldObject(thing->next_));

  EXPECT_TRUE(ReleaseObject(thing));
  EXPECT_FALSE(ReleaseObject(thing));
  CollectAll(heap());
  EXPECT_EQ(destroyed, 2);
  EXPECT_TRUE(ReleaseObject(large));
  CollectAll(heap());
  EXPECT_EQ(destroyed, 3);
}

// Explicit frees make pages free, and no collection looks at them.
TEST_P(HeldObjectsTest, PagesThatComeAndGoAreNotListedForEver) {
  constexpr size_t kObjectsMin = 2 * kPageBytes / sizeof(Thing);
  for (int round = 0; round < 100; ++round) {
    std::vector<Thing*> things;
    for (size_t i = 0; i < kObjectsMin; ++i) {
      things.push_back(Make<Thing>());
      HoldObject(things.back());
    }
    for (Thing* const thing : things) {
      EXPECT_TRUE(ReleaseObject(thing));
      subtle::FreeUnreferencedObject(heap().GetHeapHandle(), *thing);
    }
  }
  EXPECT_EQ(collector().collection_count(), 0u);
  EXPECT_LE(collector().held_objects().page_count(), 20u);
}

TEST_P(HeldObjectsTest, ManyAreFoundAmongOthers) {
  std::vector<HiddenPointer> held;
  for (uint64_t i = 0; i < 20000; ++i) {
    Thing* const thing = Make<Thing>();
    thing->number_ = i;
    if (i % 7 != 0) continue;
    HoldObject(thing);
    held.emplace_back(thing);
  }
  for (int round = 0; round < 3; ++round) {
    destroyed = 0;
    CollectAll(heap());
    EXPECT_EQ(CollectorOf(heap()).held_objects().count(), held.size());
    for (size_t i = 0; i < held.size(); ++i) {
      EXPECT_EQ(static_cast<Thing*>(held[i].Reveal())->number_, 7 * i);
    }
  }

  for (const HiddenPointer& thing : held) ReleaseObject(thing.Reveal());
  CollectAll(heap());

  EXPECT_EQ(static_cast<size_t>(destroyed), held.size());
  EXPECT_TRUE(CollectorOf(heap()).held_objects().empty());
  EXPECT_EQ(Findings(heap()), "");
}

HALFWORD_INSTANTIATE_FOR_PAGES(HeldObjectsTest);

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
