// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Weak tables: entries vanish with what they refer to, whenever a collection
// runs, and a table counts what it holds.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "collections/collections_testing.h"
#include "gtest/gtest.h"
#include "halfword/heap_hash_map.h"
#include "halfword/heap_hash_set.h"
#include "halfword/heap_vector.h"
#include "halfword/string.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Tables : public GarbageCollected<Tables> {
 public:
  HeapHashSet<WeakMember<Item>> set_;
  HeapHashMap<WeakMember<Item>, int> by_key_;
  HeapHashMap<int, WeakMember<Item>> by_value_;
  HeapHashMap<Member<Item>, WeakMember<Item>> by_value_of_member_;
  HeapHashMap<WeakMember<Item>, WeakMember<Item>> by_both_;
  HeapHashMap<WeakMember<Item>, Member<Item>> ephemerons_;
  HeapHashMap<WeakMember<Item>, String> names_;
  HeapHashMap<Member<Item>, String> names_of_living_;
  HeapVector<WeakMember<Item>> weak_;
  HALFWORD_FIELDS(Tables, set_, by_key_, by_value_, by_value_of_member_,
                  by_both_, ephemerons_, names_, names_of_living_, weak_)
};

class WeakTablesTest : public ::testing::Test {
 protected:
  Item* NewItem(int number) {
    return MakeGarbageCollected<Item>(heap_->GetAllocationHandle(), number);
  }
  Heap& heap() { return *heap_; }
  Tables& tables() { return *tables_; }

  // So many items; every step-th is held.
  std::vector<Item*> NewItems(int count, int step) {
    std::vector<Item*> items;
    for (int i = 0; i < count; ++i) {
      items.push_back(NewItem(i));
      if (i % step == 0) held_.emplace_back(items.back());
    }
    return items;
  }
  void Release() { held_.clear(); }

 private:
  // Only what a test held lives through a collection, so none comes by itself.
  std::unique_ptr<Heap> heap_ = Heap::Create({.growth_bytes_min = SIZE_MAX});
  Persistent<Tables> tables_ =
      MakeGarbageCollected<Tables>(heap_->GetAllocationHandle());
  std::vector<Persistent<Item>> held_;
};

TEST_F(WeakTablesTest, ASetLosesWhatNothingElseHolds) {
  for (Item* const item : NewItems(1000, 3)) tables().set_.insert(item);
  EXPECT_EQ(tables().set_.size(), 1000u);
  CollectPrecisely(heap());

  EXPECT_EQ(tables().set_.size(), 334u);
  size_t count = 0;
  for (const WeakMember<Item>& item : tables().set_) {
    EXPECT_EQ(item->number_ % 3, 0);
    EXPECT_TRUE(tables().set_.contains(item));
    ++count;
  }
  EXPECT_EQ(count, 334u);
  EXPECT_EQ(Findings(heap()), "");
}

TEST_F(WeakTablesTest, AMapLosesEntriesWhoseKeyDies) {
  for (Item* const item : NewItems(1000, 2)) {
    tables().by_key_[item] = item->number_;
  }
  CollectPrecisely(heap());

  EXPECT_EQ(tables().by_key_.size(), 500u);
  for (auto [item, number] : tables().by_key_) {
    EXPECT_EQ(item->number_, number);
  }
}

TEST_F(WeakTablesTest, AMapLosesEntriesWhoseValueDies) {
  for (Item* const item : NewItems(1000, 2)) {
    tables().by_value_[item->number_] = item;
    tables().by_value_of_member_[NewItem(item->number_)] = item;
  }
  CollectPrecisely(heap());

  EXPECT_FALSE(tables().by_value_.contains(1));
  EXPECT_TRUE(tables().by_value_.contains(2));
  EXPECT_EQ(tables().by_value_.find(1), tables().by_value_.end());
  EXPECT_EQ(tables().by_value_.size(), 500u);
  EXPECT_EQ(tables().by_value_of_member_.size(), 500u);
  for (auto [number, item] : tables().by_value_) {
    EXPECT_EQ(item->number_, number);
  }
  for (auto [key, item] : tables().by_value_of_member_) {
    EXPECT_EQ(item->number_, key->number_);
  }
}

TEST_F(WeakTablesTest, AKeyWhoseValueDiedCanBeInsertedAgain) {
  tables().by_value_[1] = NewItem(1);
  CollectPrecisely(heap());
  const Persistent<Item> item = NewItem(2);
  EXPECT_TRUE(tables().by_value_.try_emplace(1, item.Get()).second);

  EXPECT_EQ(tables().by_value_.size(), 1u);
  EXPECT_EQ(tables().by_value_.at(1)->number_, 2);
}

TEST_F(WeakTablesTest, AKeyWhoseValueIsNullHasOneEntry) {
  const Persistent<Item> item = NewItem(1);
  auto& by_value = tables().by_value_;
  auto& value = by_value[7];
  if (by_value[7] == nullptr) by_value[7] = item.Get();
  EXPECT_EQ(value, item.Get());
  EXPECT_EQ(by_value.size(), 1u);
  value = nullptr;
  EXPECT_TRUE(by_value.try_emplace(7, item.Get()).second);
  EXPECT_FALSE(by_value.try_emplace(7, nullptr).second);
  EXPECT_EQ(by_value.erase(7), 1u);
  EXPECT_FALSE(by_value.contains(7));
  EXPECT_TRUE(by_value.empty());
  auto& by_both = tables().by_both_;
  for (int i = 0; i < 100; ++i) by_both[item.Get()] = nullptr;
  EXPECT_EQ(by_both.size(), 1u);
  EXPECT_EQ(Findings(heap()), "");
}

// Any key may be equal to any other, so that all are compared; not to what is
// no key any more.
struct AlikeTraits {
  static uint64_t Hash(int /*key*/, uint64_t /*seed*/) { return 0; }
  static bool Equal(const int& a, const int& b) {
    EXPECT_NE(&b, gone);
    return a == b;
  }
  static inline const int* gone = nullptr;
};

TEST_F(WeakTablesTest, AKeyMayBeThatOfAnEntryWhoseValueIsNull) {
  const Persistent<Item> item = NewItem(1);
  HeapHashMap<int, WeakMember<Item>, AlikeTraits> map;
  for (int i = 0; map.empty() || map.size() < map.capacity(); ++i) {
    map[i] = item.Get();
  }
  const size_t capacity = map.capacity();
  auto entry = *map.begin();
  const int key = entry.first;
  entry.second = nullptr;
  // The search in what is built anew comes after the only one that may fail.
  struct Value {
    operator Item*() const {  // NOLINT: as the argument of a map
      AlikeTraits::gone = key;
      return item;
    }
    const int* key;
    Item* item;
  };
  EXPECT_TRUE(
      map.try_emplace(entry.first, Value{&entry.first, item.Get()}).second);
  AlikeTraits::gone = nullptr;
  EXPECT_GT(map.capacity(), capacity);
  EXPECT_TRUE(map.contains(key));
}

TEST_F(WeakTablesTest, AMapOfTwoWeakHalvesNeedsBoth) {
  const std::vector<Item*> keys = NewItems(600, 2);
  const std::vector<Item*> values = NewItems(600, 3);
  for (size_t i = 0; i < keys.size(); ++i) {
    tables().by_both_[keys[i]] = values[i];
  }
  CollectPrecisely(heap());

  EXPECT_EQ(tables().by_both_.size(), 100u);
}

TEST_F(WeakTablesTest, AValueOfAWeakKeyLivesWhileTheKeyDoes) {
  for (Item* const item : NewItems(1000, 2)) {
    Item* const value = NewItem(item->number_);
    value->other_ = item;  // refers back to its key
    tables().ephemerons_[item] = value;
  }
  CollectPrecisely(heap());

  EXPECT_EQ(tables().ephemerons_.size(), 500u);
  for (auto [key, value] : tables().ephemerons_) {
    EXPECT_EQ(value->number_, key->number_);
    EXPECT_EQ(value->other_, key);
  }
  EXPECT_EQ(Findings(heap()), "");
  Release();
  CollectPrecisely(heap());
  EXPECT_TRUE(tables().ephemerons_.empty());
}

TEST_F(WeakTablesTest, AValueMayBeTheKeyOfAnotherOne) {
  const Persistent<Item> first = NewItem(0);
  Item* key = first;
  for (int i = 1; i <= 100; ++i) {
    Item* const value = NewItem(i);
    tables().ephemerons_[key] = value;
    key = value;
  }
  CollectPrecisely(heap());

  EXPECT_EQ(tables().ephemerons_.size(), 100u);
}

TEST_F(WeakTablesTest, ALoopGoesOnOverACollection) {
  for (Item* const item : NewItems(1000, 2)) tables().set_.insert(item);
  size_t count = 0;
  for (auto it = tables().set_.begin(); it != tables().set_.end(); ++it) {
    if (count++ == 10) {
      CollectPrecisely(heap());
      EXPECT_EQ(tables().set_.size(), 500u);
    }
    if (count > 11) {
      EXPECT_EQ((*it)->number_ % 2, 0);
    }
  }

  EXPECT_GE(count, 490u);
  EXPECT_LE(count, 511u);
}

TEST_F(WeakTablesTest, AnEntryThatVanishedUnderAnIteratorCanBeErased) {
  for (Item* const item : NewItems(100, 2)) tables().set_.insert(item);
  auto it = tables().set_.begin();
  while ((*it)->number_ % 2 == 0) ++it;
  CollectPrecisely(heap());
  EXPECT_EQ(*it, nullptr);
  EXPECT_EQ(tables().set_.size(), 50u);  // drops it
  it = tables().set_.erase(it);

  EXPECT_EQ(tables().set_.size(), 50u);
  EXPECT_EQ((*it)->number_ % 2, 0);
}

TEST_F(WeakTablesTest, ANearlyEmptyOneGivesItsMemoryBack) {
  for (Item* const item : NewItems(10'000, 1000)) tables().set_.insert(item);
  const size_t capacity = tables().set_.capacity();
  CollectPrecisely(heap());
  const Persistent<Item> one_more = NewItem(1);
  tables().set_.insert(one_more);

  EXPECT_EQ(tables().set_.size(), 11u);
  EXPECT_LT(tables().set_.capacity(), capacity / 100);
}

TEST_F(WeakTablesTest, DyingEntriesDoNotMakeItGrow) {
  for (int round = 0; round < 200; ++round) {
    for (Item* const item : NewItems(100, 200)) tables().set_.insert(item);
    CollectPrecisely(heap());
    Release();
  }

  EXPECT_LE(tables().set_.capacity(), 400u);
  EXPECT_EQ(Findings(heap()), "");
}

TEST_F(WeakTablesTest, RefusesNullAndTheSentinelAsWeakKeys) {
  EXPECT_DEATH(tables().set_.insert(nullptr), "no keys of a weak table");
  EXPECT_DEATH(tables().by_key_[WeakMember<Item>(kSentinelPointer)] = 1,
               "no keys of a weak table");
  EXPECT_FALSE(tables().set_.contains(nullptr));
}

// A value whose making collects, as any may that is made in the heap.
struct CollectingText {
  // NOLINTNEXTLINE(google-explicit-constructor): as what is stored converts.
  operator String() const {
    heap->Collect({.stack = StackState::kMayContainHeapPointers});
    return String(heap->GetAllocationHandle(), "a text that is not short");
  }
  Heap* heap;
};

// Nobody else refers to the object, and its field is cleared by a collection.
TEST_F(WeakTablesTest, AKeyThatIsAWeakFieldLivesWhileItsValueIsMade) {
  for (int i = 0; i < 3; ++i) {
    CallAndScrub([&] { tables().weak_ = {NewItem(i)}; });
    tables().names_.insert_or_assign(tables().weak_[0],
                                     CollectingText{&heap()});
    CallAndScrub([&] { tables().weak_ = {NewItem(i)}; });
    tables().names_of_living_.insert_or_assign(tables().weak_[0],
                                               CollectingText{&heap()});
    CallAndScrub([&] { tables().weak_ = {NewItem(i)}; });
    const auto [entry, is_new] =
        tables().names_.try_emplace(tables().weak_[0], CollectingText{&heap()});
    EXPECT_TRUE(is_new);
    EXPECT_EQ((*entry).first->number_, i);
  }
  EXPECT_FALSE(tables().names_of_living_.contains(nullptr));
  EXPECT_EQ(tables().names_of_living_.size(), 3u);
  EXPECT_EQ(Findings(heap()), "");
}

// The set makes room for it, which may collect.
TEST(WeakTablesKeyTest, AKeyThatIsMovedFromAWeakFieldLivesWhileThereIsNoRoom) {
  const auto heap = Heap::Create({.growth_bytes_min = kMiB / 16});
  const Persistent<Tables> tables =
      MakeGarbageCollected<Tables>(heap->GetAllocationHandle());
  int count = 0;
  for (int round = 0; round < 200; ++round) {
    CallAndScrub([&] {
      for (int i = 0; i < 1000; ++i) {
        tables->weak_.push_back(
            MakeGarbageCollected<Item>(heap->GetAllocationHandle(), i));
      }
    });
    for (auto& weak : tables->weak_) {
      if (!weak) continue;
      EXPECT_NE(*tables->set_.insert(std::move(weak)).first, nullptr);
      ++count;
    }
    tables->weak_.clear();
  }
  EXPECT_GT(count, 1000);
  EXPECT_EQ(Findings(*heap), "");
}

// Maps from weak keys to strong values, of whatever is declared of both.

struct OwnCheckingPolicy {
 protected:
  template <typename T, typename Value>
  void CheckPointer(Value) {}
};
using OwnWeakMember =
    BasicMember<Item, WeakMemberTag, WeakWriteBarrierPolicy, OwnCheckingPolicy>;
using OwnMember = BasicMember<const Item, StrongMemberTag,
                              DijkstraWriteBarrierPolicy, OwnCheckingPolicy>;

template <typename Map>
class MapOwner : public GarbageCollected<MapOwner<Map>> {
 public:
  Map map_;
  HALFWORD_FIELDS(MapOwner, map_)
};

template <typename Map>
class EphemeronMapTest : public ::testing::Test {
 protected:
  Item* NewItem(int number) {
    return MakeGarbageCollected<Item>(heap_->GetAllocationHandle(), number);
  }
  Heap& heap() { return *heap_; }
  Map& map() { return owner_->map_; }

 private:
  std::unique_ptr<Heap> heap_ = Heap::Create({.growth_bytes_min = SIZE_MAX});
  Persistent<MapOwner<Map>> owner_ =
      MakeGarbageCollected<MapOwner<Map>>(heap_->GetAllocationHandle());
};

using EphemeronMaps =
    ::testing::Types<HeapHashMap<WeakMember<const Item>, Member<Item>>,
                     HeapHashMap<WeakMember<Item>, Member<const Item>>,
                     HeapHashMap<WeakMember<const Item>, Member<const Item>>,
                     HeapHashMap<OwnWeakMember, Member<Item>>,
                     HeapHashMap<WeakMember<const Item>, OwnMember>,
                     HeapHashMap<OwnWeakMember, OwnMember>>;
TYPED_TEST_SUITE(EphemeronMapTest, EphemeronMaps);

TYPED_TEST(EphemeronMapTest, HoldsAValueWhileItsKeyLives) {
  std::vector<Persistent<Item>> held;
  for (int i = 0; i < 1000; ++i) {
    Item* const key = this->NewItem(i);
    if (i % 2 == 0) held.emplace_back(key);
    Item* const value = this->NewItem(-i);
    value->other_ = key;
    EXPECT_TRUE(this->map().insert_or_assign(key, value).second);
  }
  CollectPrecisely(this->heap());

  EXPECT_EQ(this->map().size(), 500u);
  for (const auto& [key, value] : this->map()) {
    EXPECT_EQ(value->number_, -key->number_);
    EXPECT_EQ(value->other_, key);
  }
  for (const auto& key : held) {
    EXPECT_EQ(this->map().at(key.Get())->number_, -key->number_);
  }
  EXPECT_EQ(Findings(this->heap()), "");
  held.clear();
  CollectPrecisely(this->heap());
  EXPECT_TRUE(this->map().empty());
}

TYPED_TEST(EphemeronMapTest, ItsMemoryIsOfPairs) {
  using Backing = std::remove_pointer_t<decltype(HashTableTestPeer::BackingOf(
      this->map()))>;
  const auto fields = TypeInfoOf<Backing>().trailing->nested->fields;

  ASSERT_EQ(fields.size(), 2u);
  EXPECT_EQ(fields[0].kind, FieldKind::kEphemeronKey);
  EXPECT_EQ(fields[1].kind, FieldKind::kEphemeronValue);
  EXPECT_EQ(fields[0].target, &type_slot<Item>);
  EXPECT_EQ(fields[1].target, &type_slot<Item>);
}

// Values of weak keys that have several parts.

struct WeakParts {
  WeakMember<Item> first;
  String name;
  std::array<WeakMember<Item>, 2> others;
  HALFWORD_FIELDS(WeakParts, first, name, others)
};
struct NamedNumber {
  String name;
  int number = 0;
  HALFWORD_FIELDS(NamedNumber, name, number)
};
class PartsOwner : public GarbageCollected<PartsOwner> {
 public:
  HeapHashMap<WeakMember<Item>, WeakParts> parts_;
  HeapHashMap<WeakMember<Item>, NamedNumber> named_;
  HALFWORD_FIELDS(PartsOwner, parts_, named_)
};

TEST_F(WeakTablesTest, TheWeakPartsOfAValueAreClearedOneByOne) {
  const Persistent<PartsOwner> owner =
      MakeGarbageCollected<PartsOwner>(heap().GetAllocationHandle());
  const std::vector<Item*> keys = NewItems(600, 2);
  const std::vector<Item*> firsts = NewItems(600, 3);
  const std::vector<Item*> others = NewItems(600, 5);
  for (size_t i = 0; i < keys.size(); ++i) {
    const String name(std::string(20, 'a') + std::to_string(i));
    owner->parts_.try_emplace(keys[i],
                              WeakParts{firsts[i], name, {others[i], keys[i]}});
  }
  CollectPrecisely(heap());

  EXPECT_EQ(owner->parts_.size(), 300u);
  for (const auto& [key, value] : owner->parts_) {
    const int i = key->number_;
    EXPECT_EQ(i % 2, 0);
    EXPECT_EQ(value.first != nullptr, i % 3 == 0);
    EXPECT_EQ(value.others[0] != nullptr, i % 5 == 0);
    EXPECT_EQ(value.others[1], key);
    EXPECT_EQ(value.name, std::string(20, 'a') + std::to_string(i));
  }
  EXPECT_EQ(Findings(heap()), "");
  Release();
  CollectPrecisely(heap());
  EXPECT_TRUE(owner->parts_.empty());
  EXPECT_EQ(Findings(heap()), "");
}

TEST_F(WeakTablesTest, AStringInAValueLivesAsLongAsTheKey) {
  const Persistent<PartsOwner> owner =
      MakeGarbageCollected<PartsOwner>(heap().GetAllocationHandle());
  for (Item* const item : NewItems(600, 2)) {
    const String name(std::string(20, 'b') + std::to_string(item->number_));
    owner->named_.try_emplace(item, NamedNumber{name, item->number_});
  }
  CollectPrecisely(heap());

  EXPECT_EQ(owner->named_.size(), 300u);
  for (const auto& [key, value] : owner->named_) {
    EXPECT_EQ(value.number, key->number_);
    EXPECT_EQ(value.name, std::string(20, 'b') + std::to_string(key->number_));
  }
  EXPECT_EQ(Findings(heap()), "");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
