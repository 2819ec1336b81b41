// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Insertions into tables that change while the entry is made or hashed, in
// ways that leave no trace but the entries themselves: as many as before, in
// the same backing, and no collection (design/tables.md#req.table.anew).

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class ReentrantInsertionsTest : public ::testing::Test {
 protected:
  ~ReentrantInsertionsTest() override { on_hash = nullptr; }

  void ExpectSound() { EXPECT_EQ(Findings(*heap_), ""); }

  static inline std::function<void(int32_t)> on_hash;

  // Has hashes call what a test says. It stores them, so that a table which is
  // built anew does not.
  struct Key {
    int32_t number = 0;
    HALFWORD_FIELDS(Key, number)
  };
  struct KeyTraits {
    static constexpr bool kStoresHash = true;
    static uint64_t Hash(const Key& key, uint64_t seed) {
      if (on_hash) on_hash(key.number);
      return HashNumber(static_cast<uint64_t>(key.number), seed);
    }
    static bool Equal(const Key& a, const Key& b) {
      return a.number == b.number;
    }
  };

  // Keys that are empty when they have moved away.
  using List = HeapVector<int32_t>;
  struct ListTraits {
    static uint64_t Hash(const List& list, uint64_t seed) {
      if (on_hash) on_hash(list.empty() ? -1 : list.front());
      const int32_t number = list.empty() ? 0 : list.front();
      return HashNumber(static_cast<uint64_t>(number), seed);
    }
    static bool Equal(const List& a, const List& b) { return a == b; }
  };

  class Tables : public GarbageCollected<Tables> {
   public:
    HeapLinkedHashSet<Key, KeyTraits> linked_;
    HeapHashSet<List, ListTraits> lists_;
    HALFWORD_FIELDS(Tables, linked_, lists_)
  };

  std::unique_ptr<Heap> heap_ = Heap::Create();
  Persistent<Tables> tables_ =
      MakeGarbageCollected<Tables>(heap_->GetAllocationHandle());
};

// A value whose constructor erases an entry, and adds the one being made.
struct TakesAPlace {
  TakesAPlace() = default;
  explicit TakesAPlace(HeapHashMap<int32_t, TakesAPlace>* map) : number(1) {
    map->erase(3);
    (*map)[7].number = 42;
  }
  int32_t number = 0;
};

TEST_F(ReentrantInsertionsTest, AMapThatHasAsManyEntriesAsBeforeIsSearched) {
  HeapHashMap<int32_t, TakesAPlace> map;
  map.reserve(10);
  map[3];
  const auto [place, is_new] = map.try_emplace(7, &map);
  EXPECT_FALSE(is_new);
  EXPECT_EQ((*place).second.number, 42);
  EXPECT_EQ(map.size(), 1u);
  EXPECT_EQ(map.erase(7), 1u);
  EXPECT_FALSE(map.contains(7));
}

// A key that is made of what is looked up, which runs what a test says.
struct MadeKey {
  static inline std::function<void()> on_make;
  MadeKey() = default;
  explicit MadeKey(int32_t value) : number(value) {}
  explicit MadeKey(int64_t value) : number(static_cast<int32_t>(value)) {
    if (on_make) std::exchange(on_make, nullptr)();
  }
  int32_t number = 0;
  HALFWORD_FIELDS(MadeKey, number)
};
struct MadeKeyTraits {
  static constexpr bool kUsesNoHeap = true;
  static uint64_t Hash(const MadeKey& key, uint64_t seed) {
    return HashNumber(static_cast<uint64_t>(key.number), seed);
  }
  static uint64_t Hash(int64_t number, uint64_t seed) {
    return HashNumber(static_cast<uint64_t>(number), seed);
  }
  static bool Equal(const MadeKey& a, const MadeKey& b) {
    return a.number == b.number;
  }
  static bool Equal(const MadeKey& a, int64_t b) { return a.number == b; }
};

template <typename Set>
void InsertWhatMakingItAdds() {
  Set set;
  set.reserve(10);
  set.insert(MadeKey(3));
  MadeKey::on_make = [&] {
    set.erase(MadeKey(3));
    set.insert(MadeKey(7));
  };
  EXPECT_FALSE(set.insert(int64_t{7}).second);
  EXPECT_EQ(set.size(), 1u);
  EXPECT_EQ(set.erase(MadeKey(7)), 1u);
  EXPECT_FALSE(set.contains(MadeKey(7)));
}

TEST_F(ReentrantInsertionsTest, ASetThatHasAsManyElementsAsBeforeIsSearched) {
  InsertWhatMakingItAdds<HeapHashSet<MadeKey, MadeKeyTraits>>();
  InsertWhatMakingItAdds<HeapLinkedHashSet<MadeKey, MadeKeyTraits>>();
}

TEST_F(ReentrantInsertionsTest,
       AnElementIsInsertedBeforeOneWhoseHashFillsTheSet) {
  auto& set = tables_->linked_;
  for (const int32_t count : {2, 25}) {
    set.clear();
    set.reserve(static_cast<size_t>(count) + 1);
    for (int32_t i = 0; i < count; ++i) set.insert(Key{i});
    bool is_filled = false;
    on_hash = [&](int32_t number) {
      if (number != 0 || std::exchange(is_filled, true)) return;
      for (int32_t i = 1000; set.size() < set.capacity(); ++i) {
        set.insert(Key{i});
      }
    };
    const auto first = set.find(Key{0});
    is_filled = false;
    const auto [place, is_new] = set.InsertBefore(first, Key{-1});
    on_hash = nullptr;
    EXPECT_TRUE(is_filled);
    EXPECT_TRUE(is_new);
    EXPECT_LE(set.size(), set.capacity());
    EXPECT_EQ(set.front().number, -1);
    EXPECT_TRUE(set.contains(Key{-1}));
    EXPECT_TRUE(set.contains(Key{0}));
    EXPECT_TRUE(set.contains(Key{1000}));
    ExpectSound();
  }
}

TEST_F(ReentrantInsertionsTest, KeysThatMovedToAnotherBackingAreNotHashed) {
  auto& lists = tables_->lists_;
  int32_t count = 0;
  while (lists.empty() || lists.size() < lists.capacity()) {
    lists.insert(List{++count});
  }
  int32_t hashes = 0;
  int32_t moved_hashes = 0;
  on_hash = [&](int32_t number) {
    if (number == -1) ++moved_hashes;
    // The first is of the list to be inserted.
    if (++hashes == 3) lists.insert(List{1000});
  };
  EXPECT_TRUE(lists.insert(List{2000}).second);
  on_hash = nullptr;
  EXPECT_GT(hashes, count);
  EXPECT_EQ(moved_hashes, 0);
  EXPECT_EQ(lists.size(), static_cast<size_t>(count) + 2);
  for (int32_t i = 1; i <= count; ++i) EXPECT_TRUE(lists.contains(List{i}));
  EXPECT_TRUE(lists.contains(List{1000}));
  ExpectSound();
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
