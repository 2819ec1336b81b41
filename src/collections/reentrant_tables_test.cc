// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Tables that are used by what hashing a key runs: a concatenation is made
// flat, or a HashTraits of the program allocates, that collects, and the
// collection's callback clears the table or builds it anew
// (design/tables.md#req.table.anew).

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI {

namespace internal {

// A key whose hash and whose comparison run what a test says.
struct Key {
  int32_t number = 0;
  static inline std::function<void()> on_hash;
  static inline std::function<void()> on_equal;
  HALFWORD_FIELDS(Key, number)
};

}  // namespace internal

template <>
struct HashTraits<internal::Key> {
  static uint64_t Hash(const internal::Key& key, uint64_t seed) {
    if (internal::Key::on_hash) internal::Key::on_hash();
    return HashNumber(static_cast<uint64_t>(key.number), seed);
  }
  static bool Equal(const internal::Key& a, const internal::Key& b) {
    if (internal::Key::on_equal) internal::Key::on_equal();
    return a.number == b.number;
  }
};

namespace internal {
namespace {

class Item : public GarbageCollected<Item> {
 public:
  int32_t number_ = 0;
  HALFWORD_FIELDS(Item, number_)
};

// Hashes of weak keys that run what a test says.
struct ItemTraits : HashTraits<WeakMember<Item>> {
  static constexpr bool kUsesNoHeap = false;
  static uint64_t Hash(const WeakMember<Item>& item, uint64_t seed) {
    if (internal::Key::on_hash) internal::Key::on_hash();
    return HashTraits<WeakMember<Item>>::Hash(item, seed);
  }
};

constexpr int32_t kCount = 1000;
constexpr size_t kRoomForMany = 10'000;
constexpr size_t kManyBytes = 200'000;

// Hashes of lists that run what a test says.
struct VectorTraits {
  static uint64_t Hash(const HeapVector<int32_t>& list, uint64_t seed) {
    if (Key::on_hash) Key::on_hash();
    return HashNumber(static_cast<uint64_t>(list.front()), seed);
  }
  static bool Equal(const HeapVector<int32_t>& a,
                    const HeapVector<int32_t>& b) {
    return a == b;
  }
};

class Tables : public GarbageCollected<Tables> {
 public:
  HeapHashSet<String> strings_;
  HeapLinkedHashSet<String> linked_strings_;
  HeapHashMap<Key, int32_t> map_;
  HeapHashMap<Key, HeapVector<int32_t>> vectors_;
  HeapHashMap<String, HeapVector<int32_t>> by_text_;
  HeapHashMap<Key, MutableString> texts_;
  HeapLinkedHashSet<Key> linked_;
  HeapHashSet<HeapVector<int32_t>, VectorTraits> lists_;
  HeapHashSet<WeakMember<Item>, ItemTraits> weak_items_;
  HeapVector<Member<Item>> items_;
  HALFWORD_FIELDS(Tables, strings_, linked_strings_, map_, vectors_, by_text_,
                  texts_, linked_, lists_, weak_items_, items_)
};

class ReentrantTablesTest : public ::testing::Test {
 protected:
  ~ReentrantTablesTest() override {
    Key::on_hash = nullptr;
    Key::on_equal = nullptr;
  }

  Tables& tables() { return *tables_; }

  Item* NewItem() {
    return MakeGarbageCollected<Item>(heap_->GetAllocationHandle());
  }
  // Fills a weak table with what all but dies with the next collection.
  HALFWORD_NOINLINE void FillWeakItems() {
    auto& set = tables().weak_items_;
    set.reserve(kCount);
    while (set.size() < set.capacity()) {
      tables().items_.push_back(NewItem());
      set.insert(tables().items_.back());
    }
    tables().items_.resize(5);
  }
  void CollectLazily() {
    ScrubStack();
    heap_->Collect({.stack = StackState::kNoHeapPointers,
                    .reason = "test",
                    .sweeping = Sweeping::kLazy});
  }
  void CollectWithStack() {
    heap_->Collect({.stack = StackState::kMayContainHeapPointers});
  }
  void SweepAll() { CollectorOf(*heap_).FinishSweep(); }
  void ExpectSound() { EXPECT_EQ(Findings(*heap_), ""); }

  // Has the next large object collect, and the collection call this.
  void CallInNextCollection(std::function<void()> callback) {
    callback_ = std::move(callback);
    CollectorOf(*heap_).set_budget_bytes(1);
  }
  // Has a hash do that, the one after so many.
  void CallInHash(int count, std::function<void()> callback) {
    callback_ = std::move(callback);
    Key::on_hash = [this, count]() mutable {
      if (count-- != 0) return;
      CollectorOf(*heap_).set_budget_bytes(1);
      AllocateMuch();
    };
  }
  void AllocateMuch() { String(std::string(kManyBytes, 'x')); }
  bool WasCalled() {
    Key::on_hash = nullptr;
    return callback_ == nullptr;
  }

  // Of many bytes, and a concatenation, which hashing makes flat.
  String Rope() { return String(half_) + String(half_); }
  std::string RopeText() { return half_ + half_; }

  // What FillMap() has made, where keep(key) is true.
  template <typename Keep>
  void ExpectMap(Keep keep) {
    size_t count = 0;
    for (int32_t i = 0; i < kCount; ++i) {
      const auto found = tables().map_.find(Key{i});
      ASSERT_EQ(found != tables().map_.end(), keep(i)) << i;
      if (!keep(i)) continue;
      EXPECT_EQ((*found).second, i);
      ++count;
    }
    EXPECT_EQ(tables().map_.size(), count);
    EXPECT_EQ(Findings(*heap_), "");
  }
  void FillMap() {
    for (int32_t i = 0; i < kCount; ++i) tables().map_[Key{i}] = i;
  }
  void FillLinked() {
    for (int32_t i = 0; i < kCount; ++i) tables().linked_.insert(Key{i});
  }
  // That the elements are from first to last, in order.
  void ExpectLinked(int32_t first, int32_t last) {
    int32_t next = first;
    for (const Key& key : tables().linked_) EXPECT_EQ(key.number, next++);
    EXPECT_EQ(next, last + 1);
    for (int32_t i = first; i <= last; ++i) {
      EXPECT_TRUE(tables().linked_.contains(Key{i})) << i;
    }
    EXPECT_EQ(Findings(*heap_), "");
  }

 private:
  const std::string half_ = std::string(kManyBytes / 2, 'h');
  std::function<void()> callback_;
  std::unique_ptr<Heap> heap_ =
      Heap::Create({.marking_support = MarkingType::kAtomic,
                    .cycle_callback = [this](Heap&, const CycleRecord&) {
                      // What it calls may hash.
                      const auto on_hash = std::exchange(Key::on_hash, nullptr);
                      if (callback_ != nullptr) {
                        std::exchange(callback_, nullptr)();
                      }
                      Key::on_hash = on_hash;
                    }});
  Persistent<Tables> tables_ =
      MakeGarbageCollected<Tables>(heap_->GetAllocationHandle());
};

// Strings: a look-up that makes its key flat.
template <typename Set>
void FillWithStrings(Set* set, std::string_view rope) {
  set->clear();
  for (int i = 0; i < 20; ++i) set->insert(String(std::to_string(i)));
  set->insert(rope);
}

class ReentrantStringsTest : public ReentrantTablesTest {
 protected:
  template <typename Set>
  void FindInWhatIsCleared(Set* set) {
    FillWithStrings(set, RopeText());
    String rope = Rope();
    CallInNextCollection([=] { set->clear(); });
    EXPECT_TRUE(set->find(rope) == set->end());
    EXPECT_TRUE(WasCalled());

    FillWithStrings(set, RopeText());
    rope = Rope();
    CallInNextCollection([=] { set->clear(); });
    EXPECT_EQ(set->erase(rope), 0u);
    EXPECT_TRUE(WasCalled());
    EXPECT_TRUE(set->empty());
  }
  template <typename Set>
  void FindInWhatIsBuiltAnew(Set* set) {
    FillWithStrings(set, RopeText());
    String rope = Rope();
    CallInNextCollection([=] { set->reserve(10 * set->capacity()); });
    const auto found = set->find(rope);
    EXPECT_TRUE(WasCalled());
    ASSERT_TRUE(found != set->end());
    EXPECT_EQ(*found, rope);
    set->erase(found);
    EXPECT_EQ(set->size(), 20u);
    EXPECT_FALSE(set->contains(rope));

    set->insert(RopeText());
    rope = Rope();
    CallInNextCollection([=] { set->reserve(10 * set->capacity()); });
    EXPECT_EQ(set->erase(rope), 1u);
    EXPECT_TRUE(WasCalled());
    EXPECT_EQ(set->size(), 20u);
  }
  template <typename Set>
  void InsertIntoWhatIsCleared(Set* set) {
    FillWithStrings(set, RopeText());
    const String rope = Rope();
    CallInNextCollection([=] { set->clear(); });
    EXPECT_TRUE(set->insert(rope).second);
    EXPECT_TRUE(WasCalled());
    EXPECT_EQ(set->size(), 1u);
    EXPECT_TRUE(set->contains(RopeText()));
  }
};

TEST_F(ReentrantStringsTest, AreNotFoundInWhatIsCleared) {
  FindInWhatIsCleared(&tables().strings_);
  FindInWhatIsCleared(&tables().linked_strings_);
}
TEST_F(ReentrantStringsTest, AreFoundInWhatIsBuiltAnew) {
  FindInWhatIsBuiltAnew(&tables().strings_);
  FindInWhatIsBuiltAnew(&tables().linked_strings_);
}
TEST_F(ReentrantStringsTest, AreInsertedIntoWhatIsCleared) {
  InsertIntoWhatIsCleared(&tables().strings_);
  InsertIntoWhatIsCleared(&tables().linked_strings_);
}

// Keys of the program: a table that is built anew hashes all of them.
TEST_F(ReentrantTablesTest, AMapIsClearedWhileItIsBuiltAnew) {
  FillMap();
  CallInHash(kCount / 2, [this] { tables().map_.clear(); });
  tables().map_.reserve(kRoomForMany);
  EXPECT_TRUE(WasCalled());
  EXPECT_GE(tables().map_.capacity(), kRoomForMany);
  ExpectMap([](int32_t) { return false; });
}

TEST_F(ReentrantTablesTest, AMapIsClearedWhileAnInsertionBuildsItAnew) {
  FillMap();
  int32_t last = kCount;
  for (; tables().map_.size() < tables().map_.capacity(); ++last) {
    tables().map_[Key{last}] = last;
  }
  CallInHash(kCount / 2, [this] { tables().map_.clear(); });
  tables().map_[Key{7}] = 7;
  EXPECT_EQ(tables().map_.size(), static_cast<size_t>(last));  // it was there
  tables().map_[Key{last}] = last;
  EXPECT_TRUE(WasCalled());
  EXPECT_EQ(tables().map_.size(), 1u);
  EXPECT_EQ(tables().map_.at(Key{last}), last);
}

TEST_F(ReentrantTablesTest, EntriesAreErasedWhileAMapIsBuiltAnew) {
  FillMap();
  CallInHash(kCount / 2, [this] {
    erase_if(tables().map_,
             [](const auto& entry) { return entry.first.number % 3 != 0; });
  });
  tables().map_.reserve(kRoomForMany);
  EXPECT_TRUE(WasCalled());
  ExpectMap([](int32_t i) { return i % 3 == 0; });
}

// Erased places are taken again, by keys of another hash.
TEST_F(ReentrantTablesTest, EntriesAreReplacedWhileAMapIsBuiltAnew) {
  for (int32_t i = kCount; i < 2 * kCount; ++i) tables().map_[Key{i}] = i;
  CallInHash(kCount / 2, [this] {
    erase_if(tables().map_, [](const auto&) { return true; });
    FillMap();
  });
  tables().map_.reserve(kRoomForMany);
  EXPECT_TRUE(WasCalled());
  ExpectMap([](int32_t) { return true; });
}

TEST_F(ReentrantTablesTest, AMapIsExchangedWhileItIsBuiltAnew) {
  FillMap();
  const Persistent<Tables> other =
      MakeGarbageCollected<Tables>(CurrentAllocationHandle());
  other->map_[Key{kCount}] = kCount;
  CallInHash(kCount / 2, [&] { other->map_.swap(tables().map_); });
  tables().map_.reserve(kRoomForMany);
  EXPECT_TRUE(WasCalled());
  EXPECT_EQ(tables().map_.size(), 1u);
  EXPECT_EQ(tables().map_.at(Key{kCount}), kCount);
  other->map_.swap(tables().map_);
  ExpectMap([](int32_t) { return true; });
}

TEST_F(ReentrantTablesTest, AHashThatThrowsLeavesAMapAsItWas) {
  HeapHashMap<Key, HeapVector<int32_t>>& vectors = tables().vectors_;
  for (int32_t i = 0; i < kCount; ++i) vectors[Key{i}] = {i};
  const size_t capacity = vectors.capacity();
  Key::on_hash = [count = 0]() mutable {
    if (++count == kCount / 2) throw std::runtime_error("no hash");
  };
  EXPECT_THROW(vectors.reserve(kRoomForMany), std::runtime_error);
  Key::on_hash = nullptr;
  EXPECT_EQ(vectors.capacity(), capacity);
  for (int32_t i = 0; i < kCount; ++i) {
    EXPECT_EQ(vectors.at(Key{i}), HeapVector<int32_t>{i});
  }
}

TEST_F(ReentrantTablesTest, AKeyForWhichThereIsNoRoomStaysWithTheCaller) {
  auto& lists = tables().lists_;
  for (int32_t i = 0; lists.empty() || lists.size() < lists.capacity(); ++i) {
    lists.insert(HeapVector<int32_t>{i});
  }
  HeapVector<int32_t> mine = {-1, -2};
  Key::on_hash = [count = 0]() mutable {
    if (++count == 2) throw std::runtime_error("no hash");
  };
  EXPECT_THROW(lists.insert(std::move(mine)), std::runtime_error);
  Key::on_hash = nullptr;
  EXPECT_EQ(mine, (HeapVector<int32_t>{-1, -2}));  // NOLINT: it was not moved
  EXPECT_TRUE(lists.insert(std::move(mine)).second);
  EXPECT_TRUE(mine.empty());  // NOLINT: now it was
}

// Most keys have died, and the cleaner comes to the table while it is being
// built anew.
TEST_F(ReentrantTablesTest, AWeakTableIsClearedWhereItWasCleaned) {
  auto& set = tables().weak_items_;
  FillWeakItems();
  const Persistent<Item> last = NewItem();
  CollectLazily();
  ASSERT_NE(heaps_with_tables_to_clean, 0u);
  int hash_count = 0;
  Key::on_hash = [&] {
    if (++hash_count != 2) return;  // the first is of the key to be inserted
    SweepAll();
    EXPECT_EQ(set.capacity(), 0u);  // still closed
    set.clear();
    for (const Member<Item>& item : tables().items_) set.insert(item);
    AllocateMuch();
  };
  EXPECT_TRUE(set.insert(last.Get()).second);
  Key::on_hash = nullptr;
  EXPECT_GT(hash_count, 2);
  EXPECT_EQ(set.size(), tables().items_.size() + 1);
  EXPECT_TRUE(set.contains(last.Get()));
  for (const Member<Item>& item : tables().items_) {
    EXPECT_TRUE(set.contains(item));
  }
  ExpectSound();
}

TEST_F(ReentrantTablesTest, AStringThatACollectionAddsIsNotAddedAgain) {
  const std::string text(kManyBytes, 'y');
  CallInNextCollection([&] { tables().strings_.insert(String(text)); });
  EXPECT_FALSE(tables().strings_.insert(text).second);
  EXPECT_TRUE(WasCalled());
  EXPECT_EQ(tables().strings_.size(), 1u);

  CallInNextCollection([&] { tables().linked_strings_.insert(String(text)); });
  EXPECT_FALSE(tables().linked_strings_.insert(text).second);
  EXPECT_TRUE(WasCalled());
  EXPECT_EQ(tables().linked_strings_.size(), 1u);
}

TEST_F(ReentrantTablesTest, AnEntryThatACollectionAddsIsNotAddedAgain) {
  auto& vectors = tables().vectors_;
  for (int32_t i = 0; i < 5; ++i) vectors[Key{i}] = {i};
  CallInNextCollection([&] {
    vectors.erase(Key{0});  // so that there are as many as before
    vectors[Key{-1}] = {1, 2};
  });
  const size_t many = kManyBytes;
  const auto [place, is_new] = vectors.try_emplace(Key{-1}, many, 7);
  EXPECT_TRUE(WasCalled());
  EXPECT_FALSE(is_new);
  EXPECT_EQ((*place).second, (HeapVector<int32_t>{1, 2}));
  EXPECT_EQ(vectors.size(), 5u);
}

TEST_F(ReentrantTablesTest, AKeyThatIsAddedWhileThereIsNoRoomIsNotAddedAgain) {
  auto& map = tables().map_;
  for (int32_t i = 0; map.empty() || map.size() < map.capacity(); ++i) {
    map[Key{i}] = i;
  }
  const size_t count = map.size();
  CallInHash(1, [&] { map[Key{-1}] = 5; });
  EXPECT_FALSE(map.try_emplace(Key{-1}, 6).second);
  EXPECT_TRUE(WasCalled());
  EXPECT_EQ(map.at(Key{-1}), 5);
  EXPECT_EQ(map.size(), count + 1);

  for (int32_t i = 0; tables().linked_.size() < tables().linked_.capacity() ||
                      tables().linked_.empty();
       ++i) {
    tables().linked_.insert(Key{i});
  }
  const size_t linked_count = tables().linked_.size();
  CallInHash(1, [&] { tables().linked_.insert(Key{-1}); });
  EXPECT_FALSE(tables().linked_.insert(Key{-1}).second);
  EXPECT_TRUE(WasCalled());
  EXPECT_EQ(tables().linked_.size(), linked_count + 1);
}

TEST_F(ReentrantTablesTest, AnEntryThatACollectionAddsIsAssigned) {
  const std::string text(kManyBytes, 'y');
  auto& map = tables().by_text_;
  HeapVector<int32_t> list = {2, 3};
  CallInNextCollection([&] { map[String(text)] = {1}; });
  const auto [place, is_new] =
      map.insert_or_assign(std::string_view(text), std::move(list));
  EXPECT_TRUE(WasCalled());
  EXPECT_FALSE(is_new);
  EXPECT_EQ((*place).second, (HeapVector<int32_t>{2, 3}));
  EXPECT_EQ(map.size(), 1u);
}

// A value whose constructor adds the very entry that is being made.
struct AddsItself {
  AddsItself() = default;
  explicit AddsItself(HeapHashMap<int32_t, AddsItself>* map) : number(1) {
    (*map)[7];
  }
  int32_t number = 0;
};

TEST_F(ReentrantTablesTest, AKeyThatAConstructorAddsIsNotAddedAgain) {
  HeapHashMap<int32_t, AddsItself> map;
  map.reserve(10);
  EXPECT_FALSE(map.try_emplace(7, &map).second);
  EXPECT_EQ(map.size(), 1u);
  EXPECT_EQ(map.at(7).number, 0);
}

TEST_F(ReentrantTablesTest, KeysAreFoundInAMapThatIsBuiltAnew) {
  FillMap();
  CallInHash(0, [this] { tables().map_.reserve(kRoomForMany); });
  EXPECT_EQ(tables().map_.erase(Key{0}), 1u);
  EXPECT_TRUE(WasCalled());
  ExpectMap([](int32_t i) { return i != 0; });
}

TEST_F(ReentrantTablesTest, ALinkedSetIsClearedWhileItIsBuiltAnew) {
  FillLinked();
  CallInHash(kCount / 2, [this] { tables().linked_.clear(); });
  tables().linked_.reserve(kRoomForMany);
  EXPECT_TRUE(WasCalled());
  EXPECT_TRUE(tables().linked_.empty());
  FillLinked();
  ExpectLinked(0, kCount - 1);
}

TEST_F(ReentrantTablesTest, ALinkedSetChangesWhileItIsBuiltAnew) {
  FillLinked();
  CallInHash(kCount / 2, [this] {
    // Takes the place of one that goes.
    tables().linked_.erase(Key{0});
    tables().linked_.insert(Key{kCount});
    // Those that are not hashed yet are in another order.
    for (int32_t i = 1; i <= kCount; ++i) {
      tables().linked_.AppendOrMoveToLast(Key{kCount + 1 - i});
    }
    for (int32_t i = 1; i <= kCount; ++i) {
      tables().linked_.AppendOrMoveToLast(Key{i});
    }
  });
  tables().linked_.reserve(kRoomForMany);
  EXPECT_TRUE(WasCalled());
  ExpectLinked(1, kCount);
}

TEST_F(ReentrantTablesTest, AnIteratorErasesFromALinkedSetThatIsBuiltAnew) {
  FillLinked();
  CallInHash(0, [this] { tables().linked_.reserve(kRoomForMany); });
  tables().linked_.erase(tables().linked_.begin());
  EXPECT_TRUE(WasCalled());
  ExpectLinked(1, kCount - 1);

  CallInHash(0, [this] { tables().linked_.clear(); });
  tables().linked_.erase(tables().linked_.begin());
  EXPECT_TRUE(WasCalled());
  EXPECT_TRUE(tables().linked_.empty());
}

// The second hash is that of the element at the position.
TEST_F(ReentrantTablesTest, ALinkedSetIsClearedByAnInsertionBeforeAnElement) {
  FillLinked();
  CallInHash(1, [this] { tables().linked_.clear(); });
  tables().linked_.InsertBefore(tables().linked_.begin(), Key{kCount});
  EXPECT_TRUE(WasCalled());
  ExpectLinked(kCount, kCount);
}

// What the callback gives up is not freed before the next collection.
TEST_F(ReentrantTablesTest, ATableIsClearedWhileItIsCopiedOrCompared) {
  for (int32_t i = 0; i < kCount; ++i) {
    tables().vectors_[Key{i}].assign(size_t{1}, i);
  }
  const auto clear = [this] { tables().vectors_.clear(); };
  CallInHash(kCount / 2, clear);
  const HeapHashMap<Key, HeapVector<int32_t>> copy(tables().vectors_);
  EXPECT_TRUE(WasCalled());
  EXPECT_EQ(copy.size(), size_t{kCount});
  for (const auto& [key, vector] : copy) {
    ASSERT_EQ(vector.size(), 1u);
    EXPECT_EQ(vector[0], key.number);
  }

  FillMap();
  const HeapHashMap<Key, int32_t> other(tables().map_);
  CallInHash(kCount / 2, [this] { tables().map_.clear(); });
  EXPECT_TRUE(tables().map_ == other);
  EXPECT_TRUE(WasCalled());
  ExpectMap([](int32_t) { return false; });
}

// The hash has the map built anew once more, and a value freed that has moved.
TEST_F(ReentrantTablesTest, AValueIsNotFreedBehindTheMapThatItHasLeft) {
  constexpr int32_t kTexts = 16;
  const std::string text(kManyBytes, 'x');
  auto& map = tables().texts_;
  for (int32_t i = 0; i < kTexts; ++i) map[Key{i}] = MutableString(text);
  Key::on_hash = [&, calls = 0]() mutable {
    if (calls++ != kTexts / 2) return;
    map[Key{-1}] = MutableString("added");
    map.at(Key{0}) = MutableString();
    CollectWithStack();
    ExpectSound();
  };
  map.reserve(kRoomForMany);
  ExpectSound();
  EXPECT_EQ(map.size(), size_t{kTexts + 1});
  EXPECT_EQ(map.at(Key{-1}), "added");
  EXPECT_EQ(map.at(Key{0}), "");
  EXPECT_EQ(map.at(Key{1}), text);
}

#if HALFWORD_DCHECK_ENABLED
TEST_F(ReentrantTablesTest, AComparisonMustNotAllocate) {
  FillMap();
  Key::on_equal = [this] { AllocateMuch(); };
  EXPECT_DEATH(tables().map_.contains(Key{1}), "Equal\\(\\) of HashTraits");
}
#endif

}  // namespace
}  // namespace internal
}  // namespace halfword::inline HALFWORD_ABI
