// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Member, WeakMember and UntracedMember as values: what converts into what, how
// they compare, hash and move, and what a debug build refuses to store. What
// the collector does with them is in marker_test.cc and
// weak_references_test.cc.

#include "halfword/member.h"

#include <algorithm>
#include <functional>
#include <set>
#include <thread>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Base : public GarbageCollected<Base> {
 public:
  explicit Base(int value = 0) : value_(value) {}
  int value_;
  HALFWORD_FIELDS(Base, value_)
};

class Listener : public GarbageCollectedMixin {
 public:
  int heard_ = 7;
  HALFWORD_FIELDS(Listener, heard_)
};

class Derived : public Base, public Listener {
 public:
  explicit Derived(int value = 0) : Base(value) {}
  Member<Base> other_;
  HALFWORD_FIELDS(Derived, other_)
  HALFWORD_BASES(Derived, Base, Listener)
};

class Stranger : public GarbageCollected<Stranger> {
 public:
  char bytes_[64] = {};
  HALFWORD_FIELDS(Stranger, bytes_)
};

static_assert(sizeof(Member<Base>) == sizeof(Word));
static_assert(std::is_nothrow_default_constructible_v<Member<Base>>);
static_assert(std::is_nothrow_copy_constructible_v<WeakMember<Base>>);
static_assert(std::is_nothrow_copy_assignable_v<Member<Base>>);
static_assert(std::is_nothrow_move_constructible_v<Member<Base>>);
static_assert(std::is_nothrow_move_assignable_v<UntracedMember<Base>>);
static_assert(std::is_nothrow_swappable_v<Member<Base>>);

static_assert(std::is_convertible_v<Member<Derived>, Member<Base>>);
static_assert(std::is_convertible_v<Member<Base>, Member<const Base>>);
static_assert(std::is_convertible_v<Member<Base>, WeakMember<Base>>);
static_assert(std::is_convertible_v<Persistent<Derived>, Member<Base>>);
static_assert(std::is_convertible_v<Base&, Member<Base>>);
static_assert(!std::is_convertible_v<Member<Base>, Member<Derived>>);
static_assert(!std::is_convertible_v<Member<const Base>, Member<Base>>);
static_assert(!std::is_convertible_v<Member<Base>, Member<Stranger>>);
static_assert(!std::is_constructible_v<Member<Base>, int>);

template <typename A, typename B>
concept Comparable = requires(const A& a, const B& b) { a == b; };
static_assert(Comparable<Member<Base>, WeakMember<Derived>>);
static_assert(!Comparable<Member<Base>, Member<Stranger>>);
static_assert(!Comparable<Member<Base>, Stranger*>);

class MemberTest : public HeapTest {
 private:
  template <typename T>
  T* Keep(T* object) {
    kept_.emplace_back(object);
    return object;
  }

  std::vector<Persistent<Base>> kept_;

 protected:
  Derived* const derived_ = Keep(Make<Derived>(1));
  Base* const base_ = Keep(Make<Base>(2));
};
HALFWORD_INSTANTIATE_FOR_PAGES(MemberTest);

TEST_P(MemberTest, IsNullUntilItIsGivenSomething) {
  const Member<Base> made;
  const Member<Base> null = nullptr;
  const WeakMember<Base> value = {};

  EXPECT_EQ(made.get(), nullptr);
  EXPECT_EQ(null.Get(), nullptr);
  EXPECT_FALSE(value);
  EXPECT_EQ(made, nullptr);
  EXPECT_EQ(nullptr, made);
  EXPECT_EQ(made, static_cast<Base*>(nullptr));
  EXPECT_EQ(made, null);
}

TEST_P(MemberTest, ReadsAsThePointerThatItHolds) {
  const Member<Derived> member = derived_;
  Base* const pointer = member;

  EXPECT_EQ(pointer, derived_);
  EXPECT_EQ(member.get(), derived_);
  EXPECT_EQ(member.Get(), derived_);
  EXPECT_EQ(&*member, derived_);
  EXPECT_EQ(member->value_, 1);
  EXPECT_TRUE(member);
}

TEST_P(MemberTest, IsMadeOfAReferenceAndOfAPersistent) {
  const Persistent<Derived> root = derived_;
  const Member<Base> of_reference = *derived_;
  const Member<Base> of_root = root;
  Member<Listener> assigned;
  assigned = root;

  EXPECT_EQ(of_reference.get(), derived_);
  EXPECT_EQ(of_root.get(), derived_);
  EXPECT_EQ(assigned.get(), static_cast<Listener*>(derived_));
  EXPECT_EQ(of_root, root);
}

TEST_P(MemberTest, KindsAreMadeOfEachOther) {
  const Member<Derived> strong = derived_;
  const WeakMember<Base> weak = strong;
  UntracedMember<Base> untraced = weak;
  Member<Base> again;
  EXPECT_EQ(untraced.get(), derived_);

  again = untraced;
  untraced = Member<Base>(base_);

  EXPECT_EQ(again.get(), derived_);
  EXPECT_EQ(untraced.get(), base_);
  EXPECT_TRUE(again == weak && weak == strong && again != untraced);
}

TEST_P(MemberTest, FollowsAConversionToAMixin) {
  Member<Derived> object = derived_;
  Member<Listener> mixin = object;
  EXPECT_EQ(mixin.get(), static_cast<Listener*>(derived_));
  EXPECT_EQ(mixin->heard_, 7);
  EXPECT_NE(mixin.GetRawStorage(), object.GetRawStorage());

  object = nullptr;
  mixin = object;
  EXPECT_EQ(mixin, nullptr);
  object = kSentinelPointer;
  mixin = object;
  EXPECT_EQ(mixin, kSentinelPointer);
}

TEST_P(MemberTest, MayPointToAConstant) {
  const Member<const Base> constant = Member<Derived>(derived_);
  static_assert(std::is_same_v<decltype(constant.get()), const Base*>);

  EXPECT_EQ(constant.get(), derived_);
  EXPECT_EQ(constant, Member<Base>(derived_));
  EXPECT_EQ(constant, derived_);
  EXPECT_EQ(Member<Base>(derived_), static_cast<const Base*>(derived_));
}

TEST_P(MemberTest, TheSentinelIsNeitherNullNorAnObject) {
  Member<Base> member = kSentinelPointer;
  EXPECT_EQ(member, kSentinelPointer);
  EXPECT_EQ(member.get(), static_cast<Base*>(kSentinelPointer));
  EXPECT_NE(member, nullptr);
  EXPECT_TRUE(member);
  EXPECT_EQ(Member<Base>(static_cast<Base*>(kSentinelPointer)), member);

  member = base_;
  EXPECT_NE(member, kSentinelPointer);
  member = kSentinelPointer;
  EXPECT_EQ(WeakMember<Base>(member), kSentinelPointer);
}

TEST_P(MemberTest, ComparesAcrossClassesAsPointersDo) {
  const Member<Derived> derived = derived_;
  const Member<Base> base = derived_;
  const Member<Listener> mixin = derived_;

  EXPECT_TRUE(derived == base);
  EXPECT_TRUE(base == derived);
  EXPECT_TRUE(mixin == derived);
  EXPECT_TRUE(derived == mixin);
  EXPECT_TRUE(base == derived_);
  EXPECT_TRUE(derived_ == base);
  EXPECT_TRUE(derived == static_cast<Base*>(derived_));
  EXPECT_TRUE(mixin == derived_);
  EXPECT_TRUE(derived == static_cast<Listener*>(derived_));
  EXPECT_TRUE(base != base_);
  EXPECT_TRUE(Member<Derived>() == Member<Listener>());
}

TEST_P(MemberTest, OrdersAsAddressesWithNullFirst) {
  std::vector<Member<Base>> members = {Make<Base>(), nullptr, Make<Base>(),
                                       Make<Base>()};
  std::sort(members.begin(), members.end());

  EXPECT_EQ(members[0], nullptr);
  for (size_t i = 1; i < members.size(); ++i) {
    EXPECT_LT(members[i - 1].get(), members[i].get());
    EXPECT_TRUE(members[i] > members[i - 1]);
    EXPECT_TRUE(members[i] >= WeakMember<Base>(members[i]));
  }
}

TEST_P(MemberTest, IsAKeyOfContainers) {
  std::unordered_set<Member<Base>> hashed;
  std::set<Member<Base>> ordered;
  for (int i = 0; i < 2; ++i) {
    hashed.insert(base_);
    hashed.insert(derived_);
    ordered.insert(base_);
    ordered.insert(derived_);
  }

  EXPECT_EQ(hashed.size(), 2u);
  EXPECT_EQ(ordered.size(), 2u);
  EXPECT_TRUE(hashed.contains(derived_));
  EXPECT_FALSE(hashed.contains(nullptr));
  EXPECT_EQ(std::hash<WeakMember<Base>>()(base_),
            std::hash<Member<Base>>()(base_));
}

TEST_P(MemberTest, MovingLeavesNull) {
  Member<Base> source = base_;
  Member<Base> target = std::move(source);
  EXPECT_EQ(source, nullptr);  // NOLINT: that is what moving promises
  EXPECT_EQ(target, base_);

  source = std::move(target);
  EXPECT_EQ(source, base_);
  EXPECT_EQ(target, nullptr);  // NOLINT

  Member<Base>& same = source;
  source = std::move(same);
  EXPECT_EQ(source, base_);
}

TEST_P(MemberTest, SwapsReleasesAndClears) {
  Member<Base> first = base_;
  Member<Base> second = derived_;

  first.Swap(second);
  EXPECT_EQ(first, derived_);
  EXPECT_EQ(second, base_);
  using std::swap;
  swap(first, second);
  EXPECT_EQ(first, base_);
  EXPECT_EQ(second, derived_);
  EXPECT_EQ(first.Release(), base_);
  EXPECT_EQ(first, nullptr);
  second.Clear();
  EXPECT_EQ(second, nullptr);
}

TEST_P(MemberTest, ContainersMayMoveIt) {
  std::vector<Member<Base>> members;
  for (int i = 0; i < 100; ++i) members.emplace_back(Make<Base>(i));
  members.erase(members.begin(), members.begin() + 50);

  for (int i = 50; i < 100; ++i) {
    EXPECT_EQ(members[static_cast<size_t>(i - 50)]->value_, i);
  }
}

#if HALFWORD_DCHECK_ENABLED

using MemberDeathTest = MemberTest;
HALFWORD_INSTANTIATE_FOR_PAGES(MemberDeathTest);

TEST_P(MemberDeathTest, RefusesWhatIsNoObject) {
  Base local;
  EXPECT_DEATH(derived_->other_ = &local,
               "a Member refers to objects made by MakeGarbageCollected");
  auto* const shifted =
      reinterpret_cast<Base*>(reinterpret_cast<char*>(base_) + sizeof(int32_t));
  EXPECT_DEATH(derived_->other_ = shifted,
               "a Member refers to objects made by MakeGarbageCollected");
}

TEST_P(MemberDeathTest, RefusesTheInsideOfAnObject) {
  auto* const stranger = Make<Stranger>();
  auto* const inside = reinterpret_cast<Stranger*>(
      reinterpret_cast<char*>(stranger) + 2 * kGranuleBytes);

  EXPECT_DEATH(
      const Member<Stranger> member(inside),
      "a Member of .*::Stranger must not refer to the address .* bytes "
      "into a .*::Stranger");
}

TEST_P(MemberDeathTest, RefusesAnObjectOfAnotherClass) {
  auto* const wrong = reinterpret_cast<Base*>(Make<Stranger>());

  EXPECT_DEATH(
      derived_->other_ = wrong,
      "a Member of .*::Base must not refer to the address 0 bytes into "
      "a .*::Stranger.*; ask DynamicTo before casting");
  EXPECT_DEATH(const Tagged<Base> tagged(wrong), "a Member of .*::Base must");
}

// Of which no object was ever made.
class Absent : public GarbageCollected<Absent> {
 public:
  HALFWORD_FIELDS(Absent)
};

TEST_P(MemberDeathTest, RefusesAnObjectWhereNoneOfTheClassWasEverMade) {
  auto* const wrong = reinterpret_cast<Absent*>(Make<Stranger>());

  EXPECT_DEATH(const Member<Absent> member(wrong),
               "a Member of another class must not refer to the address 0 "
               "bytes into a .*::Stranger");
}

// The object that lives keeps the page of the dead one.
TEST_P(MemberDeathTest, RefusesWhatACollectionFreed) {
  const Persistent<Stranger> living = Make<Stranger>();
  const HiddenPointer dead(Make<Stranger>());
  heap().Collect(
      {.stack = StackState::kNoHeapPointers, .sweeping = Sweeping::kLazy});
  EXPECT_DEATH(
      const Member<Stranger> member(static_cast<Stranger*>(dead.Reveal())),
      "a Member refers to objects that live; this one is dead");

  CollectPrecisely(heap());
  EXPECT_DEATH(
      const Member<Stranger> member(static_cast<Stranger*>(dead.Reveal())),
      "a Member refers to objects that live; this one is dead");
}

TEST_P(MemberDeathTest, RefusesAnObjectOfAHeapThatIsGone) {
  auto other = Heap::Create();
  Base* const object = MakeGarbageCollected<Base>(other->GetAllocationHandle());
  other.reset();

  EXPECT_DEATH(derived_->other_ = object, "of a heap that is gone");
}

#if HALFWORD_HAS_ASAN
TEST_P(MemberDeathTest, IsReportedWhereItIsReadAfterItsHeapHasEnded) {
  auto other = Heap::Create();
  const Member<Base> member =
      MakeGarbageCollected<Base>(other->GetAllocationHandle());
  other.reset();

  EXPECT_DEATH(
      {
        const volatile char* const byte =
            reinterpret_cast<const char*>(member.Get());
        static_cast<void>(*byte);
      },
      "use-after-poison");
}
#endif

TEST_P(MemberDeathTest, RefusesAnObjectOfAnotherHeap) {
  const auto other = Heap::Create();
  Base* const object = MakeGarbageCollected<Base>(other->GetAllocationHandle());

  EXPECT_DEATH(derived_->other_ = object,
               "a Member of heap .* must not refer to an object of heap");
}

TEST_P(MemberDeathTest, RefusesAnotherThread) {
  EXPECT_DEATH(std::thread([this] { derived_->other_ = base_; }).join(),
               "a Member is written on the thread of its heap");
}

#endif  // HALFWORD_DCHECK_ENABLED

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
