// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A thread that stands in for a concurrent marker: it reads the references of
// containers as their TypeInfo lists them, whenever it likes, while the program
// inserts, erases and builds them anew. Under ThreadSanitizer a store that is
// not atomic is an error; everywhere, each word that is not of a string must be
// a reference to an Item, null or the sentinel.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/test_seed.h"
#include "collections/collections_testing.h"
#include "gtest/gtest.h"
#include "halfword/heap_deque.h"
#include "halfword/heap_hash_map.h"
#include "halfword/heap_hash_set.h"
#include "halfword/heap_linked_hash_set.h"
#include "halfword/heap_vector.h"
#include "halfword/mutable_string.h"
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

struct Label {
  MutableString text;
  Member<Item> item;
  HALFWORD_FIELDS(Label, text, item)
};

class Rows : public GarbageCollected<Rows> {
 public:
  HeapVector<Member<Item>> members_;
  HeapVector<Pair> structs_;
  HeapVector<MutableString> strings_;
  HeapVector<Label> labels_;
  HeapDeque<Member<Item>> queue_;
  HeapDeque<Label> label_queue_;
  HALFWORD_FIELDS(Rows, members_, structs_, strings_, labels_, queue_,
                  label_queue_)
};

// The numbers of all items, from which the reader knows one.
constexpr int kItemCount = 500;

// Reads what containers refer to.
class Reader {
 public:
  // The container begins with the reference to its backing.
  template <typename Container>
  void AddTable(const Container& container) {
    using Backing = std::remove_pointer_t<decltype(HashTableTestPeer::BackingOf(
        container))>;
    containers_.emplace_back(&container, &TypeInfoOf<Backing>());
  }
  template <typename Container>
  void AddRow(const Container& container) {
    containers_.emplace_back(&container,
                             &TypeInfoOf<ContainerBacking<Container>>());
  }

  // Reads everything once. Returns the number of references.
  size_t ReadAll() {
    count_ = 0;
    for (const auto& [container, type] : containers_) {
      ReadContainer(container, *type);
    }
    return count_;
  }

 private:
  static Word Load(uintptr_t address) {
    return __atomic_load_n(reinterpret_cast<const Word*>(address),
                           __ATOMIC_ACQUIRE);
  }

  void ReadContainer(const void* container, const TypeInfo& type) {
    const Word word = Load(reinterpret_cast<uintptr_t>(container));
    if (!IsReference(word)) return;
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
        const uintptr_t place =
            element + range.offset + uintptr_t{i} * range.stride;
        if (range.kind == FieldKind::kMutableString) {
          // The body is the program's to write: it is not looked into.
          if (IsReference(Load(place + offsetof(StringOwner, body)))) ++count_;
        } else {
          Check(Load(place));
        }
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

  std::vector<std::pair<const void*, const TypeInfo*>> containers_;
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

// Short enough for some items to need no body.
MutableString TextOf(const Item* item) {
  return MutableString(static_cast<size_t>(item->number_ % 40), 'x');
}

// One of the row, or its end.
template <typename Row>
auto Place(Row* row, std::mt19937* random) {
  return row->begin() + static_cast<ptrdiff_t>((*random)() % (row->size() + 1));
}

template <typename Row>
void ChangeRow(Row* row, typename Row::value_type element,
               std::mt19937* random) {
  switch ((*random)() % 8) {
    case 0:
      row->push_back(std::move(element));
      break;
    case 1:
      row->insert(Place(row, random), std::move(element));
      break;
    case 2:
      row->insert(Place(row, random), (*random)() % 8, element);
      break;
    case 3:
      row->emplace(Place(row, random));
      break;
    case 4:
    case 5: {
      const auto first = Place(row, random);
      const auto last = first + static_cast<ptrdiff_t>((*random)() % 8) %
                                    (row->end() - first + 1);
      row->erase(first, last);
      break;
    }
    case 6:
      if (!row->empty()) row->back() = std::move(element);
      row->resize((*random)() % 64);
      break;
    default:
      if ((*random)() % 10 == 0) {
        row->shrink_to_fit();
      } else if (!row->empty()) {
        row->pop_back();
      }
  }
}

void ChangeRows(Rows* rows, const std::vector<Item*>& items,
                std::mt19937* random) {
  Item* const item = items[(*random)() % items.size()];
  const auto number = static_cast<uint32_t>(item->number_);
  ChangeRow(&rows->members_, item, random);
  ChangeRow(&rows->structs_, {item, number}, random);
  ChangeRow(&rows->strings_, TextOf(item), random);
  ChangeRow(&rows->labels_, {TextOf(item), item}, random);
  ChangeRow(&rows->queue_, item, random);
  ChangeRow(&rows->label_queue_, {TextOf(item), item}, random);
}

class ConcurrentReaderTest : public ::testing::Test {
 protected:
  ConcurrentReaderTest() {
    for (int i = 0; i < kItemCount; ++i) {
      items_.push_back(
          MakeGarbageCollected<Item>(heap_->GetAllocationHandle(), i));
    }
  }

  // Calls `change` so often while the reader reads.
  void ReadWhile(int change_count, const std::function<void()>& change) {
    for (int i = 0; i < 100; ++i) change();
    CollectorTestPeer::SetMarking(CollectorOf(*heap_), true);
    std::atomic<bool> is_done = false;
    size_t found_count = 0;
    size_t round_count = 0;
    std::thread thread([&] {
      do {
        found_count += reader_.ReadAll();
        ++round_count;
      } while (!is_done.load());
    });
    for (int i = 0; i < change_count; ++i) change();
    is_done.store(true);
    thread.join();
    CollectorTestPeer::SetMarking(CollectorOf(*heap_), false);

    EXPECT_GT(round_count, 0u);
    EXPECT_GT(found_count, 0u);
    EXPECT_EQ(Findings(*heap_), "");
  }

  const TestSeed seed_;
  std::mt19937 random_{seed_.value()};
  // Nothing is collected, and nothing that is given up is used again.
  const std::unique_ptr<Heap> heap_ =
      Heap::Create({.growth_bytes_min = SIZE_MAX});
  std::vector<Item*> items_;
  Reader reader_;
};

TEST_F(ConcurrentReaderTest, FindsWholeReferencesInTablesThatChange) {
  auto* const tables =
      MakeGarbageCollected<Tables>(heap_->GetAllocationHandle());
  reader_.AddTable(tables->set_);
  reader_.AddTable(tables->map_);
  reader_.AddTable(tables->structs_);
  reader_.AddTable(tables->ephemerons_);
  reader_.AddTable(tables->linked_);

  ReadWhile(100'000, [&] { Change(tables, items_, &random_); });
}

TEST_F(ConcurrentReaderTest, FindsWholeReferencesInRowsThatChange) {
  auto* const rows = MakeGarbageCollected<Rows>(heap_->GetAllocationHandle());
  reader_.AddRow(rows->members_);
  reader_.AddRow(rows->structs_);
  reader_.AddRow(rows->strings_);
  reader_.AddRow(rows->labels_);
  reader_.AddRow(rows->queue_);
  reader_.AddRow(rows->label_queue_);

  ReadWhile(20'000, [&] { ChangeRows(rows, items_, &random_); });
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
