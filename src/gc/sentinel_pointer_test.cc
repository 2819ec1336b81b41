// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// kSentinelPointer as a pointer of its own: of every class, and no object.

#include "halfword/sentinel_pointer.h"

#include <type_traits>

#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "halfword/internal/page_record.h"
#include "halfword/internal/word.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Incomplete;

static_assert(std::is_convertible_v<SentinelPointer, Incomplete*>);
static_assert(std::is_convertible_v<SentinelPointer, const Incomplete*>);
static_assert(std::is_convertible_v<SentinelPointer, Member<Incomplete>>);
static_assert(!std::is_convertible_v<SentinelPointer, int>);
static_assert(kSentinelPointer == SentinelPointer());

TEST(SentinelPointerTest, IsOnePointerOfEveryClass) {
  Incomplete* const pointer = kSentinelPointer;
  const int* const number = kSentinelPointer;

  EXPECT_TRUE(pointer == kSentinelPointer);
  EXPECT_TRUE(kSentinelPointer == number);
  EXPECT_NE(pointer, nullptr);
  EXPECT_EQ(static_cast<const void*>(pointer), number);
}

TEST(SentinelPointerTest, IsNoReferenceAndNoPlaceInTheCage) {
  const Member<Incomplete> member = kSentinelPointer;

  EXPECT_FALSE(IsReference(member.GetRawStorage()));
  EXPECT_EQ(member.GetRawStorage(), kSentinelWord);
  EXPECT_FALSE(IsInCage(static_cast<void*>(kSentinelPointer)));
}

class Base : public GarbageCollected<Base> {
 public:
  int value_ = 0;
  HALFWORD_FIELDS(Base, value_)
};

class Mixin : public GarbageCollectedMixin {
 public:
  int mixed_ = 0;
  HALFWORD_FIELDS(Mixin, mixed_)
};

class Derived : public Base, public Mixin {
 public:
  HALFWORD_FIELDS(Derived)
  HALFWORD_BASES(Derived, Base, Mixin)
};

template <template <typename> typename To>
struct Of {
  template <typename T>
  using Handle = To<T>;
};

template <typename Handle>
class SentinelConversionTest : public testing::Test {};
using Handles =
    testing::Types<Of<Member>, Of<WeakMember>, Of<UntracedMember>,
                   Of<Persistent>, Of<WeakPersistent>,
                   Of<CrossThreadPersistent>, Of<WeakCrossThreadPersistent>>;
TYPED_TEST_SUITE(SentinelConversionTest, Handles);

// From a handle to an object to one to its mixin, which lies further on.
template <typename To, typename From>
void ConvertsTo(const From& from, const void* expected) {
  const To made = from;
  To assigned;
  assigned = from;

  EXPECT_EQ(static_cast<const void*>(made.Get()), expected);
  EXPECT_EQ(static_cast<const void*>(assigned.Get()), expected);
}

template <typename From>
void ConvertsToEvery(const From& from, const void* expected) {
  ConvertsTo<Member<Mixin>>(from, expected);
  ConvertsTo<WeakMember<Mixin>>(from, expected);
  ConvertsTo<UntracedMember<Mixin>>(from, expected);
  ConvertsTo<Persistent<Mixin>>(from, expected);
  ConvertsTo<WeakPersistent<Mixin>>(from, expected);
  ConvertsTo<CrossThreadPersistent<Mixin>>(from, expected);
  ConvertsTo<WeakCrossThreadPersistent<Mixin>>(from, expected);
}

TYPED_TEST(SentinelConversionTest, NullAndTheSentinelStayThemselvesInMixins) {
  using Handle = typename TypeParam::template Handle<Derived>;
  ConvertsToEvery(Handle(nullptr), nullptr);
  ConvertsToEvery(Handle(kSentinelPointer),
                  static_cast<void*>(kSentinelPointer));
}

TYPED_TEST(SentinelConversionTest, NullAndTheSentinelStayThemselvesInBases) {
  using Handle = typename TypeParam::template Handle<Derived>;
  ConvertsTo<Persistent<Base>>(Handle(nullptr), nullptr);
  ConvertsTo<Persistent<const Base>>(Handle(kSentinelPointer),
                                     static_cast<void*>(kSentinelPointer));
}

TEST(SentinelPointerTest, ComparesEqualAcrossClasses) {
  const Persistent<Derived> handle = kSentinelPointer;
  const Persistent<Mixin> mixin_handle = kSentinelPointer;
  const Member<Derived> member = kSentinelPointer;
  const Member<Mixin> mixin_member = kSentinelPointer;

  EXPECT_TRUE(handle == mixin_handle);
  EXPECT_TRUE(handle == mixin_member);
  EXPECT_TRUE(mixin_handle == member);
  EXPECT_TRUE(member == mixin_handle.Get());
  EXPECT_TRUE(mixin_member == handle.Get());
  EXPECT_TRUE(mixin_handle == handle.Get());
  EXPECT_FALSE(handle == Persistent<Mixin>());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
