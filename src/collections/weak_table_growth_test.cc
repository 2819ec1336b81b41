// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How large weak tables become through which many entries pass: they are
// cleaned before they grow, and a heap that holds little stays small however
// much passes, in each mode of marking (design/growth.md#req.growth.weak). And
// what becomes of tables in a heap that is at its limit.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "collections/collections_testing.h"
#include "gtest/gtest.h"
#include "halfword/atom.h"
#include "halfword/heap_hash_map.h"
#include "halfword/heap_hash_set.h"
#include "halfword/heap_linked_hash_set.h"
#include "halfword/heap_scope.h"
#include "halfword/heap_vector.h"
#include "halfword/internal/compiler.h"
#include "halfword/mutable_string.h"
#include "halfword/string.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// As small as an object is, so that its entry takes more.
class Passing : public GarbageCollected<Passing> {
 public:
  Member<Passing> other_;
  HALFWORD_FIELDS(Passing, other_)
};

using PassingSet = HeapHashSet<WeakMember<Passing>>;
using PassingLinkedSet = HeapLinkedHashSet<WeakMember<Passing>>;
using PassingPairs = HeapHashMap<WeakMember<Passing>, WeakMember<Passing>>;
using PassingMap = HeapHashMap<WeakMember<Passing>, Member<Passing>>;
// Of entries whose other half is nobody else's.
using PassingByName = HeapHashMap<String, WeakMember<Passing>>;
using PassingNames = HeapHashMap<WeakMember<Passing>, String>;
using PassingTexts = HeapHashMap<WeakMember<Passing>, MutableString>;
using PassingByAtom = HeapHashMap<Atom, WeakMember<Passing>>;
using PassingByKey = HeapHashMap<Member<Passing>, WeakMember<Passing>>;
struct NamedKey {
  String name_;
  size_t number_;
  HALFWORD_FIELDS(NamedKey, name_, number_)
};
struct NamedKeyTraits {
  static uint64_t Hash(const NamedKey& key, uint64_t seed) {
    return HashNumber(key.number_, seed);
  }
  static bool Equal(const NamedKey& a, const NamedKey& b) {
    return a.number_ == b.number_ && a.name_ == b.name_;
  }
};
using PassingByStruct =
    HeapHashMap<NamedKey, WeakMember<Passing>, NamedKeyTraits>;

template <typename Table>
class PassageOf : public GarbageCollected<PassageOf<Table>> {
 public:
  HeapVector<Member<Passing>> living_;
  Table table_;
  HALFWORD_FIELDS(PassageOf, living_, table_)
};

size_t CommittedBytes(Heap& heap) {
  return heap.CollectStatistics(HeapStatistics::kBrief).committed_size_bytes;
}

// An object goes into the table, as the n-th.
template <typename Table>
void Add(AllocationHandle& handle, Table& table, Passing* object, size_t n) {
  const auto name = [n] {
    std::string text = std::to_string(n);
    text.resize(200, '.');
    return text;
  };
  if constexpr (std::is_same_v<Table, PassingByName>) {
    table.insert_or_assign(String(handle, name()), object);
  } else if constexpr (std::is_same_v<Table, PassingNames>) {
    table.insert_or_assign(object, String(handle, name()));
  } else if constexpr (std::is_same_v<Table, PassingTexts>) {
    table.insert_or_assign(object, MutableString(name()));
  } else if constexpr (std::is_same_v<Table, PassingByAtom>) {
    table.insert_or_assign(Atom(handle, name()), object);
  } else if constexpr (std::is_same_v<Table, PassingByStruct>) {
    table.insert_or_assign(NamedKey{String(handle, name()), n}, object);
  } else if constexpr (std::is_same_v<Table, PassingByKey>) {
    table.insert_or_assign(MakeGarbageCollected<Passing>(handle), object);
  } else if constexpr (requires { table.insert_or_assign(object, object); }) {
    table.insert_or_assign(object, object);
  } else {
    table.insert(object);
  }
}

// Whether the program asks for the size all the time, which drops the dead.
enum class Program { kInserts, kCountsToo };

// So many objects live, each in the table; so many more come one by one, each
// in the place of one of these. Returns the most that the heap took.
template <typename Table>
size_t PeakOfPassage(HeapOptions options, size_t live_count, size_t count,
                     Program program = Program::kInserts,
                     size_t limit_bytes = SIZE_MAX) {
  const auto heap = Heap::Create(std::move(options));
  heap->set_limit_bytes(limit_bytes);
  AllocationHandle& handle = heap->GetAllocationHandle();
  const HeapScope scope(*heap);
  const Persistent<PassageOf<Table>> passage =
      MakeGarbageCollected<PassageOf<Table>>(handle);
  passage->living_.resize(live_count);
  size_t peak = 0;
  uint32_t random = 1;
  for (size_t i = 0; i < count; ++i) {
    random = random * 1664525 + 1013904223;
    auto* const object = MakeGarbageCollected<Passing>(handle);
    passage->living_[(random >> 8) % live_count] = object;
    Add(handle, passage->table_, object, i);
    if (program == Program::kCountsToo) {
      EXPECT_GE(passage->table_.size(), std::min(i + 1, live_count) / 2);
    }
    if (i % 4096 == 0) peak = std::max(peak, CommittedBytes(*heap));
  }
  return peak;
}

// More passes while a cycle marks.
#if HALFWORD_HAS_TSAN || HALFWORD_HAS_ASAN
constexpr bool kMarksSlowly = true;
#else
constexpr bool kMarksSlowly = false;
#endif

constexpr MarkingType kModes[] = {MarkingType::kAtomic,
                                  MarkingType::kIncremental,
                                  MarkingType::kIncrementalAndConcurrent};

template <typename Table>
class WeakTableGrowthTest : public ::testing::Test {};
using Tables =
    ::testing::Types<PassingSet, PassingLinkedSet, PassingPairs, PassingMap>;
TYPED_TEST_SUITE(WeakTableGrowthTest, Tables);

TYPED_TEST(WeakTableGrowthTest, EndsWhereLittleLives) {
  for (const MarkingType mode : kModes) {
    for (const Program program : {Program::kInserts, Program::kCountsToo}) {
      EXPECT_LE(PeakOfPassage<TypeParam>(
                    {.marking_support = mode, .growth_bytes_min = kMiB / 16},
                    2000, 600'000, program),
                6 * kMiB)
          << static_cast<int>(mode) << static_cast<int>(program);
    }
  }
}

template <typename Table>
class HoldingWeakTableGrowthTest : public ::testing::Test {};
using HoldingTables =
    ::testing::Types<PassingByName, PassingNames, PassingTexts, PassingByAtom,
                     PassingByKey, PassingByStruct>;
TYPED_TEST_SUITE(HoldingWeakTableGrowthTest, HoldingTables);

// What an entry holds is found dead by the collection after the one that has
// found the entry dead.
TYPED_TEST(HoldingWeakTableGrowthTest, EndsWhereLittleLives) {
  for (const MarkingType mode : kModes) {
    for (const Program program : {Program::kInserts, Program::kCountsToo}) {
      EXPECT_LE(PeakOfPassage<TypeParam>(
                    {.marking_support = mode, .growth_bytes_min = kMiB / 16},
                    2000, 200'000, program),
                (kMarksSlowly ? 16 : 8) * kMiB)
          << static_cast<int>(mode) << static_cast<int>(program);
    }
  }
}

// Cycles mark beside the program, and what passes meanwhile is marked.
TEST(WeakTableGrowthBesideTest, EndsWhereCyclesMarkAllThatPasses) {
  // Entries of whole pointers take more.
  const size_t max_bytes = (kMarksSlowly || sizeof(Word) == 8 ? 80 : 52) * kMiB;
  for (const MarkingType mode :
       {MarkingType::kIncremental, MarkingType::kIncrementalAndConcurrent}) {
    EXPECT_LE(PeakOfPassage<PassingMap>(
                  {.marking_support = mode, .growth_bytes_min = kMiB}, 50'000,
                  4'400'000),
              max_bytes)
        << static_cast<int>(mode);
  }
}

// With twice as much room it would be more than the budget.
TEST(WeakTableGrowthBesideTest, AFullTableIsCleanedBeforeItGrows) {
  constexpr size_t kEntryCount = 860'000;
  constexpr size_t kObjectBytes =
      (sizeof(Passing) + kCanaryBytes + kGranuleBytes - 1) / kGranuleBytes *
      kGranuleBytes;
  const auto heap = Heap::Create(
      {.marking_support = MarkingType::kAtomic,
       .growth_bytes_min =
           kEntryCount * (kObjectBytes + 2 * (sizeof(Word) + 1)) + 4 * kMiB});
  AllocationHandle& handle = heap->GetAllocationHandle();
  const Persistent<PassageOf<PassingSet>> passage =
      MakeGarbageCollected<PassageOf<PassingSet>>(handle);
  passage->table_.reserve(kEntryCount);
  const size_t capacity = passage->table_.capacity();
  for (size_t i = 0; i < capacity; ++i) {
    passage->table_.insert(MakeGarbageCollected<Passing>(handle));
  }
  ASSERT_EQ(passage->table_.size(), capacity) << "nothing was due before";
  const size_t before = CommittedBytes(*heap);
  passage->table_.insert(MakeGarbageCollected<Passing>(handle));

  EXPECT_LT(passage->table_.size(), capacity / 16);
  EXPECT_LE(CommittedBytes(*heap), before + kMiB);
  EXPECT_EQ(Findings(*heap), "");
}

// The budget would let it become larger; of what fills it little is alive.
TYPED_TEST(WeakTableGrowthTest, AFullTableIsCleanedWhereTheLimitIsNear) {
  constexpr size_t kLimit = 8 * kMiB;
  // The objects of some builds are larger; free pages hold what may come.
  constexpr size_t kMostBytes =
      kLimit / 2 * (kMemoryDebug || kGranuleBytes == 16 ? 5 : 3);
  for (const MarkingType mode : kModes) {
    EXPECT_LE(PeakOfPassage<TypeParam>({.marking_support = mode}, 20'000,
                                       1'000'000, Program::kInserts, kLimit),
              kMostBytes)
        << static_cast<int>(mode);
  }
}

// Fills the table; of ten entries so many live. Nothing collects before the
// limit does, which is where the heap has come to: there are places for more
// objects between those that live, and none for a table. The last that lives is
// not in the table.
template <typename Table>
Persistent<PassageOf<Table>> FillToLimit(Heap& heap, size_t living_of_ten) {
  AllocationHandle& handle = heap.GetAllocationHandle();
  Persistent<PassageOf<Table>> passage =
      MakeGarbageCollected<PassageOf<Table>>(handle);
  passage->table_.reserve(200'000);
  const size_t capacity = passage->table_.capacity();
  passage->living_.reserve(capacity + 1);
  for (size_t i = 0; i < capacity; ++i) {
    auto* const object = MakeGarbageCollected<Passing>(handle);
    if (i % 10 < living_of_ten) passage->living_.push_back(object);
    Add(handle, passage->table_, object, i);
  }
  passage->living_.push_back(MakeGarbageCollected<Passing>(handle));
  heap.set_limit_bytes(
      heap.CollectStatistics(HeapStatistics::kBrief).page_bytes);
  return passage;
}

// Of so many one is kept.
void KeepEach(HeapVector<Member<Passing>>& living, size_t step) {
  for (size_t i = 0; i < living.size(); ++i) {
    if (i % step != 0) living[i] = nullptr;
  }
}

// The heap comes to its limit but for so many pages.
void CollectToLimit(Heap& heap, size_t free_page_count) {
  CollectPrecisely(heap);
  heap.set_limit_bytes(
      heap.CollectStatistics(HeapStatistics::kBrief).page_bytes +
      free_page_count * kPageBytes);
}

// It would become smaller, but there is no room for the smaller one beside it,
// nor for a page in which it would have a place.
TYPED_TEST(WeakTableGrowthTest, OneThatIsSparseAtTheLimitIsUsedAsItIs) {
  for (const size_t step : {size_t{32}, size_t{430}}) {
    const auto heap = Heap::Create({.marking_support = MarkingType::kAtomic,
                                    .growth_bytes_min = SIZE_MAX});
    const HeapScope scope(*heap);
    AllocationHandle& handle = heap->GetAllocationHandle();
    const auto passage = FillToLimit<TypeParam>(*heap, 10);
    const size_t capacity = passage->table_.capacity();
    auto& living = passage->living_;
    KeepEach(living, step);
    CollectToLimit(*heap, 0);

    const size_t living_count = living.size() / step;
    for (size_t i = 0; i < 10'000; ++i) {
      auto* const object = MakeGarbageCollected<Passing>(handle);
      living[step * (i % living_count) + 1] = object;
      Add(handle, passage->table_, object, i);
    }
    EXPECT_EQ(passage->table_.capacity(), capacity);
    EXPECT_GE(passage->table_.size(), 2 * living_count);
    EXPECT_EQ(Findings(*heap), "");
  }
}

// A backing is made of up to three objects, and each may need a page: where
// there are a few, though none for all, the heap is not out of memory.
TYPED_TEST(WeakTableGrowthTest, OneThatIsSparseNeedsNoPagesThatThereAreNot) {
  constexpr size_t kStep = 430;
  for (size_t free_page_count = 0; free_page_count <= 4; ++free_page_count) {
    const auto heap = Heap::Create({.marking_support = MarkingType::kAtomic,
                                    .growth_bytes_min = SIZE_MAX});
    const HeapScope scope(*heap);
    AllocationHandle& handle = heap->GetAllocationHandle();
    const auto passage = FillToLimit<TypeParam>(*heap, 10);
    auto& living = passage->living_;
    KeepEach(living, kStep);
    CollectToLimit(*heap, free_page_count);

    const size_t living_count = living.size() / kStep;
    for (size_t i = 0; i < living_count; ++i) {
      auto* const object = MakeGarbageCollected<Passing>(handle);
      living[kStep * i + 1] = object;
      Add(handle, passage->table_, object, i);
    }
    EXPECT_GE(passage->table_.size(), 2 * living_count) << free_page_count;
    EXPECT_EQ(Findings(*heap), "");
  }
}

// The same of one that would grow, while it has places; also if whoever is
// asked for a higher limit empties it. (What it had is still in use then.)
TYPED_TEST(WeakTableGrowthTest, OneThatWouldGrowNeedsNoPagesThatThereAreNot) {
  size_t call_counts[2] = {};
  for (size_t setting = 0; setting < 100; ++setting) {
    const bool empties = setting % 2 != 0;
    const size_t free_page_count = setting / 2 % 5;
    const size_t living_count = 50 + setting / 10 * 75;
    Persistent<PassageOf<TypeParam>> passage;
    const auto heap =
        Heap::Create({.marking_support = MarkingType::kAtomic,
                      .growth_bytes_min = SIZE_MAX,
                      .near_limit_callback = [&](Heap&, size_t limit) {
                        ++call_counts[setting % 2];
                        if (!empties) return limit;
                        passage->table_.clear();
                        return limit + kPageBytes;
                      }});
    const HeapScope scope(*heap);
    AllocationHandle& handle = heap->GetAllocationHandle();
    passage = MakeGarbageCollected<PassageOf<TypeParam>>(handle);
    passage->table_.reserve(living_count * 4 / 3);
    passage->living_.resize(living_count);
    for (size_t i = 0; i < living_count; ++i) {
      passage->living_[i] = MakeGarbageCollected<Passing>(handle);
      Add(handle, passage->table_, passage->living_[i].Get(), i);
    }
    // A page with places.
    MakeGarbageCollected<Passing>(handle);
    CollectToLimit(*heap, free_page_count);

    for (size_t i = 0; i < 5000; ++i) {
      auto* const object = MakeGarbageCollected<Passing>(handle);
      passage->living_[i % living_count] = object;
      Add(handle, passage->table_, object, i);
      ASSERT_TRUE(passage->table_.contains(object));
    }
    EXPECT_GE(passage->table_.size(), empties ? 1 : living_count) << setting;
    EXPECT_EQ(Findings(*heap), "");
  }
  EXPECT_GT(call_counts[0], 100u) << "who gives nothing is asked each time";
  EXPECT_GT(call_counts[1], 10u);
}

template <typename Table>
class StrongTableGrowthTest : public ::testing::Test {};
using StrongTables = ::testing::Types<HeapHashSet<Member<Passing>>,
                                      HeapLinkedHashSet<Member<Passing>>>;
TYPED_TEST_SUITE(StrongTableGrowthTest, StrongTables);

// One of which overflow bits take the places is used as it is at the limit, and
// grows by a collection when it is full. The program is asked for nothing.
TYPED_TEST(StrongTableGrowthTest, OneAtTheLimitCollectsBeforeItAsks) {
  size_t call_count = 0;
  const auto heap = Heap::Create({.marking_support = MarkingType::kAtomic,
                                  .growth_bytes_min = SIZE_MAX,
                                  .near_limit_callback = [&](Heap&, size_t l) {
                                    ++call_count;
                                    return l;
                                  }});
  const HeapScope scope(*heap);
  AllocationHandle& handle = heap->GetAllocationHandle();
  const Persistent<PassageOf<TypeParam>> passage =
      MakeGarbageCollected<PassageOf<TypeParam>>(handle);
  auto& table = passage->table_;
  auto& living = passage->living_;
  table.reserve(10'000);
  const size_t full_capacity = table.capacity();
  const size_t count = full_capacity - 1;
  for (size_t i = 0; i < count; ++i) {
    living.push_back(MakeGarbageCollected<Passing>(handle));
    table.insert(living.back().Get());
  }
  const auto replace = [&](size_t i) {
    table.erase(living[i % count].Get());
    living[i % count] = MakeGarbageCollected<Passing>(handle);
    table.insert(living[i % count].Get());
  };
  size_t next = 0;
  while (table.capacity() > count && next < count) replace(next++);
  ASSERT_EQ(table.capacity(), count) << "erased ones left overflow bits";
  for (int i = 0; i < 1'000'000; ++i) MakeGarbageCollected<Passing>(handle);
  heap->set_limit_bytes(
      heap->CollectStatistics(HeapStatistics::kBrief).page_bytes);

  for (size_t i = 0; i < 1000; ++i) replace(next++);
  EXPECT_EQ(table.size(), count);
  EXPECT_LE(table.capacity(), full_capacity);
  for (size_t i = 0; i < 2; ++i) {
    living.push_back(MakeGarbageCollected<Passing>(handle));
    table.insert(living.back().Get());
  }
  EXPECT_GT(table.capacity(), full_capacity);
  EXPECT_EQ(call_count, 0u);
  EXPECT_EQ(Findings(*heap), "");
}

// As any other allocation for which there is no room below the limit.
TYPED_TEST(WeakTableGrowthTest, TheProgramMayRaiseTheLimitForATable) {
  size_t more_bytes = 0;
  int call_count = 0;
  const auto heap =
      Heap::Create({.marking_support = MarkingType::kAtomic,
                    .growth_bytes_min = SIZE_MAX,
                    .near_limit_callback = [&](Heap&, size_t limit) {
                      ++call_count;
                      return limit + more_bytes;
                    }});
  const HeapScope scope(*heap);
  AllocationHandle& handle = heap->GetAllocationHandle();
  const auto passage = FillToLimit<TypeParam>(*heap, 7);
  const size_t capacity = passage->table_.capacity();
  Add(handle, passage->table_, passage->living_.back().Get(), 0);
  EXPECT_EQ(call_count, 1);
  EXPECT_LE(passage->table_.capacity(), capacity);

  more_bytes = 64 * kMiB;
  for (size_t i = 0; i < capacity && call_count == 1; ++i) {
    Add(handle, passage->table_, MakeGarbageCollected<Passing>(handle), i);
  }
  EXPECT_EQ(call_count, 2);
  EXPECT_GT(passage->table_.capacity(), capacity);
  EXPECT_EQ(Findings(*heap), "");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
