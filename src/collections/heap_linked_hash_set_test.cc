// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HeapLinkedHashSet: the order of its elements, whatever comes, goes and moves.

#include "halfword/heap_linked_hash_set.h"

#include <algorithm>
#include <iterator>
#include <list>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "base/test_seed.h"
#include "collections/collections_testing.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

static_assert(std::bidirectional_iterator<HeapLinkedHashSet<int>::iterator>);
static_assert(sizeof(HeapLinkedHashSet<Member<Item>>) == sizeof(Member<Item>));

using Numbers = HeapLinkedHashSet<int>;

class Owner : public GarbageCollected<Owner> {
 public:
  HeapLinkedHashSet<Member<Item>> items_;
  HeapLinkedHashSet<WeakMember<Item>> weak_;
  HALFWORD_FIELDS(Owner, items_, weak_)
};

class HeapLinkedHashSetTest : public ::testing::Test {
 protected:
  Item* NewItem(int number) {
    return MakeGarbageCollected<Item>(heap_->GetAllocationHandle(), number);
  }
  Owner& owner() { return *owner_; }
  Heap& heap() { return *heap_; }

 private:
  std::unique_ptr<Heap> heap_ = Heap::Create();
  Persistent<Owner> owner_ =
      MakeGarbageCollected<Owner>(heap_->GetAllocationHandle());
};

TEST_F(HeapLinkedHashSetTest, IsInTheOrderOfInsertion) {
  Numbers set;
  for (int i = 1000; i > 0; --i) EXPECT_TRUE(set.insert(i).second);
  EXPECT_FALSE(set.insert(1000).second);

  int expected = 1000;
  for (const int number : set) EXPECT_EQ(number, expected--);
  EXPECT_EQ(expected, 0);
  EXPECT_EQ(set.front(), 1000);
  EXPECT_EQ(set.back(), 1);
  EXPECT_TRUE(std::is_sorted(set.rbegin(), set.rend()));
}

TEST_F(HeapLinkedHashSetTest, MovesElementsToEitherEnd) {
  Numbers set = {1, 2, 3, 4};
  set.AppendOrMoveToLast(2);
  EXPECT_EQ(set, (Numbers{1, 3, 4, 2}));
  set.PrependOrMoveToFirst(4);
  EXPECT_EQ(set, (Numbers{4, 1, 3, 2}));
  set.PrependOrMoveToFirst(4);
  set.AppendOrMoveToLast(2);
  EXPECT_EQ(set, (Numbers{4, 1, 3, 2}));
  set.PrependOrMoveToFirst(5);
  set.AppendOrMoveToLast(6);
  set.InsertBefore(set.find(3), 7);
  EXPECT_EQ(set, (Numbers{5, 4, 1, 7, 3, 2, 6}));
}

TEST_F(HeapLinkedHashSetTest, ErasesWithoutDisturbingTheOrder) {
  Numbers set;
  for (int i = 0; i < 100; ++i) set.insert(i);
  EXPECT_EQ(erase_if(set, [](int i) { return i % 3 != 0; }), 66u);
  set.erase(set.find(33));
  EXPECT_EQ(set.erase(0), 1u);
  EXPECT_EQ(set.erase(1), 0u);
  set.pop_front();
  set.pop_back();

  EXPECT_EQ(set.size(), 30u);
  EXPECT_EQ(set.front(), 6);
  EXPECT_EQ(set.back(), 96);
  EXPECT_TRUE(std::is_sorted(set.begin(), set.end()));
}

TEST_F(HeapLinkedHashSetTest, IsAListWithoutDuplicates) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  Numbers set;
  std::list<int> model;
  for (int round = 0; round < 20'000; ++round) {
    const int number = static_cast<int>(random() % 300);
    const auto found = std::find(model.begin(), model.end(), number);
    const bool is_in = found != model.end();
    switch (random() % 5) {
      case 0:
        ASSERT_EQ(set.insert(number).second, !is_in);
        if (!is_in) model.push_back(number);
        break;
      case 1:
        ASSERT_EQ(set.AppendOrMoveToLast(number).second, !is_in);
        if (is_in) model.erase(found);
        model.push_back(number);
        break;
      case 2:
        ASSERT_EQ(set.PrependOrMoveToFirst(number).second, !is_in);
        if (is_in) model.erase(found);
        model.push_front(number);
        break;
      default:
        ASSERT_EQ(set.erase(number), is_in ? 1u : 0u);
        if (is_in) model.erase(found);
    }
    ASSERT_EQ(set.size(), model.size());
    if (round % 100 == 0) {
      ASSERT_TRUE(
          std::equal(set.begin(), set.end(), model.begin(), model.end()));
      ASSERT_TRUE(
          std::equal(set.rbegin(), set.rend(), model.rbegin(), model.rend()));
    }
  }
}

TEST_F(HeapLinkedHashSetTest, ComingAndGoingDoesNotGrowIt) {
  Numbers set;
  for (int i = 0; i < 1000; ++i) set.insert(i);
  for (int i = 1000; i < 300'000; ++i) {
    set.pop_front();
    set.insert(i);
  }

  EXPECT_EQ(set.size(), 1000u);
  EXPECT_EQ(set.front(), 299'000);
  EXPECT_LE(set.capacity(), 2600u);
}

TEST_F(HeapLinkedHashSetTest, KeepsItsMembersAlive) {
  for (int i = 0; i < 1000; ++i) owner().items_.insert(NewItem(i));
  CollectPrecisely(heap());

  int expected = 0;
  for (const auto& item : owner().items_) {
    EXPECT_EQ(item->number_, expected++);
  }
  EXPECT_EQ(expected, 1000);
  EXPECT_EQ(Findings(heap()), "");
}

TEST_F(HeapLinkedHashSetTest, LosesWhatIsWeakAndDies) {
  std::vector<Persistent<Item>> held;
  for (int i = 0; i < 1000; ++i) {
    Item* const item = NewItem(i);
    if (i % 3 == 0) held.emplace_back(item);
    owner().weak_.insert(item);
  }
  CollectPrecisely(heap());

  int expected = 0;
  for (const auto& item : owner().weak_) {
    EXPECT_EQ(item->number_, expected);
    expected += 3;
  }
  EXPECT_EQ(owner().weak_.size(), 334u);
  EXPECT_EQ(owner().weak_.back()->number_, 999);
  held.clear();
  CollectPrecisely(heap());
  EXPECT_EQ(owner().weak_.begin(), owner().weak_.end());
  EXPECT_TRUE(owner().weak_.empty());
  EXPECT_EQ(Findings(heap()), "");
}

TEST_F(HeapLinkedHashSetTest, ALoopGoesOnOverACollection) {
  std::vector<Persistent<Item>> held;
  for (int i = 0; i < 100; ++i) {
    Item* const item = NewItem(i);
    if (i % 2 == 0) held.emplace_back(item);
    owner().weak_.insert(item);
  }
  auto it = owner().weak_.begin();
  for (int i = 0; i < 11; ++i) ++it;
  CollectPrecisely(heap());
  EXPECT_EQ(*it, nullptr);
  EXPECT_EQ(owner().weak_.size(), 50u);  // drops what it stands on
  it = owner().weak_.erase(it);

  EXPECT_EQ((*it)->number_, 12);
  EXPECT_EQ(owner().weak_.size(), 50u);
}

// A reverse iterator stands on the element that it has given before.
TEST_F(HeapLinkedHashSetTest, ALoopBackwardsGoesOnWhereElementsDie) {
  std::vector<Persistent<Item>> held;
  for (int i = 0; i < 20; ++i) {
    held.emplace_back(NewItem(i));
    owner().weak_.insert(held.back().Get());
  }
  std::vector<int> numbers;
  for (auto it = owner().weak_.rbegin(); it != owner().weak_.rend(); ++it) {
    numbers.push_back((*it)->number_);
    const auto next = static_cast<size_t>(numbers.back()) + 1;
    if (next < held.size()) held[next] = nullptr;
    CollectPrecisely(heap());
    if (numbers.size() % 2 == 0) owner().weak_.size();  // drops it
  }
  EXPECT_EQ(numbers.size(), 20u);
  EXPECT_TRUE(std::is_sorted(numbers.rbegin(), numbers.rend()));
}

TEST_F(HeapLinkedHashSetTest, InsertsWhereAnElementHasDied) {
  // Where it would be, and the number behind it.
  for (const auto& [died, next] : {std::pair(1, 2), std::pair(3, -1)}) {
    owner().weak_.clear();
    std::vector<Persistent<Item>> held;
    for (int i = 0; i < 4; ++i) {
      Item* const item = NewItem(i);
      if (i != died) held.emplace_back(item);
      owner().weak_.insert(item);
    }
    const auto position = std::next(owner().weak_.begin(), died);
    CollectPrecisely(heap());
    held.emplace_back(NewItem(4));
    auto it = owner().weak_.InsertBefore(position, held.back().Get()).first;

    EXPECT_EQ((*it)->number_, 4);
    ++it;
    EXPECT_EQ(it == owner().weak_.end() ? -1 : (*it)->number_, next);
    EXPECT_EQ(owner().weak_.size(), 4u);
  }
  EXPECT_EQ(Findings(heap()), "");
}

TEST_F(HeapLinkedHashSetTest, CopiesMovesAndSwaps) {
  const Numbers set = {3, 1, 2};
  Numbers copy = set;
  EXPECT_EQ(copy, set);
  Numbers moved = std::move(copy);
  EXPECT_TRUE(copy.empty());  // NOLINT(bugprone-use-after-move)
  swap(copy, moved);
  EXPECT_EQ(copy, set);
  copy = {1, 2, 3};
  EXPECT_NE(copy, set);
  copy.clear();
  EXPECT_EQ(copy.capacity(), 0u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
