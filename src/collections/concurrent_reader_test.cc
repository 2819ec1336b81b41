// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A thread that stands in for a concurrent marker: it reads the references of
// tables as their TypeInfo lists them, whenever it likes, while the program
// inserts, erases and builds them anew. Under ThreadSanitizer a store that is
// not atomic is an error; everywhere, each word must be a reference to an Item,
// null or the sentinel.

#include <atomic>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <thread>
#include <vector>

#include "base/test_seed.h"
#include "collections/collections_testing.h"
#include "gtest/gtest.h"
#include "halfword/heap_hash_map.h"
#include "halfword/heap_hash_set.h"
#include "halfword/heap_linked_hash_set.h"
#include "types/reference_map.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

struct Pair {
  Member<Item> item;
  uint32_t number = 0;
  HALFWORD_FIELDS(Pair, item, number)
};

class Tables : public GarbageCollected<Tables> {
 public:
  HeapHashSet<Member<Item>> set_;
  HeapHashMap<Member<Item>, Member<Item>> map_;
  HeapHashMap<uint32_t, Pair> structs_;
  HeapHashMap<WeakMember<Item>, Member<Item>> ephemerons_;
  HeapLinkedHashSet<Member<Item>> linked_;
  HALFWORD_FIELDS(Tables, set_, map_, structs_, ephemerons_, linked_)
};

// The numbers of all items, from which the reader knows one.
constexpr int kItemCount = 500;

class Reader {
 public:
  explicit Reader(Tables* tables) : tables_(tables) {}

  // Reads everything once. Returns the number of references.
  size_t ReadAll() {
    count_ = 0;
    ReadTable(tables_->set_);
    ReadTable(tables_->map_);
    ReadTable(tables_->structs_);
    ReadTable(tables_->ephemerons_);
    ReadTable(tables_->linked_);
    return count_;
  }

 private:
  static Word Load(uintptr_t address) {
    return __atomic_load_n(reinterpret_cast<const Word*>(address),
                           __ATOMIC_ACQUIRE);
  }

  template <typename Container>
  void ReadTable(const Container& container) {
    using Backing = std::remove_pointer_t<decltype(HashTableTestPeer::BackingOf(
        container))>;
    const Word word = Load(reinterpret_cast<uintptr_t>(&container));
    if (!IsReference(word)) return;
    const TypeInfo& type = TypeInfoOf<Backing>();
    const uintptr_t backing = DecompressWord(word);
    // As a marker does: as many entries as the object has room for.
    const size_t room = UsableBytesOf(reinterpret_cast<const void*>(backing)) -
                        type.trailing_offset;
    for (size_t i = 0; i < room / type.trailing_element_bytes; ++i) {
      ReadElement(type, backing + type.trailing_offset +
                            i * type.trailing_element_bytes);
    }
  }

  void ReadElement(const TypeInfo& type, uintptr_t element) {
    for (const ReferenceRange& range : type.trailing_ranges) {
      for (uint32_t i = 0; i < range.count; ++i) {
        Check(Load(element + range.offset + i * range.stride));
      }
    }
  }

  void Check(Word word) {
    if (!IsReference(word)) {
      ASSERT_TRUE(word == kNullWord || word == kSentinelWord);
      return;
    }
    const auto* const item = static_cast<const Item*>(DecompressPointer(word));
    ASSERT_GE(item->number_, 0);
    ASSERT_LT(item->number_, kItemCount);
    ++count_;
  }

  Tables* const tables_;
  size_t count_ = 0;
};

void Change(Tables* tables, const std::vector<Item*>& items,
            std::mt19937* random) {
  Item* const item = items[(*random)() % items.size()];
  Item* const other = items[(*random)() % items.size()];
  const auto number = static_cast<uint32_t>(item->number_);
  switch ((*random)() % 8) {
    case 0:
    case 1:
    case 2:
      tables->set_.insert(item);
      tables->map_.insert_or_assign(item, other);
      tables->structs_[number] = {other, number};
      tables->ephemerons_.insert_or_assign(item, other);
      tables->linked_.AppendOrMoveToLast(item);
      break;
    case 3:
    case 4:
    case 5:
    case 6:
      tables->set_.erase(item);
      tables->map_.erase(item);
      tables->structs_.erase(number);
      tables->ephemerons_.erase(item);
      tables->linked_.erase(item);
      break;
    default:
      if ((*random)() % 50 == 0) {
        tables->set_.clear();
        tables->map_.clear();
        tables->structs_.clear();
        tables->ephemerons_.clear();
        tables->linked_.clear();
      } else if ((*random)() % 10 == 0) {
        tables->set_.shrink_to_fit();
        // Not ever larger: by chance it is long until the map is cleared.
        if (tables->map_.capacity() < size_t{8} * kItemCount) {
          tables->map_.reserve(tables->map_.capacity() + 1);
        }
      }
  }
}

TEST(ConcurrentReaderTest, FindsWholeReferencesInTablesThatChange) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  // Nothing is collected, and nothing that is given up is used again.
  const std::unique_ptr<Heap> heap =
      Heap::Create({.growth_bytes_min = SIZE_MAX});
  auto* const tables =
      MakeGarbageCollected<Tables>(heap->GetAllocationHandle());
  std::vector<Item*> items;
  for (int i = 0; i < kItemCount; ++i) {
    items.push_back(MakeGarbageCollected<Item>(heap->GetAllocationHandle(), i));
  }
  for (int i = 0; i < 100; ++i) Change(tables, items, &random);
  CollectorTestPeer::SetMarking(CollectorOf(*heap), true);

  std::atomic<bool> is_done = false;
  size_t found_count = 0;
  size_t round_count = 0;
  std::thread thread([&] {
    Reader reader(tables);
    do {
      found_count += reader.ReadAll();
      ++round_count;
    } while (!is_done.load());
  });
  for (int i = 0; i < 100'000; ++i) Change(tables, items, &random);
  is_done.store(true);
  thread.join();
  CollectorTestPeer::SetMarking(CollectorOf(*heap), false);

  EXPECT_GT(round_count, 0u);
  EXPECT_GT(found_count, 0u);
  EXPECT_EQ(Findings(*heap), "");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
