// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Which of the backings that were left are still there after a collection.

#include "gc/left_backings.h"

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Left : public GarbageCollected<Left> {
 public:
  int number_ = 0;
  HALFWORD_FIELDS(Left, number_)
};

class LeftBackingsTest : public HeapTest {
 protected:
  // Marks stay until pages are swept.
  void CollectLazily() {
    ScrubStack();
    heap().Collect({.stack = StackState::kNoHeapPointers,
                    .reason = "test",
                    .sweeping = Sweeping::kLazy});
  }
};
HALFWORD_INSTANTIATE_FOR_PAGES(LeftBackingsTest);

TEST_P(LeftBackingsTest, AreThoseThatAreFoundAlive) {
  LeftBackings left;
  EXPECT_TRUE(left.empty());
  const Persistent<Left> kept = Make<Left>();
  left.Add(kept.Get());
  left.Add(Make<Left>());
  CollectLazily();
  left.RemoveDead(false);
  EXPECT_FALSE(left.empty());

  LeftBackings of_dead;
  of_dead.Add(Make<Left>());
  CollectLazily();
  of_dead.RemoveDead(true);
  EXPECT_TRUE(of_dead.empty());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
