// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Backings that a container gives up while they cannot be freed. They stay
// until a later cycle, marked perhaps, and what was in them may be freed
// sooner: so nothing is left there, or nothing is freed
// (design/collections.md#req.collections.given-up).

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/explicit_management.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Item : public GarbageCollected<Item> {
 public:
  int32_t number_ = 0;
  HALFWORD_FIELDS(Item, number_)
};

using Row = HeapVector<Member<Item>>;

// Moved by their bytes, as rows are.
struct Cell {
  Row row;
  Member<Item> item;
  HALFWORD_FIELDS(Cell, row, item)
};

class Containers : public GarbageCollected<Containers> {
 public:
  HeapVector<Row> rows_;
  HeapDeque<Row> queue_;
  HeapVector<Cell> cells_;
  HeapHashMap<int32_t, Row> map_;
  HeapHashMap<int32_t, Cell> cell_map_;
  HeapHashMap<Member<Item>, Member<Item>> items_;
  HeapHashSet<Member<Item>> set_;
  HeapLinkedHashSet<Member<Item>> linked_;
  HeapVector<double> numbers_;
  HeapHashMap<int32_t, double> number_map_;
  HALFWORD_FIELDS(Containers, rows_, queue_, cells_, map_, cell_map_, items_,
                  set_, linked_, numbers_, number_map_)
};

constexpr int32_t kFirstCount = 3;
constexpr int32_t kCount = 200;

class GivenUpBackingsTest : public ::testing::Test {
 protected:
  Item* NewItem() {
    return MakeGarbageCollected<Item>(heap_->GetAllocationHandle());
  }
  Collector& collector() { return CollectorOf(*heap_); }

  // Of each container elements from begin to end: those of a few rows, and
  // single ones.
  void Add(int32_t begin, int32_t end) {
    for (int32_t i = begin; i < end; ++i) {
      all_->rows_.push_back({NewItem()});
      all_->queue_.push_back({NewItem()});
      all_->cells_.push_back({{NewItem()}, NewItem()});
      all_->map_[i] = {NewItem()};
      all_->cell_map_[i] = {{NewItem()}, NewItem()};
      all_->items_[NewItem()] = NewItem();
      all_->set_.insert(NewItem());
      all_->linked_.insert(NewItem());
    }
  }
  // The backings of the first rows are freed.
  void GrowRows() {
    for (int32_t i = 0; i < kFirstCount; ++i) {
      const auto number = static_cast<size_t>(i);
      for (Row* const row : {&all_->rows_[number], &all_->queue_[number],
                             &all_->cells_[number].row, &all_->map_.at(i),
                             &all_->cell_map_.at(i).row}) {
        for (int32_t k = 0; k < kCount; ++k) row->push_back(NewItem());
      }
    }
  }
  // And single items, which were there before.
  void FreeItems() {
    Free(std::exchange(all_->cells_[0].item, nullptr));
    Free(std::exchange(all_->cell_map_.at(0).item, nullptr));
    TakeFrom(&all_->set_);
    TakeFrom(&all_->linked_);
    const auto pair = all_->items_.begin();
    Item* const key = (*pair).first;
    Item* const value = (*pair).second;
    all_->items_.erase(pair);
    Free(key);
    Free(value);
  }
  void ExpectSound() {
    EXPECT_EQ(Findings(*heap_), "");
    CollectPrecisely(*heap_);
    EXPECT_EQ(Findings(*heap_), "");
  }

 private:
  template <typename Set>
  void TakeFrom(Set* set) {
    Item* const item = *set->begin();
    set->erase(set->begin());
    Free(item);
  }
  void Free(Item* item) {
    ASSERT_NE(item, nullptr);
    subtle::FreeUnreferencedObject(heap_->GetHeapHandle(), *item);
  }

 protected:
  std::function<void()> in_callback_;
  std::unique_ptr<Heap> heap_ =
      Heap::Create({.marking_support = MarkingType::kIncremental,
                    .growth_bytes_min = SIZE_MAX,
                    .cycle_callback = [this](Heap&, const CycleRecord&) {
                      if (in_callback_) std::exchange(in_callback_, nullptr)();
                    }});
  Persistent<Containers> all_ =
      MakeGarbageCollected<Containers>(heap_->GetAllocationHandle());
};

TEST_F(GivenUpBackingsTest, AreEmptyWhereACycleMarks) {
  Add(0, kFirstCount);
  collector().BeginMarking();
  while (!collector().StepMarking(StackState::kNoHeapPointers)) {
  }
  Add(kFirstCount, kCount);
  collector().FinishMarking(
      {.stack = StackState::kNoHeapPointers, .reason = "test"});
  GrowRows();
  FreeItems();
  ExpectSound();
}

// As while another heap of the thread marks.
TEST_F(GivenUpBackingsTest, AreEmptyWhereAnotherHeapMarks) {
  Add(0, kFirstCount);
  CollectPrecisely(*heap_);  // what is left stays marked
  write_barrier_is_on = true;
  Add(kFirstCount, kCount);
  write_barrier_is_on = false;
  collector().stores().Clear();
  GrowRows();
  FreeItems();
  ExpectSound();
}

// They keep what they had; that is not freed before the next collection.
TEST_F(GivenUpBackingsTest, ReferToWhatIsThereWhereACallbackLeavesThem) {
  Add(0, kFirstCount);
  in_callback_ = [&] { Add(kFirstCount, kCount); };
  CollectPrecisely(*heap_);
  GrowRows();
  FreeItems();
  ExpectSound();
}

// As an operation does whose allocations collect more than once.
TEST_F(GivenUpBackingsTest, ReferToWhatIsThereWhileTheStackHoldsThem) {
  Add(0, kFirstCount);
  const void* volatile held = all_->rows_.data();
  in_callback_ = [&] { Add(kFirstCount, kCount); };
  CollectPrecisely(*heap_);
  ASSERT_NE(all_->rows_.data(), held);
  heap_->Collect({.stack = StackState::kMayContainHeapPointers});
  GrowRows();
  FreeItems();
  EXPECT_EQ(Findings(*heap_), "");
  heap_->Collect({.stack = StackState::kMayContainHeapPointers});
  EXPECT_TRUE(collector().has_left_backings());
  EXPECT_EQ(Findings(*heap_), "");

  held = nullptr;
  ExpectSound();
  EXPECT_FALSE(collector().has_left_backings());
}

// The pages of a large one would go back when the cycle ends.
TEST_F(GivenUpBackingsTest, ReferToLargeOnesThatCyclesLeaveToThem) {
  constexpr size_t kLargeCount = 100'000;
  Add(0, kFirstCount);
  all_->rows_[0].resize(kLargeCount);
  const void* volatile held = all_->rows_.data();
  in_callback_ = [&] { Add(kFirstCount, kCount); };
  CollectPrecisely(*heap_);
  ASSERT_NE(all_->rows_.data(), held);
  collector().BeginMarking();
  all_->rows_[0].resize(2 * kLargeCount);
  collector().FinishMarking({.stack = StackState::kMayContainHeapPointers});
  EXPECT_EQ(Findings(*heap_), "");
  heap_->Collect({.stack = StackState::kMayContainHeapPointers});

  held = nullptr;
  ExpectSound();
}

TEST_F(GivenUpBackingsTest, AreFreedAgainOnceNobodyHoldsWhatACallbackLeft) {
  Add(0, kFirstCount);
  in_callback_ = [&] { Add(kFirstCount, kCount); };
  CollectPrecisely(*heap_);
  EXPECT_TRUE(collector().has_left_backings());
  CollectPrecisely(*heap_);
  EXPECT_FALSE(collector().has_left_backings());
}

// Such as a log that each callback writes.
TEST_F(GivenUpBackingsTest, AreFreedAsEverWhereACallbackLeavesNumbers) {
  in_callback_ = [&] {
    for (int32_t i = 0; i < kCount; ++i) {
      all_->numbers_.push_back(i);
      all_->number_map_[i] = i;
    }
  };
  CollectPrecisely(*heap_);
  EXPECT_EQ(all_->numbers_.size(), size_t{kCount});
  EXPECT_FALSE(collector().has_left_backings());
}

// What an entry that is erased had in a table, in a struct or in an array.
TEST(EntriesWithTablesTest, GiveUpTheirBackings) {
  struct Both {
    HeapHashMap<int32_t, int32_t> map;
    HeapVector<int32_t> vector;
    HALFWORD_FIELDS(Both, map, vector)
  };
  class Nested : public GarbageCollected<Nested> {
   public:
    HeapHashMap<int32_t, HeapHashSet<int32_t>> sets_;
    HeapHashMap<int32_t, HeapLinkedHashSet<int32_t>> linked_;
    HeapHashMap<int32_t, Both> both_;
    HeapHashMap<int32_t, std::array<HeapHashSet<int32_t>, 2>> arrays_;
    HALFWORD_FIELDS(Nested, sets_, linked_, both_, arrays_)
  };
  const auto heap = Heap::Create({.growth_bytes_min = SIZE_MAX});
  const Persistent<Nested> nested =
      MakeGarbageCollected<Nested>(heap->GetAllocationHandle());
  const auto fill_and_erase = [&] {
    for (int32_t i = 0; i < 1000; ++i) {
      nested->sets_[0].insert(i);
      nested->linked_[0].insert(i);
      nested->both_[0].map[i] = i;
      nested->both_[0].vector.push_back(i);
      nested->arrays_[0][1].insert(i);
    }
    nested->sets_.erase(0);
    nested->linked_.erase(0);
    nested->both_.erase(0);
    nested->arrays_.erase(0);
    return heap->CollectStatistics(HeapStatistics::kBrief).used_size_bytes;
  };
  const size_t used_bytes = fill_and_erase();
  size_t later_bytes = 0;
  for (int i = 0; i < 50; ++i) later_bytes = fill_and_erase();
  EXPECT_LE(later_bytes, used_bytes + 1024);
  EXPECT_EQ(Findings(*heap), "");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
