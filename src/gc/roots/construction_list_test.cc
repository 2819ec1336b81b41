// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What helpers are told of objects whose constructors run, or have thrown.

#include "gc/roots/construction_list.h"

#include <cstddef>
#include <vector>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class ConstructionListTest : public ::testing::Test {
 protected:
  void* object(size_t i) { return &objects_[2 * i]; }

  ConstructionList list_;

 private:
  std::vector<double> objects_ = std::vector<double>(1000);
};

TEST_F(ConstructionListTest, NamesWhatIsBuiltAndNoOther) {
  EXPECT_FALSE(list_.MayBeHalfBuilt(object(0)));
  list_.Push(object(0));
  list_.Push(object(1));
  EXPECT_TRUE(list_.MayBeHalfBuilt(object(0)));
  EXPECT_TRUE(list_.MayBeHalfBuilt(object(1)));
  EXPECT_FALSE(list_.MayBeHalfBuilt(object(2)));
  EXPECT_TRUE(list_.Contains(object(1)));
  EXPECT_FALSE(list_.Contains(object(2)));

  list_.Pop(object(1));
  EXPECT_TRUE(list_.MayBeHalfBuilt(object(0)));
  EXPECT_FALSE(list_.MayBeHalfBuilt(object(1)));
  list_.Pop(object(0));
  EXPECT_FALSE(list_.MayBeHalfBuilt(object(0)));
}

TEST_F(ConstructionListTest, TakesAllForHalfBuiltWhereManyAre) {
  constexpr size_t kMany = 20;
  for (size_t i = 0; i < kMany; ++i) list_.Push(object(i));
  for (size_t i = 0; i < kMany; ++i) {
    EXPECT_TRUE(list_.MayBeHalfBuilt(object(i)));
  }
  while (list_.Ends(object(kMany - 1))) list_.Pop(object(kMany - 1));
  for (size_t i = kMany - 1; i-- > 2;) list_.Pop(object(i));
  EXPECT_TRUE(list_.MayBeHalfBuilt(object(0)));
  EXPECT_TRUE(list_.MayBeHalfBuilt(object(1)));
  EXPECT_FALSE(list_.MayBeHalfBuilt(object(2)));
  list_.Pop(object(1));
  list_.Pop(object(0));
}

// A marker may have it on its stack, and never traces it.
TEST_F(ConstructionListTest, KeepsWhatWasAbandonedUntilTheCycleEnds) {
  constexpr size_t kAbandoned = 50;
  list_.Push(object(0));
  for (size_t i = 1; i <= kAbandoned; ++i) {
    list_.Push(object(i));
    list_.AbandonLast(object(i));
  }
  list_.Pop(object(0));
  size_t others = 0;
  for (size_t i = 0; i < 500; ++i) {
    const bool is_abandoned = i >= 1 && i <= kAbandoned;
    EXPECT_EQ(list_.Contains(object(i)), is_abandoned);
    if (is_abandoned) {
      EXPECT_TRUE(list_.MayBeHalfBuilt(object(i)));
    } else if (list_.MayBeHalfBuilt(object(i))) {
      ++others;
    }
  }
  EXPECT_LT(others, 50u);

  list_.ForgetAbandoned();
  for (size_t i = 0; i < 500; ++i) {
    EXPECT_FALSE(list_.MayBeHalfBuilt(object(i)));
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
