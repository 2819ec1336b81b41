// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Weak references after marking: slots and values that are cleared, callbacks
// that are called, containers that are held weakly.

#include "gc/weak/weak_references.h"

#include <algorithm>
#include <set>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Item : public GarbageCollected<Item> {
 public:
  explicit Item(int value = 0) : value_(value) {}
  int value_;
  HALFWORD_FIELDS(Item, value_)
};

class Watched : public GarbageCollectedMixin {
 public:
  int number_ = 0;
  HALFWORD_FIELDS(Watched, number_)
};

class WatchedItem : public Item, public Watched {
 public:
  HALFWORD_FIELDS(WatchedItem)
  HALFWORD_BASES(WatchedItem, Item, Watched)
};

class WeakHolder : public GarbageCollected<WeakHolder> {
 public:
  WeakMember<Item> weak_;
  WeakMember<Item> weaks_[30];
  WeakMember<Watched> mixin_;
  WeakMember<const Item> constant_;
  HALFWORD_FIELDS(WeakHolder, weak_, weaks_, mixin_, constant_)
};

class WeakRow : public GarbageCollected<WeakRow> {
 public:
  uint64_t count_ = 0;
  WeakMember<Item>* cells() {
    return reinterpret_cast<WeakMember<Item>*>(this + 1);
  }
  HALFWORD_FIELDS(WeakRow, count_)
  HALFWORD_TRAILING(WeakRow, WeakMember<Item>)
};

class WeakTest : public HeapTest {};
HALFWORD_INSTANTIATE_FOR_PAGES(WeakTest);

TEST_P(WeakTest, ClearsSlotsOfTheDeadAndLeavesThoseOfTheLiving) {
  const Persistent<WeakHolder> holder = Make<WeakHolder>();
  std::vector<Persistent<Item>> held;
  const auto new_item = [&](bool hold) {
    Item* const item = Make<Item>();
    if (hold) held.emplace_back(item);
    return item;
  };
  holder->weak_ = new_item(false);
  for (size_t i = 0; i < 30; ++i) holder->weaks_[i] = new_item(i % 3 == 0);
  holder->constant_ = new_item(true);
  CollectPrecisely(heap());

  EXPECT_EQ(holder->weak_, nullptr);
  for (size_t i = 0; i < 30; ++i) {
    EXPECT_EQ(holder->weaks_[i] != nullptr, i % 3 == 0) << i;
  }
  EXPECT_NE(holder->constant_, nullptr);
  held.clear();
  CollectPrecisely(heap());
  EXPECT_EQ(holder->weaks_[0], nullptr);
  EXPECT_EQ(holder->constant_, nullptr);
}

TEST_P(WeakTest, ClearsAReferenceToAMixinWithItsObject) {
  const Persistent<WeakHolder> holder = Make<WeakHolder>();
  Persistent<WatchedItem> item = Make<WatchedItem>();
  holder->mixin_ = item.Get();
  CollectPrecisely(heap());
  EXPECT_EQ(holder->mixin_, static_cast<Watched*>(item.Get()));

  item.Clear();
  CollectPrecisely(heap());
  EXPECT_EQ(holder->mixin_, nullptr);
}

TEST_P(WeakTest, LeavesTheSentinelInAWeakSlot) {
  const Persistent<WeakHolder> holder = Make<WeakHolder>();
  holder->weak_ = kSentinelPointer;
  CollectPrecisely(heap());

  EXPECT_EQ(holder->weak_, kSentinelPointer);
}

TEST_P(WeakTest, ClearsTrailingArraysOfWeakReferences) {
  constexpr size_t kCells = 5000;
  const Persistent<WeakRow> row = MakeGarbageCollected<WeakRow>(
      heap().GetAllocationHandle(),
      AdditionalBytes(kCells * sizeof(WeakMember<Item>)));
  std::vector<Persistent<Item>> held;
  for (size_t i = 0; i < kCells; ++i) {
    Item* const item = Make<Item>(static_cast<int>(i));
    row->cells()[i] = item;
    if (i % 7 == 0) held.emplace_back(item);
  }
  CollectPrecisely(heap());

  for (size_t i = 0; i < kCells; ++i) {
    if (i % 7 == 0) {
      ASSERT_EQ(row->cells()[i]->value_, static_cast<int>(i));
    } else {
      ASSERT_EQ(row->cells()[i], nullptr);
    }
  }
}

// A target that is marked after the slot was seen is not dead.
TEST_P(WeakTest, KeepsAWeakReferenceWhoseTargetIsFoundLater) {
  class Late : public GarbageCollected<Late> {
   public:
    WeakMember<Late> weak_;
    Member<Late> next_;
    HALFWORD_FIELDS(Late, weak_, next_)
  };
  const Persistent<Late> first = Make<Late>();
  Late* last = first.Get();
  for (int i = 0; i < 200; ++i) {
    last->next_ = Make<Late>();
    last = last->next_;
  }
  first->weak_ = last;
  CollectPrecisely(heap());

  EXPECT_EQ(first->weak_, last);
}

// Weak callbacks.

class Caller : public GarbageCollected<Caller> {
 public:
  void Trace(Visitor* visitor) const {
    visitor->Trace(weak_);
    visitor->RegisterWeakCallbackMethod<Caller, &Caller::AfterMarking>(this);
  }
  void AfterMarking(const LivenessBroker& broker) {
    ++calls_;
    saw_cleared_slot_ = weak_ == nullptr;
    raw_lives_ = broker.IsHeapObjectAlive(raw_);
    if (!raw_lives_) raw_ = nullptr;
  }

  WeakMember<Item> weak_;
  UntracedMember<Item> raw_;
  int calls_ = 0;
  bool saw_cleared_slot_ = false;
  bool raw_lives_ = false;
};

TEST_P(WeakTest, CallsBackOnceACycleAfterSlotsAreCleared) {
  const Persistent<Caller> caller = Make<Caller>();
  caller->weak_ = Make<Item>();
  caller->raw_ = Make<Item>();
  CollectPrecisely(heap());

  EXPECT_EQ(caller->calls_, 1);
  EXPECT_TRUE(caller->saw_cleared_slot_);
  EXPECT_FALSE(caller->raw_lives_);

  const Persistent<Item> held = Make<Item>();
  caller->raw_ = held.Get();
  caller->weak_ = held.Get();
  CollectPrecisely(heap());
  EXPECT_EQ(caller->calls_, 2);
  EXPECT_FALSE(caller->saw_cleared_slot_);
  EXPECT_TRUE(caller->raw_lives_);
  EXPECT_EQ(caller->raw_, held.Get());
}

TEST_P(WeakTest, DoesNotCallBackForDeadObjects) {
  static int calls;
  calls = 0;
  class Counter : public GarbageCollected<Counter> {
   public:
    void Trace(Visitor* visitor) const {
      visitor->RegisterWeakCallback(
          [](const LivenessBroker&, const void*) { ++calls; }, this);
    }
    int unused_ = 0;
  };
  const Persistent<Counter> living = Make<Counter>();
  Make<Counter>();
  CollectPrecisely(heap());

  EXPECT_EQ(calls, 1);
}

TEST_P(WeakTest, TheBrokerKnowsNullSentinelAndMixins) {
  static const Watched* mixin;
  static bool null_lives;
  static bool sentinel_lives;
  static bool mixin_lives;
  class Asker : public GarbageCollected<Asker> {
   public:
    void Trace(Visitor* visitor) const {
      visitor->RegisterWeakCallback(
          [](const LivenessBroker& broker, const void*) {
            const Item* const null = nullptr;
            const Item* const sentinel = kSentinelPointer;
            null_lives = broker.IsHeapObjectAlive(null);
            sentinel_lives = broker.IsHeapObjectAlive(sentinel);
            mixin_lives = broker.IsHeapObjectAlive(mixin);
          },
          this);
    }
    int unused_ = 0;
  };
  const Persistent<Asker> asker = Make<Asker>();
  Persistent<WatchedItem> item = Make<WatchedItem>();
  mixin = item.Get();
  CollectPrecisely(heap());
  EXPECT_TRUE(null_lives);
  EXPECT_TRUE(sentinel_lives);
  EXPECT_TRUE(mixin_lives);

  item.Clear();
  CollectPrecisely(heap());
  EXPECT_FALSE(mixin_lives);
}

// Ephemerons whose key is no object: nothing holds the value, so that it must
// not stay.

class Pairs : public GarbageCollected<Pairs> {
 public:
  EphemeronPair<Item, Item> pairs_[4];
  HALFWORD_FIELDS(Pairs, pairs_)
};

class PairByHand : public GarbageCollected<PairByHand> {
 public:
  void Trace(Visitor* visitor) const { visitor->Trace(pair_); }
  EphemeronPair<Item, Item> pair_;
};

TEST_P(WeakTest, ClearsTheValueOfAnEphemeronWithoutKey) {
  const Persistent<Pairs> pairs = Make<Pairs>();
  const Persistent<PairByHand> by_hand = Make<PairByHand>();
  pairs->pairs_[1].value = Make<Item>();
  by_hand->pair_.value = Make<Item>();
  CollectPrecisely(heap());

  EXPECT_EQ(pairs->pairs_[1].value, nullptr);
  EXPECT_EQ(by_hand->pair_.value, nullptr);
}

TEST_P(WeakTest, ClearsTheValueOfAnEphemeronWhoseKeyIsTheSentinel) {
  const Persistent<Pairs> pairs = Make<Pairs>();
  const Persistent<PairByHand> by_hand = Make<PairByHand>();
  pairs->pairs_[1].key = kSentinelPointer;
  pairs->pairs_[1].value = Make<Item>();
  by_hand->pair_.key = kSentinelPointer;
  by_hand->pair_.value = Make<Item>();
  CollectPrecisely(heap());

  EXPECT_EQ(pairs->pairs_[1].key, kSentinelPointer);
  EXPECT_EQ(pairs->pairs_[1].value, nullptr);
  EXPECT_EQ(by_hand->pair_.key, kSentinelPointer);
  EXPECT_EQ(by_hand->pair_.value, nullptr);
}

TEST_P(WeakTest, KeepsTheSentinelAsTheValueOfALivingKey) {
  const Persistent<Pairs> pairs = Make<Pairs>();
  const Persistent<Item> key = Make<Item>();
  pairs->pairs_[0].key = key.Get();
  pairs->pairs_[0].value = kSentinelPointer;
  CollectPrecisely(heap());

  EXPECT_EQ(pairs->pairs_[0].value, kSentinelPointer);
}

}  // namespace

// Weak containers: a table whose entries are removed when their items die, and
// which is traced as a whole only when it is also held strongly: by the stack,
// a handle, a Member, whenever marking comes to that.

namespace {

class Table : public GarbageCollected<Table> {
 public:
  static constexpr size_t kEntries = 8;
  void Trace(Visitor* visitor) const {
    visitor->TraceMultiple(entries_, kEntries);
    visitor->Trace(owner_);
  }
  void RemoveDead(const LivenessBroker& broker) {
    for (Member<Item>& entry : entries_) {
      if (!broker.IsHeapObjectAlive(entry)) entry = nullptr;
    }
  }
  size_t count() const {
    return kEntries - static_cast<size_t>(
                          std::count(entries_, entries_ + kEntries, nullptr));
  }

  Member<Item> entries_[kEntries];
  Member<Item> owner_;
};

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal

namespace halfword::inline HALFWORD_ABI {

// Held weakly, the table still holds its owner_.
template <>
struct TraceTrait<internal::Table> {
  static TraceDescriptor GetTraceDescriptor(const void* self) {
    return {self, Trace};
  }
  static TraceDescriptor GetWeakTraceDescriptor(const void* self) {
    return {
        self, [](Visitor* visitor, const void* table) {
          visitor->Trace(static_cast<const internal::Table*>(table)->owner_);
        }};
  }
  static void Trace(Visitor* visitor, const void* self) {
    static_cast<const internal::Table*>(self)->Trace(visitor);
  }
};

}  // namespace halfword::inline HALFWORD_ABI

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class WeakTable : public GarbageCollected<WeakTable> {
 public:
  void Trace(Visitor* visitor) const {
    visitor->TraceWeakContainer(
        table_.get(),
        [](const LivenessBroker& broker, const void* self) {
          static_cast<const WeakTable*>(self)->table_->RemoveDead(broker);
        },
        this);
  }
  Member<Table> table_;
};

class WeakContainerTest : public HeapTest {
 protected:
  // Fills a table, and holds every second item.
  void Fill(Table* table) {
    for (size_t i = 0; i < Table::kEntries; ++i) {
      Item* const item = Make<Item>();
      table->entries_[i] = item;
      if (i % 2 == 0) held_.emplace_back(item);
    }
    table->owner_ = Make<Item>();
    owner_ = table->owner_.get();
  }

  std::vector<Persistent<Item>> held_;
  WeakPersistent<Item> owner_;
};
HALFWORD_INSTANTIATE_FOR_PAGES(WeakContainerTest);

TEST_P(WeakContainerTest, IsHeldWithoutItsEntries) {
  Persistent<WeakTable> root = Make<WeakTable>();
  root->table_ = Make<Table>();
  const WeakPersistent<Table> table = root->table_.get();
  Fill(root->table_);
  CollectPrecisely(heap());

  ASSERT_NE(table.Get(), nullptr);
  EXPECT_EQ(table->count(), Table::kEntries / 2);
  EXPECT_NE(owner_.Get(), nullptr);
  root.Clear();
  CollectPrecisely(heap());
  EXPECT_EQ(table.Get(), nullptr);
  EXPECT_EQ(owner_.Get(), nullptr);
}

TEST_P(WeakContainerTest, IsHeldWithItsEntriesWhileTheStackRefersToIt) {
  const Persistent<WeakTable> root = Make<WeakTable>();
  CallAndScrub([&] {
    root->table_ = Make<Table>();
    Fill(root->table_);
  });
  Table* volatile on_stack = root->table_;
  CollectConservatively(heap());
  EXPECT_EQ(on_stack->count(), Table::kEntries);

  on_stack = nullptr;
  CollectPrecisely(heap());
  EXPECT_EQ(root->table_->count(), Table::kEntries / 2);
}

// The key of an ephemeron may be found first as somebody's weak container.
class TableKeyed : public GarbageCollected<TableKeyed> {
 public:
  EphemeronPair<Item, WeakTable> to_table_;
  EphemeronPair<Table, Item> by_table_;
  HALFWORD_FIELDS(TableKeyed, to_table_, by_table_)
};

TEST_P(WeakContainerTest, IsAKeyLikeAnyOtherObject) {
  const Persistent<TableKeyed> pairs = Make<TableKeyed>();
  const Persistent<Item> key = Make<Item>();
  WeakTable* const weak_table = Make<WeakTable>();
  weak_table->table_ = Make<Table>();
  pairs->to_table_ = {key.Get(), weak_table};
  pairs->by_table_ = {weak_table->table_.get(), Make<Item>(7)};
  const WeakPersistent<Item> value = pairs->by_table_.value.get();
  CollectPrecisely(heap());

  ASSERT_NE(value.Get(), nullptr);
  EXPECT_EQ(pairs->by_table_.value->value_, 7);
}

// Whichever of the two handles marking comes to first.
TEST_P(WeakContainerTest, IsHeldWithItsEntriesByAHandle) {
  for (const bool table_is_first : {false, true}) {
    Persistent<WeakTable> root;
    Persistent<Table> table;
    CallAndScrub([&] {
      WeakTable* const weak_table = Make<WeakTable>();
      weak_table->table_ = Make<Table>();
      Fill(weak_table->table_);
      if (table_is_first) table = weak_table->table_.get();
      root = weak_table;
      if (!table_is_first) table = weak_table->table_.get();
    });
    CollectPrecisely(heap());
    EXPECT_EQ(table->count(), Table::kEntries) << table_is_first;

    table.Clear();
    CollectPrecisely(heap());
    EXPECT_EQ(root->table_->count(), Table::kEntries / 2) << table_is_first;
  }
}

class TableHolder : public GarbageCollected<TableHolder> {
 public:
  Member<TableHolder> next_;
  Member<Table> table_;
  EphemeronPair<Item, TableHolder> by_item_;
  EphemeronPair<Table, Item> by_table_;
  HALFWORD_FIELDS(TableHolder, next_, table_, by_item_, by_table_)
};

TEST_P(WeakContainerTest, IsHeldWithItsEntriesByAMemberThatIsFoundLater) {
  const Persistent<WeakTable> root = Make<WeakTable>();
  const Persistent<TableHolder> holder = Make<TableHolder>();
  root->table_ = Make<Table>();
  Fill(root->table_);
  TableHolder* last = holder;
  for (int i = 0; i < 100; ++i) {
    last->next_ = Make<TableHolder>();
    last = last->next_;
  }
  last->table_ = root->table_;
  CollectPrecisely(heap());
  EXPECT_EQ(root->table_->count(), Table::kEntries);

  holder->next_ = nullptr;
  CollectPrecisely(heap());
  EXPECT_EQ(root->table_->count(), Table::kEntries / 2);
}

// The key is what the table holds even when it is held weakly. So the value is
// traced after ordinary marking has ended, and long after the table was found.
TEST_P(WeakContainerTest, IsHeldWithItsEntriesByTheValueOfAnEphemeron) {
  const Persistent<WeakTable> root = Make<WeakTable>();
  const Persistent<TableHolder> holder = Make<TableHolder>();
  root->table_ = Make<Table>();
  Fill(root->table_);
  holder->by_item_ = {root->table_->owner_.get(), Make<TableHolder>()};
  holder->by_item_.value->table_ = root->table_;
  CollectPrecisely(heap());
  EXPECT_EQ(root->table_->count(), Table::kEntries);

  holder->by_item_.value = nullptr;
  CollectPrecisely(heap());
  EXPECT_EQ(root->table_->count(), Table::kEntries / 2);
}

TEST_P(WeakContainerTest, IsTheKeyOfAnEphemeronThatIsFoundLater) {
  const Persistent<WeakTable> root = Make<WeakTable>();
  const Persistent<TableHolder> holder = Make<TableHolder>();
  root->table_ = Make<Table>();
  Fill(root->table_);
  holder->by_item_ = {root->table_->owner_.get(), Make<TableHolder>()};
  holder->by_item_.value->by_table_ = {root->table_.get(), Make<Item>(7)};
  const WeakPersistent<Item> value =
      holder->by_item_.value->by_table_.value.get();
  CollectPrecisely(heap());

  ASSERT_NE(value.Get(), nullptr);
  EXPECT_EQ(value->value_, 7);
  EXPECT_EQ(root->table_->count(), Table::kEntries / 2);
}

TEST_P(WeakContainerTest, MayBeNull) {
  const Persistent<WeakTable> root = Make<WeakTable>();
  CollectPrecisely(heap());

  EXPECT_EQ(root->table_, nullptr);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
