// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Weak tables between the pause and the end of their cleaning: what died is
// gone for whoever asks, wherever the cleaning has come to, and its memory is
// not handed out before.

#include "gc/weak/table_cleaning.h"

#include <array>
#include <iterator>
#include <memory>
#include <set>
#include <vector>

#include "gc/gc_testing.h"
#include "gc/marking/marker.h"
#include "gc/marking/stack_scanner.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "halfword/internal/backing.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class CleanedItem : public GarbageCollected<CleanedItem> {
 public:
  explicit CleanedItem(int number) : number_(number) {}
  int number_;
  HALFWORD_FIELDS(CleanedItem, number_)
};

class LargeItem : public GarbageCollected<LargeItem> {
 public:
  char bytes_[size_t{1} << 15] = {};
  HALFWORD_FIELDS(LargeItem, bytes_)
};

// A key that refers weakly to what is no part of what it is compared by.
struct NumberWithItem {
  int number_ = 0;
  WeakMember<CleanedItem> item_;
  HALFWORD_FIELDS(NumberWithItem, number_, item_)
};
struct NumberTraits {
  static constexpr bool kUsesNoHeap = true;
  static constexpr bool kIgnoresWeakFields = true;
  static uint64_t Hash(const NumberWithItem& key, uint64_t seed) {
    return HashNumber(static_cast<uint64_t>(key.number_), seed);
  }
  static bool Equal(const NumberWithItem& a, const NumberWithItem& b) {
    return a.number_ == b.number_;
  }
};

// A key that is hashed by what it refers to, and whose constructor allocates.
struct ItemKey {
  ItemKey() { ++made_count; }
  ItemKey(CleanedItem* item, const String& name) : item_(item), name_(name) {}
  static inline int made_count = 0;
  Member<CleanedItem> item_;
  String name_ = "a name of more than three bytes";
  HALFWORD_FIELDS(ItemKey, item_, name_)
};
struct ItemKeyTraits {
  static uint64_t Hash(const ItemKey& key, uint64_t seed) {
    return HashNumber(static_cast<uint64_t>(key.item_->number_), seed);
  }
  static bool Equal(const ItemKey& a, const ItemKey& b) {
    return a.item_->number_ == b.item_->number_;
  }
};
using ByItemKey = HeapHashMap<ItemKey, WeakMember<CleanedItem>, ItemKeyTraits>;

class Tables : public GarbageCollected<Tables> {
 public:
  HeapHashSet<WeakMember<CleanedItem>> set_;
  HeapLinkedHashSet<WeakMember<CleanedItem>> linked_;
  HeapHashMap<WeakMember<CleanedItem>, Member<CleanedItem>> pairs_;
  HeapHashMap<int, WeakMember<CleanedItem>> values_;
  HeapHashMap<NumberWithItem, WeakMember<CleanedItem>, NumberTraits> numbers_;
  HeapHashMap<WeakMember<CleanedItem>, std::array<WeakMember<CleanedItem>, 2>>
      rows_;
  ByItemKey by_item_;
  HeapHashSet<WeakMember<LargeItem>> large_;
  HeapVector<Member<CleanedItem>> kept_;
  HALFWORD_FIELDS(Tables, set_, linked_, pairs_, values_, numbers_, rows_,
                  by_item_, large_, kept_)
};

constexpr int kCount = 3000;

class TableCleaningTest : public ::testing::Test {
 protected:
  TableCleaningTest() {
    tables_ = Make<Tables>();
    CallAndScrub([this] { Fill(); });
  }

  template <typename T, typename... Args>
  T* Make(Args&&... args) {
    return MakeGarbageCollected<T>(heap_->GetAllocationHandle(),
                                   std::forward<Args>(args)...);
  }

  // Every third item lives.
  void Fill() {
    for (int i = 0; i < kCount; ++i) {
      auto* const item = Make<CleanedItem>(i);
      if (i % 3 == 0) tables_->kept_.push_back(item);
      tables_->set_.insert(item);
      tables_->linked_.insert(item);
      tables_->pairs_.insert_or_assign(item, Make<CleanedItem>(-i));
      tables_->values_[i] = item;
    }
  }

  // All is left to be swept.
  void CollectLazily() {
    heap_->Collect({.stack = StackState::kNoHeapPointers,
                    .reason = "test",
                    .sweeping = Sweeping::kLazy});
    ASSERT_TRUE(collector().has_tables_to_clean());
  }
  // The same by hand, with nothing on the stack but this word.
  void CollectWithWord(uintptr_t word) {
    collector().CloseRuns();
    collector().FinishSweep();
    Marker marker(&collector());
    marker.MarkRoot(tables_.Get());
    const void* const stack[] = {reinterpret_cast<const void*>(word)};
    ScanStack({.start = std::end(stack), .end = stack}, stack, &marker);
    marker.Finish();
    collector().EndMarking();
    ++collections_of_thread;
    TableCleaning& cleaning = CollectorTestPeer::Cleaning(collector());
    marker.SettleWeakReferences(&cleaning, {});
    ASSERT_FALSE(cleaning.empty());
    collector().BeginSweep(marker.live_bytes(), &cleaning);
  }
  void CollectWithStack() {
    heap_->Collect({.stack = StackState::kMayContainHeapPointers,
                    .reason = "test",
                    .sweeping = Sweeping::kLazy});
    ASSERT_TRUE(collector().has_tables_to_clean());
  }
  // Cleans all, and says what was found. between: called after a few steps.
  template <typename Function>
  double SpareBytes(Function between) {
    return static_cast<double>(Found(between).spare_bytes);
  }
  template <typename Function>
  TableCleaning::Found Found(Function between) {
    CollectWithWord(0);
    TableCleaning& cleaning = CollectorTestPeer::Cleaning(collector());
    for (int i = 0; i < 3; ++i) cleaning.Advance();
    between();
    while (!cleaning.Advance()) continue;
    return cleaning.TakeFound();
  }
  void CleanSome(int steps) {
    for (int i = 0; i < steps; ++i) collector().SweepSomePage();
  }

  Collector& collector() { return CollectorOf(*heap_); }

  std::unique_ptr<Heap> heap_ = Heap::Create({.growth_bytes_min = SIZE_MAX});
  Persistent<Tables> tables_;
};

template <typename Function>
int CountAll(const Tables& tables, Function number_of) {
  int count = 0;
  for (const auto& item : tables.set_) count += number_of(item.Get());
  for (const auto& item : tables.linked_) count += number_of(item.Get());
  for (const auto& [key, value] : tables.pairs_) {
    count += number_of(key.Get());
    EXPECT_EQ(value->number_, -key->number_);
  }
  for (const auto& [key, value] : tables.values_) {
    EXPECT_EQ(value->number_, key);
    count += number_of(value.Get());
  }
  return count;
}

int IsOfThree(const CleanedItem* item) {
  EXPECT_EQ(item->number_ % 3, 0);
  return 1;
}

TEST_F(TableCleaningTest, IteratorsSkipTheDeadWhereverItHasComeTo) {
  CollectLazily();
  for (int step = 0; collector().has_tables_to_clean(); ++step) {
    ASSERT_LT(step, 1000);
    EXPECT_EQ(CountAll(*tables_, IsOfThree), 4 * kCount / 3);
    EXPECT_EQ(Findings(*heap_), "");
    CleanSome(1);
  }
  EXPECT_EQ(CountAll(*tables_, IsOfThree), 4 * kCount / 3);
}

TEST_F(TableCleaningTest, SizesAreRightAtOnce) {
  CollectLazily();
  CleanSome(3);
  EXPECT_EQ(tables_->set_.size(), size_t{kCount / 3});
  EXPECT_EQ(tables_->linked_.size(), size_t{kCount / 3});
  EXPECT_EQ(tables_->pairs_.size(), size_t{kCount / 3});
  EXPECT_EQ(tables_->values_.size(), size_t{kCount / 3});
  EXPECT_TRUE(collector().has_tables_to_clean());
  collector().FinishSweep();
  EXPECT_EQ(Findings(*heap_), "");
}

TEST_F(TableCleaningTest, NothingIsSweptBefore) {
  constexpr int kMore = 200'000;
  for (int i = 0; i < kMore; ++i) tables_->set_.insert(Make<CleanedItem>(1));
  std::set<uintptr_t> dead;
  for (const auto& item : tables_->set_) {
    if (item->number_ % 3 != 0) {
      dead.insert(reinterpret_cast<uintptr_t>(item.Get()));
    }
  }
  CollectLazily();
  size_t count = 0;
  for (; collector().has_tables_to_clean(); ++count) {
    ASSERT_LT(count, 1'000'000u);
    const auto address = reinterpret_cast<uintptr_t>(Make<CleanedItem>(1));
    if (collector().has_tables_to_clean()) {
      ASSERT_FALSE(dead.contains(address)) << count;
    }
  }
  // Allocation has done it, with several pages.
  EXPECT_GT(count, 2 * kPageBytes / sizeof(CleanedItem));
  collector().FinishSweep();
  EXPECT_EQ(tables_->set_.size(), size_t{kCount / 3});
}

TEST_F(TableCleaningTest, FindsAndInsertionsGoOn) {
  CollectLazily();
  for (int i = 0; collector().has_tables_to_clean(); ++i) {
    auto* const item = Make<CleanedItem>(kCount + 3 * i);
    EXPECT_TRUE(tables_->set_.insert(item).second);
    EXPECT_TRUE(tables_->linked_.insert(item).second);
    tables_->pairs_.insert_or_assign(item, Make<CleanedItem>(-item->number_));
    // Half of these were there, and have died.
    tables_->values_[3 * i + 1] = item;
    EXPECT_EQ(tables_->values_.find(3 * i + 1)->second, item);
    EXPECT_TRUE(tables_->set_.contains(item));
    EXPECT_TRUE(tables_->linked_.contains(item));
    EXPECT_EQ(tables_->pairs_.find(item)->first, item);
    tables_->kept_.push_back(item);
    if (i % 4 == 0) CleanSome(1);
  }
  collector().FinishSweep();
  EXPECT_EQ(tables_->set_.size(), tables_->kept_.size());
  EXPECT_EQ(tables_->linked_.size(), tables_->kept_.size());
  EXPECT_EQ(tables_->pairs_.size(), tables_->kept_.size());
  EXPECT_EQ(tables_->values_.size(), tables_->kept_.size());
  EXPECT_EQ(Findings(*heap_), "");
}

TEST_F(TableCleaningTest, ATableMayBeBuiltAnewOrGoAwayMeanwhile) {
  CollectLazily();
  CleanSome(2);
  tables_->set_.reserve(size_t{4} * kCount);
  tables_->linked_.reserve(size_t{4} * kCount);
  tables_->pairs_.clear();
  tables_->values_ = {};
  for (int i = 0; i < 50; ++i) {
    Make<CleanedItem>(i);
    CleanSome(1);
  }
  EXPECT_EQ(tables_->set_.size(), size_t{kCount / 3});
  EXPECT_EQ(tables_->linked_.size(), size_t{kCount / 3});
  collector().FinishSweep();
  EXPECT_EQ(Findings(*heap_), "");
  CollectPrecisely(*heap_);
  EXPECT_EQ(Findings(*heap_), "");
}

// Who looks at an entry when the pause comes finds it null.
TEST_F(TableCleaningTest, AnEntryThatTheStackRefersToIsNullAfterThePause) {
  const WeakMember<CleanedItem>* entry = nullptr;
  CallAndScrub([&] {
    for (const auto& item : tables_->set_) {
      if (item->number_ % 3 != 0) entry = &item;
    }
  });
  ASSERT_NE(entry, nullptr);
  const volatile auto address = reinterpret_cast<uintptr_t>(entry);
  CollectWithStack();
  EXPECT_EQ(reinterpret_cast<const WeakMember<CleanedItem>*>(address)->Get(),
            nullptr);
}

// An entry in the middle of a table says nothing of those far away.
TEST_F(TableCleaningTest, AnEntryOnTheStackLeavesOthersToTheCleaning) {
  std::vector<const WeakMember<CleanedItem>*> entries;
  for (const auto& item : tables_->linked_) entries.push_back(&item);
  const auto at = [&](size_t i) { return entries[i]->Get(); };
  const size_t near = kCount / 2;  // of each three, the second one dies
  CollectWithWord(reinterpret_cast<uintptr_t>(entries[near]));

  for (size_t i = near - 15; i < near + 16; ++i) {
    EXPECT_EQ(at(i) != nullptr, i % 3 == 0) << i;
  }
  EXPECT_NE(at(10), nullptr) << "the cleaning has not come there yet";
  EXPECT_NE(at(near - 40), nullptr);
  EXPECT_NE(at(near + 41), nullptr);
  EXPECT_NE(at(kCount - 1), nullptr);
  EXPECT_EQ(tables_->linked_.size(), size_t{kCount / 3});
  collector().FinishSweep();
  EXPECT_EQ(Findings(*heap_), "");
}

// It is no reference to an entry, also where an iterator holds it.
TEST_F(TableCleaningTest, ATableOnTheStackLeavesItsEntriesToTheCleaning) {
  const auto& first = *tables_->linked_.begin();
  const WeakMember<CleanedItem>* second = &*++tables_->linked_.begin();
  CollectWithWord(SlotBegin(reinterpret_cast<uintptr_t>(&first)));

  EXPECT_NE(second->Get(), nullptr) << "the cleaning has not come there yet";
  EXPECT_EQ(tables_->linked_.size(), size_t{kCount / 3});
  collector().FinishSweep();
  EXPECT_EQ(Findings(*heap_), "");
}

TEST_F(TableCleaningTest, TheFirstEntryOnTheStackStandsForTheFirstOnes) {
  std::vector<const WeakMember<CleanedItem>*> entries;
  for (const auto& item : tables_->linked_) entries.push_back(&item);
  CollectWithWord(reinterpret_cast<uintptr_t>(entries[0]));

  EXPECT_EQ(entries[1]->Get(), nullptr);
  EXPECT_EQ(entries[16]->Get(), nullptr);
  EXPECT_NE(entries[17]->Get(), nullptr)
      << "the cleaning has not come there yet";
  EXPECT_EQ(tables_->linked_.size(), size_t{kCount / 3});
  collector().FinishSweep();
  EXPECT_EQ(Findings(*heap_), "");
}

// Behind the last entry there may be some bytes of the slot.
TEST_F(TableCleaningTest, TheEndOfATableOnTheStackLeavesTheFirstEntries) {
  const auto* const first = &*tables_->linked_.begin();
  const WeakMember<CleanedItem>* second = &*++tables_->linked_.begin();
  const uintptr_t table = SlotBegin(reinterpret_cast<uintptr_t>(first));
  CollectWithWord(table + SlotBytes(RecordAt(PageIndexOf(table))) - 1);

  EXPECT_NE(second->Get(), nullptr) << "the cleaning has not come there yet";
  EXPECT_EQ(tables_->linked_.size(), size_t{kCount / 3});
  collector().FinishSweep();
  EXPECT_EQ(Findings(*heap_), "");
}

// It stands in memory that no scan looks at.
TEST_F(TableCleaningTest, AnIteratorFromBeforeGivesNull) {
  using Set = HeapHashSet<WeakMember<CleanedItem>>;
  using Linked = HeapLinkedHashSet<WeakMember<CleanedItem>>;
  const auto in_set = std::make_unique<Set::iterator>();
  const auto in_linked = std::make_unique<Linked::iterator>();
  CallAndScrub([&] {
    for (auto it = tables_->set_.begin(); it != tables_->set_.end(); ++it) {
      if ((*it)->number_ % 3 != 0) *in_set = it;
    }
    *in_linked = ++tables_->linked_.begin();
  });
  CollectLazily();
  EXPECT_EQ((**in_set).Get(), nullptr);
  EXPECT_EQ((**in_linked).Get(), nullptr);
  EXPECT_EQ((*++*in_linked)->number_, 3);
  EXPECT_EQ(tables_->set_.size(), size_t{kCount / 3});
  EXPECT_EQ(tables_->linked_.size(), size_t{kCount / 3});
}

// It may be about to be assigned through a reference.
TEST_F(TableCleaningTest, AValueThatIsNullIsNotTakenAway) {
  CollectLazily();
  WeakMember<CleanedItem>& value = tables_->values_[kCount + 1];
  collector().FinishSweep();
  value = tables_->kept_[0].Get();
  EXPECT_EQ(tables_->values_.find(kCount + 1)->second, tables_->kept_[0]);
  EXPECT_EQ(tables_->values_.size(), size_t{kCount / 3} + 1);
}

TEST_F(TableCleaningTest, ATableThatHasBecomeSparseShrinksAtTheNextInsertion) {
  const size_t capacity = tables_->set_.capacity();
  tables_->kept_.clear();
  CollectLazily();
  collector().FinishSweep();
  tables_->set_.insert(Make<CleanedItem>(0));
  EXPECT_LT(tables_->set_.capacity(), capacity / 16);
  EXPECT_EQ(tables_->set_.size(), 1u);
}

// Two thirds of the entries of each table died, so that all places but those
// of the rest are spare: 3,840, of entries of one word, two words (in two of
// the tables) and a number, with a byte and a fifteenth in their group; and
// 3,360 of a word and two numbers in the order of the linked one.
constexpr int kLivingCount = kCount / 3;
constexpr double kPlaces = 3840;
constexpr double kInGroup = 16.0 / 15;
constexpr double kWord = sizeof(Word);
constexpr double kNumber = 4;
constexpr double kSpareBytes = (kPlaces - kLivingCount) / kPlaces *
                               (kPlaces * (kWord + kNumber + 2 * kInGroup) +
                                2 * kPlaces * (2 * kWord + kInGroup) +
                                kPlaces * 7 / 8 * (kWord + 2 * kNumber));

TEST_F(TableCleaningTest, FindsRoomThatIsSpare) {
  EXPECT_NEAR(SpareBytes([] {}), kSpareBytes, kSpareBytes / 100);
}

TEST_F(TableCleaningTest, CountsEntriesAndPlaces) {
  const TableCleaning::Found found = Found([] {});
  EXPECT_EQ(found.first_count, 4u * kCount);
  EXPECT_EQ(found.kept_count, 4u * kCount / 3);
  EXPECT_EQ(found.place_count, static_cast<size_t>(4 * kPlaces));
  EXPECT_EQ(found.spare_count, found.place_count - found.kept_count);
}

TEST_F(TableCleaningTest, FindsTheSameWhereTheProgramCountsMeanwhile) {
  EXPECT_NEAR(SpareBytes([this] {
                EXPECT_EQ(tables_->set_.size(), size_t{kCount / 3});
                EXPECT_EQ(tables_->linked_.size(), size_t{kCount / 3});
                EXPECT_EQ(tables_->pairs_.size(), size_t{kCount / 3});
                EXPECT_EQ(tables_->values_.size(), size_t{kCount / 3});
              }),
              kSpareBytes, kSpareBytes / 10);
}

TEST_F(TableCleaningTest, FindsNoneSpareWhereAllLives) {
  for (const auto& item : tables_->set_) tables_->kept_.push_back(item);
  EXPECT_EQ(SpareBytes([] {}), 0);
}

// A table in use keeps what it has grown to, though little of it is in use.
TEST_F(TableCleaningTest, FindsRoomSpareThatHasBeenErased) {
  for (const auto& item : tables_->set_) tables_->kept_.push_back(item);
  for (int i = 0; i < kCount; ++i) {
    if (i % 100 != 0) tables_->set_.erase(tables_->values_[i]);
  }
  constexpr int kNeededPlaceCount = 4 * kCount / 100;
  EXPECT_NEAR(SpareBytes([] {}),
              (kPlaces - kNeededPlaceCount) * (kWord + kInGroup), 100);
}

// Such a map waits for no cleaning, which looks at keys and values alone.
TEST_F(TableCleaningTest, WeakPartsOfKeysAreClearedInThePause) {
  CallAndScrub([this] {
    for (int i = 0; i < 100; ++i) {
      tables_->numbers_.insert_or_assign(
          NumberWithItem{i, Make<CleanedItem>(i)}, tables_->kept_[0]);
    }
  });
  CollectLazily();
  int count = 0;
  for (const auto& entry : tables_->numbers_) {
    EXPECT_EQ(entry.first.item_, nullptr);
    EXPECT_EQ(entry.second, tables_->kept_[0]);
    ++count;
  }
  EXPECT_EQ(count, 100);
  collector().FinishSweep();
  EXPECT_EQ(Findings(*heap_), "");
}

TEST_F(TableCleaningTest, WeakElementsOfValuesAreClearedInThePause) {
  CallAndScrub([this] {
    for (const auto& kept : tables_->kept_) {
      tables_->rows_[kept] = {Make<CleanedItem>(-1), kept.Get()};
    }
  });
  CollectLazily();
  for (const auto& [key, row] : tables_->rows_) {
    EXPECT_EQ(row[0], nullptr);
    EXPECT_EQ(row[1], key);
  }
  EXPECT_EQ(tables_->rows_.size(), tables_->kept_.size());
  collector().FinishSweep();
  EXPECT_EQ(Findings(*heap_), "");
}

// It may run in a pause, where nothing may be allocated.
TEST_F(TableCleaningTest, RunsNoConstructorOfTheProgram) {
  CallAndScrub([this] {
    for (int i = 0; i < 100; ++i) {
      tables_->by_item_.insert_or_assign(
          ItemKey(Make<CleanedItem>(i), "a name"),
          i % 10 == 0 ? tables_->kept_[0].Get() : Make<CleanedItem>(i));
    }
  });
  ItemKey::made_count = 0;
  CollectLazily();
  collector().FinishSweep();
  EXPECT_EQ(ItemKey::made_count, 0);
  EXPECT_EQ(tables_->by_item_.size(), 10u);
  EXPECT_EQ(Findings(*heap_), "");
}

// It is hashed where the table is built anew before it was cleaned.
TEST_F(TableCleaningTest, AKeyStaysUnderAnIteratorFromBeforeItsValueDied) {
  const auto iterator = std::make_unique<ByItemKey::iterator>();
  CallAndScrub([&] {
    for (int i = 0; i < 100; ++i) {
      tables_->by_item_.insert_or_assign(
          ItemKey(Make<CleanedItem>(i), "a name"), Make<CleanedItem>(i));
    }
    *iterator = tables_->by_item_.begin();
  });
  CollectLazily();
  EXPECT_EQ((*iterator)->second, nullptr);
  EXPECT_EQ((*iterator)->first.name_, "a name");
  tables_->by_item_.reserve(1000);
  EXPECT_EQ(tables_->by_item_.size(), 0u);
  collector().FinishSweep();
  EXPECT_EQ(Findings(*heap_), "");
}

TEST_F(TableCleaningTest, LargeObjectsDieInTables) {
  const Persistent<LargeItem> kept = Make<LargeItem>();
  CallAndScrub([&] {
    tables_->large_.insert(kept.Get());
    for (int i = 0; i < 5; ++i) tables_->large_.insert(Make<LargeItem>());
  });
  CollectLazily();
  for (const auto& item : tables_->large_) EXPECT_EQ(item, kept);
  EXPECT_EQ(tables_->large_.size(), 1u);
  EXPECT_EQ(Findings(*heap_), "");
  collector().FinishSweep();
  EXPECT_EQ(Findings(*heap_), "");
}

TEST_F(TableCleaningTest, AHeapMayEndMeanwhile) {
  CollectLazily();
  tables_.Clear();
  heap_.reset();
  EXPECT_EQ(heaps_with_tables_to_clean, 0u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
