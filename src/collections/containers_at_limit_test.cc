// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Containers in a heap that is full up to its limit: one that could do with
// another backing, and has the places it needs, is used as it is
// (design/growth.md#req.growth.last-resort).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "collections/collections_testing.h"
#include "gtest/gtest.h"
#include "halfword/heap_deque.h"
#include "halfword/heap_hash_map.h"
#include "halfword/heap_hash_set.h"
#include "halfword/heap_linked_hash_set.h"
#include "halfword/heap_vector.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Filler : public GarbageCollected<Filler> {
 public:
  Member<Filler> next_;
  HALFWORD_FIELDS(Filler, next_)
};

struct OutOfMemory {};

class ContainersAtLimitTest : public ::testing::Test {
 protected:
  ~ContainersAtLimitTest() override { EXPECT_EQ(Findings(*heap_), ""); }

  AllocationHandle& handle() { return heap_->GetAllocationHandle(); }
  Heap& heap() { return *heap_; }

  // From here on nothing finds room, but what is freed.
  void FillToLimit() {
    heap_->set_limit_bytes(
        heap_->CollectStatistics(HeapStatistics::kBrief).page_bytes + 2 * kMiB);
    for (const size_t bytes :
         {size_t{1} << 16, size_t{1} << 10, size_t{64}, size_t{0}}) {
      const auto fill = [&] {
        for (;;) {
          auto* const filler =
              MakeGarbageCollected<Filler>(handle(), AdditionalBytes(bytes));
          filler->next_ = fillers_;
          fillers_ = filler;
        }
      };
      EXPECT_THROW(fill(), OutOfMemory);
    }
  }

 private:
  static HeapOptions Options() {
    HeapOptions options;
    options.marking_support = MarkingType::kAtomic;
    options.hash_seed = 7;
    options.out_of_memory_handler = [](Heap&, size_t) { throw OutOfMemory(); };
    return options;
  }

  std::unique_ptr<Heap> heap_ = Heap::Create(Options());
  const HeapScope scope_{*heap_};
  Persistent<Filler> fillers_;
};

// Of which the table believes that hashing may use the heap.
struct NotedTraits {
  static uint64_t Hash(int key, uint64_t seed) {
    return HashNumber(static_cast<uint64_t>(key), seed);
  }
  static bool Equal(int a, int b) { return a == b; }
};

template <typename Table>
class Holder : public GarbageCollected<Holder<Table>> {
 public:
  Table table_;
  HeapVector<Member<Item>> living_;
  HALFWORD_FIELDS(Holder, table_, living_)
};

// Its cleaning left a table of many places with no entry at all.
TEST_F(ContainersAtLimitTest, AWeakTableThatHasLostAllTakesEntriesAgain) {
  using Map = HeapHashMap<int, WeakMember<Item>, NotedTraits>;
  const Persistent<Holder<Map>> holder =
      MakeGarbageCollected<Holder<Map>>(handle());
  Map& map = holder->table_;
  CallAndScrub([&] {
    const subtle::NoGarbageCollectionScope all_live(heap().GetHeapHandle());
    for (int i = 0; i < 10'000; ++i) {
      map.insert_or_assign(i, MakeGarbageCollected<Item>(handle(), i));
    }
  });
  const size_t capacity = map.capacity();
  const Persistent<Item> living = MakeGarbageCollected<Item>(handle(), 0);
  CollectPrecisely(heap());
  FillToLimit();
  ASSERT_EQ(map.size(), 0u);

  for (int i = 0; i < 5000; ++i) map.insert_or_assign(i, living);
  EXPECT_EQ(map.size(), 5000u);
  EXPECT_EQ(map.capacity(), capacity);

  // And gives its memory back at once.
  const auto used = [this] {
    return heap().CollectStatistics(HeapStatistics::kBrief).used_size_bytes;
  };
  const size_t before = used();
  map.clear();
  EXPECT_LE(used() + capacity * sizeof(Word), before);
}

TEST_F(ContainersAtLimitTest, AClearedTableGivesItsMemoryBackAfterCleaning) {
  using Map = HeapHashMap<int, WeakMember<Item>, NotedTraits>;
  const Persistent<Holder<Map>> holder =
      MakeGarbageCollected<Holder<Map>>(handle());
  CallAndScrub([&] {
    const subtle::NoGarbageCollectionScope all_live(heap().GetHeapHandle());
    for (int i = 0; i < 10'000; ++i) {
      holder->table_.insert_or_assign(i,
                                      MakeGarbageCollected<Item>(handle(), i));
    }
  });
  CollectPrecisely(heap());
  EXPECT_GE(heap().CollectStatistics(HeapStatistics::kBrief).used_size_bytes,
            10'000 * sizeof(Word));
  holder->table_.clear();
  EXPECT_LT(heap().CollectStatistics(HeapStatistics::kBrief).used_size_bytes,
            10'000u);
}

// Of those in use so many are replaced, which leaves overflow bits until the
// table is built anew, as large as it is.
template <typename Table>
void ReplaceInFullHeap(const Persistent<Holder<Table>>& holder,
                       AllocationHandle& handle, auto fill_to_limit) {
  constexpr size_t kLiving = 6000;
  auto& [table, living] = *holder;
  for (size_t i = 0; i < 2 * kLiving; ++i) {
    living.push_back(MakeGarbageCollected<Item>(handle, 0));
  }
  table.reserve(13'000);
  const size_t capacity = table.capacity();
  for (size_t i = 0; i < kLiving; ++i) table.insert(living[i]);
  fill_to_limit();

  uint32_t random = 1;
  for (int i = 0; i < 400'000; ++i) {
    random = random * 1664525 + 1013904223;
    const size_t from = (random >> 8) % kLiving;
    const size_t to = kLiving + (random >> 4) % kLiving;
    table.erase(living[from]);
    std::swap(living[from], living[to]);
    table.insert(living[from]);
  }
  EXPECT_EQ(table.size(), kLiving);
  EXPECT_LE(table.capacity(), capacity);
}

template <typename Table>
class ReplacedEntriesTest : public ContainersAtLimitTest {};
using Tables =
    ::testing::Types<HeapHashSet<Member<Item>>, HeapHashSet<WeakMember<Item>>,
                     HeapLinkedHashSet<Member<Item>>,
                     HeapLinkedHashSet<WeakMember<Item>>>;
TYPED_TEST_SUITE(ReplacedEntriesTest, Tables);

TYPED_TEST(ReplacedEntriesTest, ATableThatDoesNotGrowNeedsNoMemory) {
  const Persistent<Holder<TypeParam>> holder =
      MakeGarbageCollected<Holder<TypeParam>>(this->handle());
  ReplaceInFullHeap(holder, this->handle(), [this] { this->FillToLimit(); });
}

TEST_F(ContainersAtLimitTest, WhatMayGiveMemoryBackNeedsNone) {
  HeapHashSet<int> set;
  HeapVector<int> vector(1000);
  HeapDeque<int> deque(1000);
  for (int i = 0; i < 10'000; ++i) set.insert(i);
  for (int i = 10; i < 10'000; ++i) set.erase(i);
  vector.resize(100);
  deque.resize(100);
  const size_t capacity = set.capacity();
  FillToLimit();

  set.shrink_to_fit();
  vector.shrink_to_fit();
  deque.shrink_to_fit();
  EXPECT_EQ(set.capacity(), capacity);
  EXPECT_GE(vector.capacity(), 1000u);
  EXPECT_GE(deque.capacity(), 1000u);

  heap().set_limit_bytes(SIZE_MAX);
  set.shrink_to_fit();
  vector.shrink_to_fit();
  deque.shrink_to_fit();
  EXPECT_LT(set.capacity(), 100u);
  EXPECT_LT(vector.capacity(), 200u);
  EXPECT_LT(deque.capacity(), 200u);
  EXPECT_EQ(set.size(), 10u);
}

// It has the places, and nothing but overflow bits and a cleaning say no.
TEST_F(ContainersAtLimitTest, RoomThatATableHasIsReservedWithoutMemory) {
  using Set = HeapHashSet<WeakMember<Item>>;
  const Persistent<Holder<Set>> holder =
      MakeGarbageCollected<Holder<Set>>(handle());
  Set& set = holder->table_;
  CallAndScrub([&] {
    const subtle::NoGarbageCollectionScope all_live(heap().GetHeapHandle());
    for (int i = 0; i < 10'000; ++i) {
      set.insert(MakeGarbageCollected<Item>(handle(), i));
    }
  });
  const size_t capacity = set.capacity();
  CollectPrecisely(heap());
  FillToLimit();
  ASSERT_LT(set.capacity(), 100u);

  set.reserve(1000);
  EXPECT_EQ(set.capacity(), capacity);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
