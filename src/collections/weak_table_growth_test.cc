// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How large weak tables become through which many entries pass: they are
// cleaned before they grow, and a heap that holds little stays small however
// much passes, in each mode of marking
// (design/growth.md#req.growth.weak).

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "collections/collections_testing.h"
#include "gtest/gtest.h"
#include "halfword/heap_hash_map.h"
#include "halfword/heap_hash_set.h"
#include "halfword/heap_linked_hash_set.h"
#include "halfword/heap_vector.h"
#include "halfword/internal/compiler.h"

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

// Whether the program asks for the size all the time, which drops the dead.
enum class Program { kInserts, kCountsToo };

// So many objects live, each in the table; so many more come one by one, each
// in the place of one of these. Returns the most that the heap took.
template <typename Table>
size_t PeakOfPassage(HeapOptions options, size_t live_count, size_t count,
                     Program program = Program::kInserts) {
  const auto heap = Heap::Create(std::move(options));
  AllocationHandle& handle = heap->GetAllocationHandle();
  const Persistent<PassageOf<Table>> passage =
      MakeGarbageCollected<PassageOf<Table>>(handle);
  passage->living_.resize(live_count);
  size_t peak = 0;
  uint32_t random = 1;
  for (size_t i = 0; i < count; ++i) {
    random = random * 1664525 + 1013904223;
    auto* const object = MakeGarbageCollected<Passing>(handle);
    passage->living_[(random >> 8) % live_count] = object;
    if constexpr (requires {
                    passage->table_.insert_or_assign(object, object);
                  }) {
      passage->table_.insert_or_assign(object, object);
    } else {
      passage->table_.insert(object);
    }
    if (program == Program::kCountsToo) {
      EXPECT_GE(passage->table_.size(), std::min(i + 1, live_count) / 2);
    }
    if (i % 4096 == 0) peak = std::max(peak, CommittedBytes(*heap));
  }
  return peak;
}

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

// Cycles mark beside the program, and what passes meanwhile is marked.
TEST(WeakTableGrowthBesideTest, EndsWhereCyclesMarkAllThatPasses) {
#if HALFWORD_HAS_TSAN
  GTEST_SKIP() << "steps of a fifth of a millisecond mark less than comes in";
#endif
  for (const MarkingType mode :
       {MarkingType::kIncremental, MarkingType::kIncrementalAndConcurrent}) {
    EXPECT_LE(PeakOfPassage<PassingMap>(
                  {.marking_support = mode, .growth_bytes_min = kMiB}, 50'000,
                  4'400'000),
              52 * kMiB)
        << static_cast<int>(mode);
  }
}

// With twice as much room it would be more than the budget.
TEST(WeakTableGrowthBesideTest, AFullTableIsCleanedBeforeItGrows) {
  const auto heap = Heap::Create(
      {.marking_support = MarkingType::kAtomic, .growth_bytes_min = 16 * kMiB});
  AllocationHandle& handle = heap->GetAllocationHandle();
  const Persistent<PassageOf<PassingSet>> passage =
      MakeGarbageCollected<PassageOf<PassingSet>>(handle);
  passage->table_.reserve(860'000);
  const size_t capacity = passage->table_.capacity();
  while (passage->table_.size() < capacity) {
    passage->table_.insert(MakeGarbageCollected<Passing>(handle));
  }
  const size_t before = CommittedBytes(*heap);
  passage->table_.insert(MakeGarbageCollected<Passing>(handle));

  EXPECT_LT(passage->table_.size(), capacity / 16);
  EXPECT_LE(CommittedBytes(*heap), before + kMiB);
  EXPECT_EQ(Findings(*heap), "");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
