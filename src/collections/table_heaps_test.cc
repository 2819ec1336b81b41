// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Tables of a heap that is not the thread's current one: keys and values that
// an insertion makes of something else take their memory from the table's heap
// (design/collections.md#req.collections.heap).

#include <memory>
#include <string>
#include <string_view>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr std::string_view kText = "neither short nor static";

class Tables : public GarbageCollected<Tables> {
 public:
  HeapHashSet<String> set_;
  HeapLinkedHashSet<String> linked_;
  HeapHashMap<String, String> map_;
  HeapHashMap<int, HeapVector<int>> vectors_;
  HeapHashMap<int, HeapHashSet<int>> sets_;
  HeapHashMap<int, MutableString> mutable_strings_;
  HALFWORD_FIELDS(Tables, set_, linked_, map_, vectors_, sets_,
                  mutable_strings_)
};

class TableHeapsTest : public ::testing::Test {
 protected:
  Tables& tables() { return *tables_; }
  Heap& current() { return *current_; }
  void ExpectInItsHeap(const void* object) {
    EXPECT_EQ(&HandleOfObject(object), &heap_->GetAllocationHandle());
  }
  ~TableHeapsTest() override { EXPECT_EQ(Findings(*heap_), ""); }

 private:
  const std::unique_ptr<Heap> current_ = Heap::Create();
  const std::unique_ptr<Heap> heap_ = Heap::Create();
  const Persistent<Tables> tables_ =
      MakeGarbageCollected<Tables>(heap_->GetAllocationHandle());
};

TEST_F(TableHeapsTest, SetsMakeKeysInTheirHeap) {
  EXPECT_TRUE(tables().set_.insert(kText).second);
  EXPECT_TRUE(tables().linked_.insert(kText).second);

  CollectPrecisely(current());
  ExpectInItsHeap(tables().set_.begin()->data());
  ExpectInItsHeap(tables().linked_.begin()->data());
  EXPECT_TRUE(tables().set_.contains(kText));
  EXPECT_TRUE(tables().linked_.contains(kText));
}

TEST_F(TableHeapsTest, MapsMakeKeysAndValuesInTheirHeap) {
  const std::string other = std::string(kText) + ", too";
  tables().map_.try_emplace(kText, kText);
  tables().map_.insert_or_assign(other, kText);
  tables().map_.insert_or_assign(kText, other);

  CollectPrecisely(current());
  EXPECT_EQ(tables().map_.at(kText), other);
  EXPECT_EQ(tables().map_.at(other), kText);
  for (const auto& [key, value] : tables().map_) {
    ExpectInItsHeap(key.data());
    ExpectInItsHeap(value.data());
  }
}

TEST_F(TableHeapsTest, MapsMakeContainersInTheirHeap) {
  tables().vectors_.try_emplace(1, 5, 7);
  const HeapVector<int> numbers = {1, 2, 3};
  tables().vectors_.try_emplace(2, numbers);
  tables().sets_.insert({1, {1, 2, 3}});
  tables().mutable_strings_.try_emplace(1, kText);
  const HeapHashMap<int, HeapVector<int>> others = {{3, {4, 5}}};
  tables().vectors_.insert(others.begin(), others.end());

  CollectPrecisely(current());
  EXPECT_EQ(tables().vectors_.at(1), (HeapVector<int>{7, 7, 7, 7, 7}));
  EXPECT_EQ(tables().vectors_.at(2), (HeapVector<int>{1, 2, 3}));
  EXPECT_EQ(tables().vectors_.at(3), (HeapVector<int>{4, 5}));
  EXPECT_TRUE(tables().sets_.at(1).contains(3));
  EXPECT_EQ(tables().mutable_strings_.at(1), kText);
  for (const auto& [number, vector] : tables().vectors_) {
    ExpectInItsHeap(vector.data());
  }
}

TEST_F(TableHeapsTest, CopiesOfMapsTakeTheirValuesAlong) {
  const HeapHashMap<int, HeapVector<int>> vectors = {{1, {1, 2}}, {2, {3}}};
  tables().vectors_ = vectors;

  EXPECT_EQ(tables().vectors_, vectors);
  for (const auto& [number, vector] : tables().vectors_) {
    ExpectInItsHeap(vector.data());
  }
}

// Where a table that is no part of an object is built anew another heap may be
// the current one, whose seed is another. Its hashes stay those of its heap.
template <typename Table, typename Insert>
void ExpectOneHeap(Insert insert) {
  constexpr int kFirst = 10;
  constexpr int kCount = 1000;
  const auto first = Heap::Create({.hash_seed = 1});
  const auto second = Heap::Create({.hash_seed = 2});
  Table table;
  for (int i = 0; i < kCount; ++i) {
    const HeapScope scope(i < kFirst ? *first : *second);
    insert(table, i);
  }
  const HeapScope scope(*second);
  table.reserve(2 * kCount);
  EXPECT_EQ(table.size(), size_t{kCount});
  for (int i = 0; i < kCount; ++i) EXPECT_TRUE(table.contains(i)) << i;
  EXPECT_EQ(Findings(*first), "");
}

// What is hashed by a function that may use the heap is hashed ahead.
struct NotedTraits {
  static uint64_t Hash(int key, uint64_t seed) {
    return HashNumber(static_cast<uint64_t>(key), seed);
  }
  static bool Equal(int a, int b) { return a == b; }
};
struct StoredTraits : NotedTraits {
  static constexpr bool kStoresHash = true;
};

TEST(TableHeapsOfTheStackTest, ATableStaysInTheHeapOfItsFirstEntry) {
  const auto insert = [](auto& table, int i) { table.insert(i); };
  ExpectOneHeap<HeapHashSet<int>>(insert);
  ExpectOneHeap<HeapHashSet<int, NotedTraits>>(insert);
  ExpectOneHeap<HeapHashSet<int, StoredTraits>>(insert);
  ExpectOneHeap<HeapLinkedHashSet<int>>(insert);
  ExpectOneHeap<HeapLinkedHashSet<int, StoredTraits>>(insert);
  ExpectOneHeap<HeapHashMap<int, int>>(
      [](auto& table, int i) { table.try_emplace(i, i); });
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
