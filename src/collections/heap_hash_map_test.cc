// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HeapHashMap: the interface of std::unordered_map, values of every kind, and
// that it keeps what it holds.

#include "halfword/heap_hash_map.h"

#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "collections/collections_testing.h"
#include "gtest/gtest.h"
#include "halfword/heap_hash_set.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

static_assert(std::forward_iterator<HeapHashMap<int, int>::iterator>);
static_assert(sizeof(HeapHashMap<Member<Item>, int>) == sizeof(Member<Item>));

struct Span {
  Member<Item> first_item;
  int length = 0;
  HALFWORD_FIELDS(Span, first_item, length)
};

class Owner : public GarbageCollected<Owner> {
 public:
  HeapHashMap<Member<Item>, int> numbers_;
  HeapHashMap<int, Member<Item>> items_;
  HeapHashMap<int, Span> spans_;
  HeapHashMap<int, HeapHashSet<Member<Item>>> sets_;
  HALFWORD_FIELDS(Owner, numbers_, items_, spans_, sets_)
};

class HeapHashMapTest : public ::testing::Test {
 protected:
  Item* NewItem(int number) {
    return MakeGarbageCollected<Item>(heap_->GetAllocationHandle(), number);
  }
  Heap& heap() { return *heap_; }

 private:
  std::unique_ptr<Heap> heap_ = Heap::Create();
};

TEST_F(HeapHashMapTest, HoldsOneValueForEachKey) {
  HeapHashMap<int, int> map;
  for (int i = 0; i < 1000; ++i) map[i] = i * i;
  for (int i = 0; i < 1000; ++i) ++map[i];

  EXPECT_EQ(map.size(), 1000u);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(map.at(i), i * i + 1);
    EXPECT_EQ(map.find(i)->second, i * i + 1);
  }
  EXPECT_EQ(map.find(1000), map.end());
}

TEST_F(HeapHashMapTest, TriesInsertsAndAssigns) {
  HeapHashMap<int, std::pair<int, int>> map;
  EXPECT_TRUE(map.try_emplace(1, 2, 3).second);
  EXPECT_FALSE(map.try_emplace(1, 4, 5).second);
  EXPECT_EQ(map.at(1), (std::pair{2, 3}));
  EXPECT_FALSE(map.insert_or_assign(1, std::pair{6, 7}).second);
  EXPECT_EQ(map.at(1), (std::pair{6, 7}));
  EXPECT_TRUE(map.insert({2, {8, 9}}).second);
  EXPECT_TRUE(map.emplace(3, 1, 1).second);
  EXPECT_EQ(map.size(), 3u);
}

TEST_F(HeapHashMapTest, ALoopGivesKeysAndValuesThatCanBeChanged) {
  HeapHashMap<int, int> map = {{1, 10}, {2, 20}, {3, 30}};
  for (auto [key, value] : map) value += key;
  int sum = 0;
  for (const auto& [key, value] : std::as_const(map)) sum += value;
  for (const auto& entry : map) sum += entry.first;

  EXPECT_EQ(sum, 66 + 6);
  const HeapHashMap<int, int>::const_iterator found = map.find(2);
  EXPECT_EQ(found->second, 22);
}

// Counts how often one is made from a number, and how often from another one.
struct Grade {
  Grade() = default;
  explicit Grade(int value) : points(value) { ++made_count; }
  Grade(const Grade& other) noexcept : points(other.points) { ++copy_count; }
  Grade& operator=(const Grade& other) noexcept {
    points = other.points;
    ++copy_count;
    return *this;
  }
  static inline int made_count = 0;
  static inline int copy_count = 0;
  int points = 0;
  HALFWORD_FIELDS(Grade, points)
};

TEST_F(HeapHashMapTest, MakesValuesOfNewKeysOnceAndBringsThemThereOnce) {
  HeapHashMap<int, Grade> map;
  map.reserve(10);
  Grade::made_count = 0;
  Grade::copy_count = 0;
  EXPECT_TRUE(map.try_emplace(1, 10).second);
  EXPECT_FALSE(map.try_emplace(1, 20).second);
  EXPECT_EQ(map.at(1).points, 10);
  EXPECT_EQ(Grade::made_count, 1);
  EXPECT_EQ(Grade::copy_count, 1);
}

TEST_F(HeapHashMapTest, ErasesByKeyByPlaceAndByPredicate) {
  HeapHashMap<int, int> map;
  for (int i = 0; i < 100; ++i) map[i] = -i;
  EXPECT_EQ(map.erase(7), 1u);
  EXPECT_EQ(map.erase(7), 0u);
  map.erase(map.find(8));
  EXPECT_EQ(erase_if(map, [](auto entry) { return entry.second % 2 != 0; }),
            49u);

  EXPECT_EQ(map.size(), 49u);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(map.contains(i), i % 2 == 0 && i != 8);
  }
}

TEST_F(HeapHashMapTest, KeepsKeysAndValuesAlive) {
  const Persistent<Owner> owner =
      MakeGarbageCollected<Owner>(heap().GetAllocationHandle());
  for (int i = 0; i < 1000; ++i) {
    owner->numbers_[NewItem(i)] = i;
    owner->items_[i] = NewItem(i);
    owner->spans_[i] = {NewItem(i), i};
    owner->sets_[i % 10].insert(NewItem(i));
  }
  CollectPrecisely(heap());

  EXPECT_EQ(Findings(heap()), "");
  EXPECT_EQ(owner->numbers_.size(), 1000u);
  for (auto [item, number] : owner->numbers_) EXPECT_EQ(item->number_, number);
  for (auto [number, item] : owner->items_) EXPECT_EQ(item->number_, number);
  for (auto [number, span] : owner->spans_) {
    EXPECT_EQ(span.first_item->number_, number);
    EXPECT_EQ(span.length, number);
  }
  for (auto [number, set] : owner->sets_) {
    EXPECT_EQ(set.size(), 100u);
    for (const auto& item : set) EXPECT_EQ(item->number_ % 10, number);
  }
}

// A value that names what is no object of the heap by a C++ reference.
struct Hosted {
  std::string& host;
  Member<Item> items[2];
  HALFWORD_FIELDS(Hosted, host, items)
};
class HostedOwner : public GarbageCollected<HostedOwner> {
 public:
  HeapHashMap<int, Hosted> map_;
  HALFWORD_FIELDS(HostedOwner, map_)
};

TEST_F(HeapHashMapTest, ValuesMayHaveReferencesToHostObjects) {
  std::string host = "host";
  const Persistent<HostedOwner> owner =
      MakeGarbageCollected<HostedOwner>(heap().GetAllocationHandle());
  HeapHashMap<int, Hosted>& map = owner->map_;
  for (int i = 0; i < 100; ++i) {
    map.try_emplace(i, Hosted{host, {NewItem(i), NewItem(-i)}});
  }
  for (int i = 0; i < 100; i += 2) EXPECT_EQ(map.erase(i), 1u);
  CollectPrecisely(heap());

  EXPECT_EQ(map.size(), 50u);
  for (const auto& [number, value] : map) {
    EXPECT_EQ(&value.host, &host);
    EXPECT_EQ(value.items[0]->number_, number);
    EXPECT_EQ(value.items[1]->number_, -number);
  }
  map.clear();
  EXPECT_EQ(host, "host");
  EXPECT_EQ(Findings(heap()), "");
}

// Bytes that are moved and not copied.
struct Ticket {
  Ticket() = default;
  explicit Ticket(int value) : number(value) {}
  Ticket(Ticket&&) = default;
  Ticket& operator=(Ticket&&) = default;
  int number = 0;
  HALFWORD_FIELDS(Ticket, number)
};
static_assert(std::is_trivially_copyable_v<Ticket>);
static_assert(!std::is_copy_constructible_v<Ticket>);

TEST_F(HeapHashMapTest, ValuesMayBeMovedOnly) {
  HeapHashMap<int, Ticket> map;
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(map.try_emplace(i, i).second);
  for (int i = 0; i < 100; ++i) map.insert_or_assign(i, Ticket(2 * i));
  EXPECT_EQ(map.erase(7), 1u);
  EXPECT_EQ(map[100].number, 0);

  EXPECT_EQ(map.size(), 100u);
  EXPECT_EQ(map.at(8).number, 16);
  EXPECT_EQ(map.at(99).number, 198);
}

TEST_F(HeapHashMapTest, TakesArgumentsFromItself) {
  HeapHashMap<int, int> map = {{0, 42}};
  for (int i = 1; i < 1000; ++i) map.try_emplace(i, map.find(i - 1)->second);
  for (int i = 1000; i < 2000; ++i) map.insert_or_assign(i, map.at(i - 1));

  EXPECT_EQ(map.at(1999), 42);
}

TEST_F(HeapHashMapTest, CopiesMovesSwapsAndCompares) {
  const HeapHashMap<int, int> map = {{1, 1}, {2, 2}};
  HeapHashMap<int, int> copy = map;
  EXPECT_EQ(copy, map);
  copy[2] = 3;
  EXPECT_NE(copy, map);
  HeapHashMap<int, int> moved = std::move(copy);
  EXPECT_TRUE(copy.empty());  // NOLINT(bugprone-use-after-move)
  swap(moved, copy);
  EXPECT_EQ(copy.at(2), 3);
  copy = map;
  EXPECT_EQ(copy, map);
  const std::unordered_map<int, int> standard = {{1, 1}, {2, 2}};
  EXPECT_EQ((HeapHashMap<int, int>(standard.begin(), standard.end())), map);
}

TEST_F(HeapHashMapTest, ItsMemoryTellsWhatItIs) {
  HeapHashMap<Member<Item>, int> map = {{nullptr, 1}};
  const TypeInfo& type = TypeInfoOf<
      std::remove_pointer_t<decltype(HashTableTestPeer::BackingOf(map))>>();

  EXPECT_NE(std::string(type.name).find("HeapHashMap<"), std::string::npos);
  ASSERT_EQ(type.trailing->kind, FieldKind::kStruct);
  const auto fields = type.trailing->nested->fields;
  ASSERT_EQ(fields.size(), 2u);
  EXPECT_STREQ(fields[0].name, "key");
  EXPECT_EQ(fields[0].kind, FieldKind::kMember);
  EXPECT_STREQ(fields[1].name, "value");
}

TEST_F(HeapHashMapTest, ThrowsWhereAtIsAskedForAMissingKey) {
  const HeapHashMap<int, int> map;
  EXPECT_THROW(static_cast<void>(map.at(1)), std::out_of_range);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
