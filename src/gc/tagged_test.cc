// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Tagged as a value: the integers it can hold, and how it tells them from
// references. What the collector does with it is in marker_test.cc.

#include "halfword/tagged.h"

#include <functional>
#include <type_traits>
#include <unordered_set>
#include <utility>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Box : public GarbageCollected<Box> {
 public:
  explicit Box(int value) : value_(value) {}
  int value_;
  HALFWORD_FIELDS(Box, value_)
};

using Value = Tagged<Box>;

static_assert(sizeof(Value) == sizeof(Word));
static_assert(Value::kIntegerMax == 0x3fffffff);
static_assert(Value::kIntegerMin == -0x40000000);
static_assert(!std::is_constructible_v<Value, std::nullptr_t>,
              "a Tagged has no null");
static_assert(!std::is_assignable_v<Value&, std::nullptr_t>);
static_assert(std::is_constructible_v<Value, int16_t> &&
              std::is_assignable_v<Value&, uint16_t>);
static_assert(!std::is_constructible_v<Value, double> &&
                  !std::is_constructible_v<Value, bool> &&
                  !std::is_constructible_v<Value, uint32_t> &&
                  !std::is_assignable_v<Value&, int64_t>,
              "what may not fit is no integer of a Tagged");
static_assert(Value::FitsInteger(Value::kIntegerMax) &&
              !Value::FitsInteger(int64_t{Value::kIntegerMax} + 1) &&
              Value::FitsInteger(Value::kIntegerMin) &&
              !Value::FitsInteger(int64_t{Value::kIntegerMin} - 1));

class TaggedTest : public HeapTest {
 protected:
  const Persistent<Box> box_ = Make<Box>(5);
};
HALFWORD_INSTANTIATE_FOR_PAGES(TaggedTest);

TEST_P(TaggedTest, TakesWhatOtherHandlesReferTo) {
  const Member<Box> member = box_;

  EXPECT_EQ(Value(member).object(), box_.Get());
  EXPECT_EQ(Value(box_).object(), box_.Get());
}

TEST_P(TaggedTest, IsTheIntegerZeroUntilItIsGivenSomething) {
  const Value value;

  EXPECT_TRUE(value.IsInteger());
  EXPECT_FALSE(value.IsObject());
  EXPECT_EQ(value.integer(), 0);
  EXPECT_EQ(value.ObjectOrNull(), nullptr);
}

TEST_P(TaggedTest, HoldsEveryIntegerOf31Bits) {
  for (const int32_t number : {0, 1, -1, 2, 12345678, -12345678,
                               Value::kIntegerMin, Value::kIntegerMax}) {
    const Value made = number;
    Value assigned = box_.Get();
    assigned = number;

    EXPECT_TRUE(made.IsInteger());
    EXPECT_EQ(made.integer(), number);
    EXPECT_EQ(assigned.integer(), number);
    EXPECT_EQ(assigned.ObjectOrNull(), nullptr);
  }
}

TEST_P(TaggedTest, HoldsAnObject) {
  const Value made = box_.Get();
  Value assigned = 3;
  assigned = box_.Get();

  EXPECT_TRUE(made.IsObject());
  EXPECT_FALSE(made.IsInteger());
  EXPECT_EQ(made.object(), box_.Get());
  EXPECT_EQ(assigned.ObjectOrNull(), box_.Get());
  EXPECT_EQ(made.GetRawStorage(), Member<Box>(box_).GetRawStorage());
}

TEST_P(TaggedTest, CopiesEitherKind) {
  Value value = box_.Get();
  const Value copy = value;
  value = Value(-4);
  Value assigned;
  assigned = copy;
  const Value moved = std::move(value);

  EXPECT_EQ(copy.object(), box_.Get());
  EXPECT_EQ(assigned.object(), box_.Get());
  EXPECT_EQ(moved.integer(), -4);
}

TEST_P(TaggedTest, ComparesWithIntegersAndObjects) {
  const Value number = 5;
  const Value object = box_.Get();

  EXPECT_TRUE(number == 5);
  EXPECT_TRUE(number != 6);
  EXPECT_TRUE(object == box_.Get());
  EXPECT_TRUE(object != number);
  EXPECT_TRUE(Value() == 0);
}

TEST_P(TaggedTest, IsAKeyOfContainers) {
  std::unordered_set<Value> set;
  for (int i = 0; i < 2; ++i) {
    set.insert(7);
    set.insert(-7);
    set.insert(box_.Get());
  }

  EXPECT_EQ(set.size(), 3u);
  EXPECT_TRUE(set.contains(box_.Get()));
  EXPECT_FALSE(set.contains(8));
}

#if HALFWORD_DCHECK_ENABLED

using TaggedDeathTest = TaggedTest;
HALFWORD_INSTANTIATE_FOR_PAGES(TaggedDeathTest);

TEST_P(TaggedDeathTest, RefusesIntegersBeyond31Bits) {
  volatile int32_t above = Value::kIntegerMax;
  above = above + 1;
  EXPECT_DEATH(const Value value(above), "a tagged integer has 31 bits");
  volatile int32_t below = Value::kIntegerMin;
  below = below - 1;
  EXPECT_DEATH(const Value value(below), "a tagged integer has 31 bits");
}

TEST_P(TaggedDeathTest, IsAskedBeforeItIsRead) {
  const Value number = 5;
  const Value object = box_.Get();

  EXPECT_DEATH(number.object(), "ask IsObject\\(\\) before object\\(\\)");
  EXPECT_DEATH(object.integer(), "ask IsInteger\\(\\) before integer\\(\\)");
}

TEST_P(TaggedDeathTest, RefusesANullPointer) {
  Box* const null = nullptr;

  EXPECT_DEATH(const Value value(null), "a Tagged holds an object or an int");
}

#endif  // HALFWORD_DCHECK_ENABLED

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
