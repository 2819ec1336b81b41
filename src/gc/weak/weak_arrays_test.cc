// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Arrays that hold weakly: looked at some elements at a time, settled all at
// once, and finished where values lead to keys in the wrong order.

#include "gc/weak/weak_arrays.h"

#include <memory>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

struct Pair {
  Word weak = 0;
  Word key = 0;
  Word value = 0;
};

constexpr ReferenceRange kRanges[] = {
    {offsetof(Pair, weak), 0, 1, FieldKind::kWeakMember, false},
    {offsetof(Pair, key), 0, 1, FieldKind::kEphemeronKey, false},
    {offsetof(Pair, value), 0, 1, FieldKind::kMember, false}};

ElementArray ArrayOf(std::vector<Pair>* pairs) {
  return {kRanges, reinterpret_cast<uintptr_t>(pairs->data()), pairs->size(),
          sizeof(Pair)};
}

TEST(WeakArraysTest, PairsAreLookedAtSomeAtATimeAndOnceEach) {
  std::vector<Pair> first(10);
  std::vector<Pair> second(7);
  std::vector<Word> only_weak(5);
  const ElementArray weak_array = {std::span(kRanges).first(1),
                                   reinterpret_cast<uintptr_t>(&only_weak[0]),
                                   only_weak.size(), sizeof(Word)};
  WeakArrays arrays;
  arrays.Add(weak_array);
  arrays.Add(ArrayOf(&first));
  WeakArrays others;
  others.Add(ArrayOf(&second));
  arrays.Absorb(&others);

  EXPECT_EQ(arrays.element_count(), 22u);
  EXPECT_EQ(others.element_count(), 0u);
  std::vector<Word*> keys;
  const auto look = [&](const SlotPair& pair) {
    EXPECT_EQ(pair.value, pair.key + 1);
    keys.push_back(pair.key);
    return PairState::kSettled;
  };
  EXPECT_FALSE(arrays.LookAtNew(4, look));
  EXPECT_EQ(keys.size(), 4u);
  EXPECT_FALSE(arrays.LookAtNew(8, look));
  EXPECT_EQ(keys.size(), 12u);
  EXPECT_TRUE(arrays.LookAtNew(6, look));
  ASSERT_EQ(keys.size(), 17u);
  for (size_t i = 0; i < first.size(); ++i) EXPECT_EQ(keys[i], &first[i].key);
  EXPECT_EQ(keys[10], &second[0].key);
  EXPECT_TRUE(arrays.LookAtNew(SIZE_MAX, look));
  EXPECT_EQ(keys.size(), 17u);
  EXPECT_EQ(arrays.scanned_bytes(), 17 * sizeof(Pair));
  EXPECT_FALSE(arrays.has_waiting());
}

TEST(WeakArraysTest, ThoseThatWaitAreLookedAtAgainUntilTheyDoNot) {
  std::vector<Pair> pairs(200);
  std::vector<Pair> late(3);
  WeakArrays arrays;
  arrays.Add(ArrayOf(&pairs));
  std::vector<Word*> keys;
  const auto wait = [&](const SlotPair& pair) {
    keys.push_back(pair.key);
    return PairState::kWaiting;
  };
  const auto odd_wait = [&](const SlotPair& pair) {
    keys.push_back(pair.key);
    const ptrdiff_t number = reinterpret_cast<Pair*>(pair.key - 1) - &pairs[0];
    return number % 2 != 0 ? PairState::kWaiting : PairState::kTraced;
  };
  EXPECT_TRUE(arrays.LookAtNew(SIZE_MAX, wait));
  EXPECT_TRUE(arrays.has_waiting());
  keys.clear();

  EXPECT_FALSE(arrays.LookAgain(70, false, odd_wait));
  EXPECT_EQ(keys.size(), 128u);
  EXPECT_TRUE(arrays.LookAgain(100, false, odd_wait));
  EXPECT_EQ(keys.size(), 200u);
  keys.clear();

  // An array that is found between two pieces is looked at with the last.
  EXPECT_FALSE(arrays.LookAgain(10, false, wait));
  EXPECT_EQ(keys.size(), 32u);
  arrays.Add(ArrayOf(&late));
  EXPECT_TRUE(arrays.LookAtNew(SIZE_MAX, wait));
  EXPECT_TRUE(arrays.LookAgain(SIZE_MAX, false, wait));
  ASSERT_EQ(keys.size(), 106u);
  EXPECT_EQ(keys[31], &pairs[63].key);
  EXPECT_EQ(keys[32], &late[0].key);
  EXPECT_EQ(keys[35], &pairs[65].key);
  EXPECT_EQ(keys[105], &late[2].key);
  keys.clear();

  EXPECT_FALSE(arrays.LookAgain(10, false, wait));
  EXPECT_EQ(keys[0], &pairs[1].key);
  arrays.RestartLookAgain();
  EXPECT_FALSE(arrays.LookAgain(10, false, wait));
  EXPECT_EQ(keys[32], &pairs[1].key);
  keys.clear();

  arrays.LookAtAll();
  EXPECT_FALSE(arrays.has_waiting());
  EXPECT_TRUE(arrays.LookAtNew(SIZE_MAX, wait));
  EXPECT_EQ(keys.size(), 203u);
}

class Item : public GarbageCollected<Item> {
 public:
  explicit Item(uint32_t number) : number_(number) {}
  uint32_t number_;
  HALFWORD_FIELDS(Item, number_)
};

class Row : public GarbageCollected<Row> {
 public:
  HALFWORD_FIELDS(Row)
  using Element = EphemeronPair<Item, Item>;
  HALFWORD_TRAILING(Row, Element)
  Element& operator[](size_t i) { return TrailingArray(this)[i]; }
};

class Side : public GarbageCollected<Side> {
 public:
  HeapHashMap<WeakMember<Item>, Member<Side>> sides_;
  Member<Item> key_;
  HALFWORD_FIELDS(Side, sides_, key_)
};

class WeakArraysHeapTest : public ::testing::Test {
 protected:
  template <typename T, typename... Args>
  T* Make(Args&&... args) {
    return MakeGarbageCollected<T>(heap_->GetAllocationHandle(),
                                   std::forward<Args>(args)...);
  }
  std::unique_ptr<Heap> heap_ = Heap::Create({.growth_bytes_min = SIZE_MAX});
};

// Each value is the key of the pair before it, so that a scan finds one more.
TEST_F(WeakArraysHeapTest, ALongChainAgainstTheOrderLives) {
  constexpr uint32_t kCount = 5000;
  const Persistent<Row> row = Make<Row>(TrailingBytes<Row>(kCount));
  std::vector<Item*> items;
  for (uint32_t i = 0; i <= kCount; ++i) items.push_back(Make<Item>(i));
  for (uint32_t i = 0; i < kCount; ++i) {
    (*row)[i].key = items[i + 1];
    (*row)[i].value = items[i];
  }
  Persistent<Item> last = items[kCount];

  CollectPrecisely(*heap_);
  for (uint32_t i = 0; i < kCount; ++i) {
    ASSERT_EQ((*row)[i].value->number_, i);
    ASSERT_EQ((*row)[i].key->number_, i + 1);
  }

  last.Clear();
  CollectPrecisely(*heap_);
  EXPECT_EQ((*row)[0].key.Get(), nullptr);
  EXPECT_EQ((*row)[0].value.Get(), nullptr);
  EXPECT_EQ((*row)[kCount - 1].value.Get(), nullptr);
  EXPECT_EQ(Findings(*heap_), "");
}

// A table is found when those before it have been looked at often already.
TEST_F(WeakArraysHeapTest, TablesInTablesLive) {
  constexpr int kDepth = 40;
  const Persistent<Side> root = Make<Side>();
  std::vector<WeakPersistent<Side>> sides;
  const Persistent<Item> key = Make<Item>(0u);
  Side* side = root.Get();
  Item* next_key = key.Get();
  for (int i = 0; i < kDepth; ++i) {
    Side* const inner = Make<Side>();
    side->sides_.insert_or_assign(next_key, inner);
    side->sides_.insert_or_assign(Make<Item>(1000u), Make<Side>());
    inner->key_ = Make<Item>(static_cast<uint32_t>(i));
    next_key = inner->key_.Get();
    // The next pair is in the table of the root, or in that of the inner one.
    if (i % 3 == 0) side = inner;
    sides.emplace_back(inner);
  }

  CollectPrecisely(*heap_);

  for (const auto& found : sides) EXPECT_NE(found.Get(), nullptr);
  EXPECT_EQ(Findings(*heap_), "");
}

TEST_F(WeakArraysHeapTest, WeakElementsBesideOthersAreCleared) {
  const Persistent<Side> root = Make<Side>();
  root->key_ = Make<Item>(1u);
  root->sides_.insert_or_assign(root->key_, Make<Side>());
  root->sides_.insert_or_assign(Make<Item>(2u), Make<Side>());
  const WeakPersistent<Side> kept = root->sides_.begin()->second.Get();

  CollectPrecisely(*heap_);

  EXPECT_EQ(root->sides_.size(), 1u);
  EXPECT_NE(root->sides_.find(root->key_.Get()), root->sides_.end());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
