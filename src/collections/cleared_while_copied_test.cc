// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Tables that are cleared while they are copied, by what the collection of an
// allocation of the copy calls: a prefinalizer in the pause, or the heap's
// callback while weak tables wait to be cleaned. The copy is complete
// (design/collections.md#req.collections.given-up).

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr int32_t kCount = 1000;

// The heap that is collected after so many hashes; null: none.
Heap* heap_to_collect = nullptr;
int hashes_before_collection = 0;

void NoteHash() {
  if (heap_to_collect == nullptr || hashes_before_collection-- != 0) return;
  std::exchange(heap_to_collect, nullptr)
      ->Collect({.sweeping = Sweeping::kLazy});
}

class Item : public GarbageCollected<Item> {
 public:
  explicit Item(int32_t number) : number_(number) {}
  int32_t number_;
  HALFWORD_FIELDS(Item, number_)
};

using List = HeapVector<int32_t>;

struct ListTraits {
  static uint64_t Hash(const List& list, uint64_t seed) {
    NoteHash();
    return HashNumber(static_cast<uint64_t>(list.empty() ? 0 : list[0]), seed);
  }
  static bool Equal(const List& a, const List& b) { return a == b; }
};

struct ItemTraits : HashTraits<WeakMember<Item>> {
  static constexpr bool kUsesNoHeap = false;
  static uint64_t Hash(const WeakMember<Item>& item, uint64_t seed) {
    NoteHash();
    return HashTraits<WeakMember<Item>>::Hash(item, seed);
  }
};

class Tables : public GarbageCollected<Tables> {
 public:
  HeapHashSet<List, ListTraits> lists_;
  HeapLinkedHashSet<List, ListTraits> linked_lists_;
  HeapHashMap<List, List, ListTraits> by_list_;
  HeapHashSet<WeakMember<Item>, ItemTraits> weak_;
  HeapLinkedHashSet<WeakMember<Item>, ItemTraits> linked_weak_;
  HeapHashMap<WeakMember<Item>, Member<Item>, ItemTraits> by_weak_;
  HeapVector<Member<Item>> items_;
  HALFWORD_FIELDS(Tables, lists_, linked_lists_, by_list_, weak_, linked_weak_,
                  by_weak_, items_)
};

// Calls a function when it has died.
class Listener : public GarbageCollected<Listener> {
  HALFWORD_USING_PRE_FINALIZER(Listener, Dispose);

 public:
  explicit Listener(const std::function<void()>* on_death)
      : on_death_(on_death) {}
  void Dispose() { (*on_death_)(); }

 private:
  const std::function<void()>* on_death_;
  HALFWORD_FIELDS(Listener, on_death_)
};

class ClearedWhileCopiedTest : public ::testing::Test {
 protected:
  ClearedWhileCopiedTest() {
    for (int32_t i = 0; i < kCount; ++i) {
      const List list(size_t{3}, i);
      auto* const item =
          MakeGarbageCollected<Item>(heap_->GetAllocationHandle(), i);
      tables_->items_.push_back(item);
      tables_->lists_.insert(list);
      tables_->linked_lists_.insert(list);
      tables_->by_list_.insert_or_assign(list, list);
      tables_->weak_.insert(item);
      tables_->linked_weak_.insert(item);
      tables_->by_weak_.insert_or_assign(item, item);
    }
  }
  ~ClearedWhileCopiedTest() override { heap_to_collect = nullptr; }

  // Copies a table, and clears it in the pause that a hash in the middle of
  // that asks for, or at the end of that collection.
  template <typename Table>
  void ClearInPause(Table Tables::* table) {
    function_ = [=, this] { (*tables_.*table).clear(); };
    MakeListeners();
    ScrubStack();
    Copy(&(*tables_.*table));
  }
  template <typename Table>
  void ClearInCallback(Table Tables::* table) {
    in_callback_ = [=, this] { (*tables_.*table).clear(); };
    Copy(&(*tables_.*table));
  }
  // Copies into another heap, whose collection that is.
  template <typename Table>
  void ClearInCallbackOfOther(Table Tables::* table) {
    const auto other =
        Heap::Create({.cycle_callback = [=, this](Heap&, const CycleRecord&) {
          (*tables_.*table).clear();
        }});
    const HeapScope scope(*other);
    Copy(&(*tables_.*table), other.get());
    EXPECT_EQ(Findings(*other), "");
  }

 private:
  // More than a stale word of the stack keeps.
  HALFWORD_NOINLINE void MakeListeners() {
    for (int i = 0; i < 10; ++i) {
      MakeGarbageCollected<Listener>(heap_->GetAllocationHandle(), &function_);
    }
  }

  template <typename Table>
  void Copy(Table* table, Heap* collected = nullptr) {
    ASSERT_EQ(table->size(), size_t{kCount});
    {
      hashes_before_collection = kCount / 2;
      heap_to_collect = collected != nullptr ? collected : heap_.get();
      const Table copy(*table);
      EXPECT_EQ(heap_to_collect, nullptr);
      EXPECT_TRUE(table->empty());
      EXPECT_EQ(copy.size(), size_t{kCount});
      std::vector<bool> seen(kCount);
      for (const auto& entry : copy) {
        const int32_t number = NumberOf(entry);
        ASSERT_TRUE(number >= 0 && number < kCount);
        EXPECT_FALSE(seen[static_cast<size_t>(number)]);
        seen[static_cast<size_t>(number)] = true;
      }
      EXPECT_EQ(Findings(*heap_), "");
    }
    CollectPrecisely(*heap_);
    EXPECT_EQ(Findings(*heap_), "");
  }

  // -1: the entry is not whole.
  static int32_t NumberOf(const List& list) {
    return list.size() == 3 && list[0] == list[2] ? list[0] : -1;
  }
  static int32_t NumberOf(Item* item) {
    return item == nullptr ? -1 : item->number_;
  }
  template <typename Key, typename Value>
  static int32_t NumberOf(const HeapHashMapEntry<Key, Value>& entry) {
    const int32_t number = NumberOf(entry.first);
    return NumberOf(entry.second) == number ? number : -1;
  }

  std::function<void()> function_;
  std::function<void()> in_callback_;
  const std::unique_ptr<Heap> heap_ =
      Heap::Create({.marking_support = MarkingType::kAtomic,
                    .growth_bytes_min = SIZE_MAX,
                    .cycle_callback = [this](Heap&, const CycleRecord&) {
                      if (in_callback_) std::exchange(in_callback_, nullptr)();
                    }});
  const Persistent<Tables> tables_ =
      MakeGarbageCollected<Tables>(heap_->GetAllocationHandle());
};

TEST_F(ClearedWhileCopiedTest, InAPause) {
  ClearInPause(&Tables::lists_);
  ClearInPause(&Tables::linked_lists_);
  ClearInPause(&Tables::by_list_);
  ClearInPause(&Tables::weak_);
  ClearInPause(&Tables::linked_weak_);
  ClearInPause(&Tables::by_weak_);
}

TEST_F(ClearedWhileCopiedTest, InACallbackOfAnotherHeap) {
  ClearInCallbackOfOther(&Tables::lists_);
  ClearInCallbackOfOther(&Tables::linked_lists_);
  ClearInCallbackOfOther(&Tables::by_list_);
}

TEST_F(ClearedWhileCopiedTest, InACallback) {
  ClearInCallback(&Tables::lists_);
  ClearInCallback(&Tables::linked_lists_);
  ClearInCallback(&Tables::by_list_);
  ClearInCallback(&Tables::weak_);
  ClearInCallback(&Tables::linked_weak_);
  ClearInCallback(&Tables::by_weak_);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
