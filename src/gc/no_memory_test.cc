// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Where malloc() has no memory for what the collector keeps beside the heap,
// the program hears of it once, and all is as it was before.

#include <new>
#include <vector>

#include "base/failing_new_testing.h"
#include "gc/gc_testing.h"
#include "gc/held_objects.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

using halfword_testing::NoMemory;

class NoMemoryTest : public HeapTest {};
HALFWORD_INSTANTIATE_FOR_PAGES(NoMemoryTest);

class Thing : public GarbageCollected<Thing> {
 public:
  uint64_t number_ = 7;
  HALFWORD_FIELDS(Thing, number_)
};

TEST_P(NoMemoryTest, AnObjectThatCannotBeHeldIsNot) {
  Thing* const first = Make<Thing>();
  Thing* const second = Make<Thing>();
  {
    const NoMemory none;
    EXPECT_THROW(HoldObject(first), std::bad_alloc);
  }
  EXPECT_FALSE(IsHeldObject(first));
  EXPECT_TRUE(collector().held_objects().empty());

  HoldObject(second);
  EXPECT_EQ(collector().held_objects().Find(collector()),
            std::vector{reinterpret_cast<uintptr_t>(second)});
  CollectPrecisely(heap());
  EXPECT_TRUE(collector().IsLive(second));
  EXPECT_TRUE(ReleaseObject(second));
}

class Finalized : public GarbageCollected<Finalized> {
  HALFWORD_USING_PRE_FINALIZER(Finalized, Finalize);

 public:
  Finalized(int* finalized_count, bool throws)
      : finalized_count_(finalized_count) {
    if (!throws) return;
    halfword_testing::new_fails = true;
    throw std::bad_alloc();
  }
  void Finalize() { ++*finalized_count_; }

 private:
  int* finalized_count_;
  HALFWORD_FIELDS(Finalized, finalized_count_)
};

// Few are looked at one by one, many are put into an index first.
TEST_P(NoMemoryTest, AConstructorThatFoundNoMemoryIsForgotten) {
  int finalized_count = 0;
  for (const int count : {3, 1000}) {
    for (int i = 0; i < count; ++i) {
      Make<Finalized>(&finalized_count, false);
    }
    EXPECT_THROW(Make<Finalized>(&finalized_count, true), std::bad_alloc);
    halfword_testing::new_fails = false;
    finalized_count = 0;
    CollectPrecisely(heap());
    EXPECT_EQ(finalized_count, count);
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
