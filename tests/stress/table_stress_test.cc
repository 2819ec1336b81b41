// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Random steps on hash tables in a real heap, against tables of the standard
// library, with collections and Heap::Verify() in between. The numbers of items
// are what is compared: a model does not know addresses.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "tests/stress/chooser.h"
#include "tests/stress/stress_run.h"

namespace halfword::inline HALFWORD_ABI::stress {
namespace {

class Item : public GarbageCollected<Item> {
 public:
  explicit Item(uint32_t number) : number_(number) {}
  uint32_t number_;
  Member<Item> other_;
  HALFWORD_FIELDS(Item, number_, other_)
};

class Tables : public GarbageCollected<Tables> {
 public:
  HeapHashSet<Member<Item>> set_;
  HeapHashMap<uint32_t, Member<Item>> map_;
  HeapLinkedHashSet<Member<Item>> linked_;
  HeapHashSet<WeakMember<Item>> weak_set_;
  HeapHashMap<WeakMember<Item>, Member<Item>> ephemerons_;
  HeapHashMap<uint32_t, WeakMember<Item>> weak_values_;
  HeapLinkedHashSet<WeakMember<Item>> weak_linked_;
  HALFWORD_FIELDS(Tables, set_, map_, linked_, weak_set_, ephemerons_,
                  weak_values_, weak_linked_)
};

// The heap, and what its tables should hold. Items that die are those that
// roots_ does not hold; what strong tables hold is in roots_ too, so that it is
// known what lives.
class TableWorld {
 public:
  explicit TableWorld(Chooser* chooser) : chooser_(*chooser) {
    items_.resize(kItemCount);
    for (uint32_t i = 0; i < kItemCount; ++i) Revive(i);
  }

  void Step() {
    const uint32_t number = Below(kItemCount);
    if (!items_[number]) return Revive(number);
    Item* const item = items_[number].Get();
    switch (Below(16)) {
      case 0:
      case 1:
        Insert(number, item);
        break;
      case 2:
      case 3:
        Erase(number, item);
        break;
      case 4:
      case 5:
        InsertWeak(number, item);
        break;
      case 6:
        EraseWeak(number, item);
        break;
      case 7:
        Move(number, item);
        break;
      case 8:
        if (Below(200) == 0) Clear();
        break;
      case 9:
        if (Below(20) == 0) Resize();
        break;
      case 10:
      case 11:
        Kill(number);
        break;
      default:
        LookUp(number, item);
    }
  }

  void CollectAndCompare() {
    heap_->Collect({.stack = StackState::kNoHeapPointers, .reason = "stress"});
    for (const uint32_t number : dying_) {
      weak_set_.erase(number);
      weak_linked_.remove(number);
      ephemerons_.erase(number);
      weak_values_.erase(number);
    }
    dying_.clear();
    Compare();
    ASSERT_TRUE(heap_->Verify().findings.empty())
        << heap_->Verify().findings[0];
  }

 private:
  static constexpr uint32_t kItemCount = 700;

  uint32_t Below(uint32_t bound) {
    return static_cast<uint32_t>(chooser_.Pick(bound));
  }
  template <typename T>
  T* New(uint32_t number) {
    return MakeGarbageCollected<T>(heap_->GetAllocationHandle(), number);
  }

  void Revive(uint32_t number) {
    // Its predecessor may be in weak tables still, under the same number.
    if (std::count(dying_.begin(), dying_.end(), number) != 0) return;
    items_[number] = New<Item>(number);
  }
  // What a strong table holds must not die.
  void Kill(uint32_t number) {
    if (set_.contains(number) || map_.contains(number) ||
        std::count(linked_.begin(), linked_.end(), number) != 0) {
      return;
    }
    items_[number].Clear();
    dying_.push_back(number);
  }

  void Insert(uint32_t number, Item* item) {
    EXPECT_EQ(tables_->set_.insert(item).second, set_.insert(number).second);
    tables_->map_[number] = item;
    map_[number] = number;
    const bool is_new = std::count(linked_.begin(), linked_.end(), number) == 0;
    EXPECT_EQ(tables_->linked_.insert(item).second, is_new);
    if (is_new) linked_.push_back(number);
  }
  void Erase(uint32_t number, Item* item) {
    EXPECT_EQ(tables_->set_.erase(item), set_.erase(number));
    EXPECT_EQ(tables_->map_.erase(number), map_.erase(number));
    EXPECT_EQ(tables_->linked_.erase(item), linked_.remove(number));
  }
  void InsertWeak(uint32_t number, Item* item) {
    EXPECT_EQ(tables_->weak_set_.insert(item).second,
              weak_set_.insert(number).second);
    // A value that refers back to its key, and does not keep it alive.
    Item* const value = New<Item>(number + 1);
    value->other_ = item;
    tables_->ephemerons_.insert_or_assign(item, value);
    ephemerons_[number] = number + 1;
    tables_->weak_values_.insert_or_assign(number, item);
    weak_values_[number] = number;
    if (tables_->weak_linked_.insert(item).second) {
      weak_linked_.push_back(number);
    }
  }
  void EraseWeak(uint32_t number, Item* item) {
    EXPECT_EQ(tables_->weak_set_.erase(item), weak_set_.erase(number));
    EXPECT_EQ(tables_->ephemerons_.erase(item), ephemerons_.erase(number));
    EXPECT_EQ(tables_->weak_values_.erase(number), weak_values_.erase(number));
    EXPECT_EQ(tables_->weak_linked_.erase(item), weak_linked_.remove(number));
  }
  void Move(uint32_t number, Item* item) {
    if (!tables_->linked_.contains(item)) return;
    linked_.remove(number);
    if (Below(2) == 0) {
      tables_->linked_.AppendOrMoveToLast(item);
      linked_.push_back(number);
    } else {
      tables_->linked_.PrependOrMoveToFirst(item);
      linked_.push_front(number);
    }
  }
  void Clear() {
    tables_->set_.clear();
    set_.clear();
    tables_->weak_set_.clear();
    weak_set_.clear();
    tables_->ephemerons_.clear();
    ephemerons_.clear();
  }
  void Resize() {
    tables_->set_.reserve(Below(5000));
    tables_->set_.shrink_to_fit();
    tables_->map_.shrink_to_fit();
    tables_->weak_set_.reserve(Below(5000));
    tables_->weak_set_.shrink_to_fit();
    tables_->ephemerons_.shrink_to_fit();
  }
  void LookUp(uint32_t number, Item* item) {
    EXPECT_EQ(tables_->set_.contains(item), set_.contains(number));
    EXPECT_EQ(tables_->map_.contains(number), map_.contains(number));
    EXPECT_EQ(tables_->weak_set_.contains(item), weak_set_.contains(number));
    const auto found = tables_->ephemerons_.find(item);
    ASSERT_EQ(found != tables_->ephemerons_.end(),
              ephemerons_.contains(number));
    if (found != tables_->ephemerons_.end()) {
      EXPECT_EQ(found->second->number_, ephemerons_[number]);
    }
  }

  template <typename Table>
  static std::set<uint32_t> NumbersOf(const Table& table) {
    std::set<uint32_t> numbers;
    for (const auto& item : table) numbers.insert(item->number_);
    return numbers;
  }
  template <typename Table>
  static std::list<uint32_t> ListOf(const Table& table) {
    std::list<uint32_t> numbers;
    for (const auto& item : table) numbers.push_back(item->number_);
    return numbers;
  }
  void Compare() {
    EXPECT_EQ(tables_->set_.size(), set_.size());
    EXPECT_EQ(NumbersOf(tables_->set_), set_);
    EXPECT_EQ(ListOf(tables_->linked_), linked_);
    EXPECT_EQ(tables_->weak_set_.size(), weak_set_.size());
    EXPECT_EQ(NumbersOf(tables_->weak_set_), weak_set_);
    EXPECT_EQ(ListOf(tables_->weak_linked_), weak_linked_);
    EXPECT_EQ(tables_->weak_linked_.size(), weak_linked_.size());
    std::map<uint32_t, uint32_t> entries;
    for (auto [number, item] : tables_->map_) entries[number] = item->number_;
    EXPECT_EQ(entries, map_);
    entries.clear();
    for (auto [key, value] : tables_->ephemerons_) {
      entries[key->number_] = value->number_;
      EXPECT_EQ(value->other_, key);
    }
    EXPECT_EQ(entries, ephemerons_);
    EXPECT_EQ(tables_->ephemerons_.size(), ephemerons_.size());
    entries.clear();
    for (auto [number, item] : tables_->weak_values_) {
      entries[number] = item->number_;
    }
    EXPECT_EQ(entries, weak_values_);
    EXPECT_EQ(tables_->weak_values_.size(), weak_values_.size());
  }

  Chooser& chooser_;
  // Only the collections that the test asks for: it knows what dies then.
  const std::unique_ptr<Heap> heap_ =
      Heap::Create({.growth_bytes_min = SIZE_MAX});
  const Persistent<Tables> tables_ =
      MakeGarbageCollected<Tables>(heap_->GetAllocationHandle());
  std::vector<Persistent<Item>> items_;
  std::vector<uint32_t> dying_;

  std::set<uint32_t> set_;
  std::map<uint32_t, uint32_t> map_;
  std::list<uint32_t> linked_;
  std::set<uint32_t> weak_set_;
  std::map<uint32_t, uint32_t> ephemerons_;
  std::map<uint32_t, uint32_t> weak_values_;
  std::list<uint32_t> weak_linked_;
};

TEST(TableStress, TablesAreAsThoseOfTheStandardLibrary) {
  const StressRun run;
  RandomChooser chooser(run.seed());
  TableWorld world(&chooser);
  for (size_t i = 0; i < run.step_count(); ++i) {
    world.Step();
    if (i % 1000 == 999) world.CollectAndCompare();
    if (::testing::Test::HasFailure()) FAIL() << "in step " << i;
  }
  world.CollectAndCompare();
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::stress
