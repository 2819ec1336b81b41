// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HeapHashSet: the interface of std::unordered_set, keys of every kind, and
// that it keeps what it holds.

#include "halfword/heap_hash_set.h"

#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "collections/collections_testing.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI {

// A key of a test's own.
struct Place {
  int32_t x;
  int32_t y;
  HALFWORD_FIELDS(Place, x, y)
};

template <>
struct HashTraits<Place> {
  // As bad as can be: tables mix it.
  static uint32_t Hash(const Place& place, uint64_t) {
    return static_cast<uint32_t>(place.x * 31 + place.y);
  }
  static bool Equal(const Place& a, const Place& b) {
    return a.x == b.x && a.y == b.y;
  }
};

namespace internal {
namespace {

static_assert(std::forward_iterator<HeapHashSet<int>::iterator>);
static_assert(sizeof(HeapHashSet<Member<Item>>) == sizeof(Member<Item>));
static_assert(std::is_trivially_destructible_v<HeapHashSet<Member<Item>>>);

class Owner : public GarbageCollected<Owner> {
 public:
  HeapHashSet<Member<Item>> items_;
  HeapHashSet<int> numbers_;
  HALFWORD_FIELDS(Owner, items_, numbers_)
};

class OwnerByHand : public GarbageCollected<OwnerByHand> {
 public:
  void Trace(Visitor* visitor) const { visitor->Trace(items_); }
  HeapHashSet<Member<Item>> items_;
};

class HeapHashSetTest : public ::testing::Test {
 protected:
  Item* NewItem(int number) {
    return MakeGarbageCollected<Item>(heap_->GetAllocationHandle(), number);
  }
  template <typename T>
  T* New() {
    return MakeGarbageCollected<T>(heap_->GetAllocationHandle());
  }
  Heap& heap() { return *heap_; }

 private:
  std::unique_ptr<Heap> heap_ = Heap::Create();
};

TEST_F(HeapHashSetTest, TakesNoMemoryWhileItIsEmpty) {
  HeapHashSet<int> set;

  EXPECT_TRUE(set.empty());
  EXPECT_EQ(set.size(), 0u);
  EXPECT_EQ(set.capacity(), 0u);
  EXPECT_EQ(set.begin(), set.end());
  EXPECT_FALSE(set.contains(1));
  EXPECT_EQ(set.erase(1), 0u);
}

TEST_F(HeapHashSetTest, HoldsEachKeyOnce) {
  HeapHashSet<int> set;
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(set.insert(i).second);
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(set.insert(i).second);

  EXPECT_EQ(set.size(), 1000u);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(*set.find(i), i);
  for (int i = 1000; i < 2000; ++i) EXPECT_EQ(set.count(i), 0u);
  EXPECT_GE(set.capacity(), 1000u);
}

TEST_F(HeapHashSetTest, IsALoopOverAllElements) {
  HeapHashSet<int> set;
  for (int i = 0; i < 1000; ++i) set.insert(i);
  std::vector<bool> seen(1000);
  for (const int number : set) {
    EXPECT_FALSE(seen[static_cast<size_t>(number)]);
    seen[static_cast<size_t>(number)] = true;
  }

  EXPECT_EQ(std::count(seen.begin(), seen.end(), true), 1000);
}

TEST_F(HeapHashSetTest, ErasesByKeyByPlaceAndByPredicate) {
  HeapHashSet<int> set;
  for (int i = 0; i < 100; ++i) set.insert(i);
  EXPECT_EQ(set.erase(7), 1u);
  EXPECT_EQ(set.erase(7), 0u);
  set.erase(set.find(8));
  EXPECT_EQ(erase_if(set, [](int i) { return i % 2 == 1; }), 49u);

  EXPECT_EQ(set.size(), 49u);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(set.contains(i), i % 2 == 0 && i != 8);
  }
}

TEST_F(HeapHashSetTest, ErasingWalksOnToWhatIsLeft) {
  HeapHashSet<int> set;
  for (int i = 0; i < 500; ++i) set.insert(i);
  size_t count = 0;
  for (auto it = set.begin(); it != set.end(); it = set.erase(it)) ++count;

  EXPECT_EQ(count, 500u);
  EXPECT_TRUE(set.empty());
}

TEST_F(HeapHashSetTest, IteratorsOutliveTheErasingOfOtherElements) {
  HeapHashSet<int> set;
  for (int i = 0; i < 500; ++i) set.insert(i);
  const auto kept = set.find(250);
  size_t count = 0;
  for (auto it = set.begin(); it != set.end(); ++it, ++count) {
    for (int i = 0; i < 500; ++i) {
      if (i != 250 && i != *it) set.erase(i);
    }
  }

  EXPECT_EQ(*kept, 250);
  EXPECT_LE(count, 2u);
}

TEST_F(HeapHashSetTest, KeepsItsMembersAlive) {
  const Persistent<Owner> owner = New<Owner>();
  const Persistent<OwnerByHand> by_hand = New<OwnerByHand>();
  for (int i = 0; i < 1000; ++i) {
    owner->items_.insert(NewItem(i));
    by_hand->items_.insert(NewItem(i));
  }
  CollectPrecisely(heap());

  int sum = 0;
  for (const Member<Item>& item : owner->items_) sum += item->number_;
  for (const Member<Item>& item : by_hand->items_) sum -= item->number_;
  EXPECT_EQ(sum, 0);
  EXPECT_EQ(owner->items_.size(), 1000u);
  EXPECT_EQ(Findings(heap()), "");
}

HALFWORD_NOINLINE void FillOnTheStack(HeapHashSet<Member<Item>>* set) {
  for (int i = 0; i < 1000; ++i) {
    set->insert(MakeGarbageCollected<Item>(CurrentAllocationHandle(), i));
  }
}

TEST_F(HeapHashSetTest, OnTheStackKeepsItsMembersAlive) {
  HeapHashSet<Member<Item>> set;
  CallAndScrub([&] { FillOnTheStack(&set); });
  CollectConservatively(heap());

  int sum = 0;
  for (const Member<Item>& item : set) sum += item->number_;
  EXPECT_EQ(sum, 999 * 1000 / 2);
}

TEST_F(HeapHashSetTest, LooksUpPointersMembersAndHandles) {
  HeapHashSet<Member<Item>> set;
  Item* const item = NewItem(1);
  const Persistent<Item> handle = item;
  const WeakMember<Item> weak = item;
  const UntracedMember<Item> untraced = item;
  const Item* const constant = item;
  set.insert(item);

  EXPECT_TRUE(set.contains(item));
  EXPECT_TRUE(set.contains(constant));
  EXPECT_TRUE(set.contains(Member<Item>(item)));
  EXPECT_TRUE(set.contains(weak));
  EXPECT_TRUE(set.contains(untraced));
  EXPECT_TRUE(set.contains(handle));
  EXPECT_FALSE(set.contains(nullptr));
  EXPECT_FALSE(set.contains(NewItem(1)));
  EXPECT_EQ(set.erase(handle), 1u);
}

TEST_F(HeapHashSetTest, NullIsAKeyLikeOthers) {
  HeapHashSet<Member<Item>> set;
  EXPECT_TRUE(set.insert(nullptr).second);
  EXPECT_FALSE(set.insert(nullptr).second);
  set.insert(NewItem(1));
  CollectConservatively(heap());

  EXPECT_EQ(set.size(), 2u);
  EXPECT_TRUE(set.contains(nullptr));
  EXPECT_EQ(set.erase(nullptr), 1u);
  EXPECT_FALSE(set.contains(nullptr));
}

TEST_F(HeapHashSetTest, TakesKeysOfEveryKind) {
  enum class Color : uint8_t { kRed, kGreen };
  HeapHashSet<Color> colors = {Color::kRed, Color::kGreen, Color::kRed};
  HeapHashSet<uint64_t> numbers = {0, UINT64_MAX, 1};
  HeapHashSet<Place> places;
  for (int x = 0; x < 100; ++x) {
    for (int y = 0; y < 100; ++y) places.insert({x, y});
  }

  EXPECT_EQ(colors.size(), 2u);
  EXPECT_TRUE(numbers.contains(0u));
  EXPECT_TRUE(numbers.contains(UINT64_MAX));
  EXPECT_EQ(places.size(), 10'000u);
  EXPECT_TRUE(places.contains({99, 0}));
  EXPECT_FALSE(places.contains({0, 100}));
}

TEST_F(HeapHashSetTest, CopiesMovesSwapsAndCompares) {
  const HeapHashSet<int> set = {1, 2, 3};
  HeapHashSet<int> copy = set;
  EXPECT_EQ(copy, set);
  copy.insert(4);
  EXPECT_NE(copy, set);

  HeapHashSet<int> moved = std::move(copy);
  EXPECT_EQ(moved.size(), 4u);
  EXPECT_TRUE(copy.empty());  // NOLINT(bugprone-use-after-move)
  swap(copy, moved);
  EXPECT_EQ(copy.size(), 4u);

  moved = {5, 6};
  EXPECT_EQ(moved, (HeapHashSet<int>{6, 5}));
  moved = copy;
  EXPECT_EQ(moved, copy);
  const std::vector<int> numbers = {1, 2, 3};
  EXPECT_EQ(HeapHashSet<int>(numbers.begin(), numbers.end()), set);
}

TEST_F(HeapHashSetTest, ReservesShrinksAndClears) {
  HeapHashSet<int> set;
  set.reserve(10'000);
  const size_t capacity = set.capacity();
  EXPECT_GE(capacity, 10'000u);
  for (int i = 0; i < 10'000; ++i) set.insert(i);
  EXPECT_EQ(set.capacity(), capacity);

  for (int i = 100; i < 10'000; ++i) set.erase(i);
  set.shrink_to_fit();
  EXPECT_LT(set.capacity(), 250u);
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(set.contains(i));
  set.clear();
  EXPECT_EQ(set.capacity(), 0u);
}

TEST_F(HeapHashSetTest, ComingAndGoingDoesNotGrowIt) {
  HeapHashSet<int> set;
  for (int i = 0; i < 1000; ++i) set.insert(i);
  const size_t slots = HashTableTestPeer::BackingOf(set)->slot_count();
  for (int i = 1000; i < 1'000'000; ++i) {
    set.erase(i - 1000);
    set.insert(i);
  }

  EXPECT_EQ(set.size(), 1000u);
  EXPECT_EQ(HashTableTestPeer::BackingOf(set)->slot_count(), slots);
  EXPECT_LT(HashTableTestPeer::ProbesOfMisses(set).average, 2.0);
}

TEST_F(HeapHashSetTest, ItsMemoryTellsWhatItIs) {
  HeapHashSet<Member<Item>> set = {nullptr};
  const TypeInfo& type = TypeInfoOf<
      std::remove_pointer_t<decltype(HashTableTestPeer::BackingOf(set))>>();

  EXPECT_NE(std::string(type.name).find("HeapHashSet<"), std::string::npos);
  EXPECT_NE(std::string(type.name).find("Item"), std::string::npos);
  EXPECT_EQ(type.trailing_element_bytes, sizeof(Member<Item>));
  EXPECT_EQ(type.trailing->kind, FieldKind::kMember);
}

TEST_F(HeapHashSetTest, RefusesTheSentinel) {
  HeapHashSet<Member<Item>> set;
  EXPECT_DEATH(set.insert(Member<Item>(kSentinelPointer)),
               "the sentinel is no key");
}

}  // namespace
}  // namespace internal
}  // namespace halfword::inline HALFWORD_ABI
