// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Allocation without a collector: zeroed slots, shared and own pages, large
// objects, budget, limit, and what a throwing constructor gives back.

#include "heap/heap_core.h"

#include <iterator>
#include <new>
#include <set>
#include <utility>
#include <vector>

#include "base/virtual_memory.h"
#include "gtest/gtest.h"
#include "heap/heap_testing.h"
#include "heap/slot_ids.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(HeapCoreTest, GivesDistinctZeroedSlotsAlsoWhenTheyAreUsedAgain) {
  TestHeap heap;
  for (int round = 0; round < 3; ++round) {
    std::set<void*> slots;
    for (int i = 0; i < 2000; ++i) {
      auto* const object = heap.Allocate<Sized<40>>();
      ASSERT_NE(object, nullptr);
      ASSERT_TRUE(IsAllZero(object, sizeof(*object)));
      ASSERT_TRUE(slots.insert(object).second);
      std::memset(object, 0xff, sizeof(*object));
    }
    heap.SweepAll();
    EXPECT_EQ(heap.used_page_bytes(), 0u);
  }
}

TEST(HeapCoreTest, GivesATypeItsOwnPagesOnceItHasAllocatedAPage) {
  TestHeap heap;
  void* const first = heap.Allocate<Sized<24, 1>>();
  ASSERT_EQ(RecordOf(first).type, nullptr);

  void* last = nullptr;
  for (size_t i = 0; i < kPageBytes / 24 + 1; ++i) {
    last = heap.Allocate<Sized<24, 1>>();
  }

  const TypeInfo& type = TypeInfoOf<Sized<24, 1>>();
  EXPECT_EQ(RecordOf(last).type, &type);
  EXPECT_EQ(&TypeOfSlot(RecordOf(first), reinterpret_cast<uintptr_t>(first)),
            &type);
}

// Five objects each of 3,000 types of 16 to 64 bytes: definitions made by hand,
// since so many classes would take a compiler minutes.
TEST(HeapCoreTest, HoldsThreeThousandRareTypesInAHundredPages) {
  constexpr TypeDefinition kModels[] = {
      kTypeDefinition<Sized<16>>, kTypeDefinition<Sized<24>>,
      kTypeDefinition<Sized<32>>, kTypeDefinition<Sized<40>>,
      kTypeDefinition<Sized<48>>, kTypeDefinition<Sized<56>>,
      kTypeDefinition<Sized<64>>};
  // Kept: the registry refers to them.
  static TypeSlot slots[3000];
  TestHeap heap;

  for (size_t i = 0; i < std::size(slots); ++i) {
    TypeDefinition definition = kModels[i % std::size(kModels)];
    definition.slot = &slots[i];
    const TypeInfo& type = RegisterType(definition);
    for (int k = 0; k < 5; ++k) {
      ASSERT_NE(heap.TryAllocate(type, definition.object_bytes), nullptr);
    }
  }

  EXPECT_LE(heap.used_page_bytes(), 100 * kPageBytes);
}

// 256 KiB of objects have a page of the system's of mark bits.
TEST(HeapCoreTest, GivesPagesMemoryForTheirMarkBitsIfItIsTold) {
  TestHeap heap;
  heap.set_prepares_marks(true);
  std::set<uintptr_t> pages;
  for (int i = 0; i < 100'000; ++i) {
    void* const object = heap.Allocate<Sized<40>>();
    ASSERT_NE(object, nullptr);
    pages.insert(PageAddress(PageIndexOf(reinterpret_cast<uintptr_t>(object))));
  }

  for (const uintptr_t page : pages) {
    const auto bits =
        reinterpret_cast<uintptr_t>(MarkedBits(PageIndexOf(page)));
    void* const system_page =
        reinterpret_cast<void*>(bits & ~(kOsPageBytes - 1));
    ASSERT_EQ(ResidentBytes(system_page, kOsPageBytes), kOsPageBytes);
  }
}

class Text : public GarbageCollected<Text> {
 public:
  uint32_t size_;
  HALFWORD_FIELDS(Text, size_)
  HALFWORD_TRAILING(Text, char)
};

TEST(HeapCoreTest, ClearsAdditionalBytesOfEverySize) {
  TestHeap heap;
  std::vector<std::pair<void*, size_t>> objects;
  for (size_t bytes = 1; bytes < 40000; bytes = bytes * 5 / 4 + 1) {
    void* const object = heap.Allocate<Text>(bytes);
    ASSERT_NE(object, nullptr);
    ASSERT_TRUE(IsAllZero(object, sizeof(Text) + bytes)) << bytes;
    std::memset(object, 0xee, sizeof(Text) + bytes);
    objects.emplace_back(object, sizeof(Text) + bytes);
  }

  // No object overwrote another.
  for (const auto& [object, bytes] : objects) {
    const auto* const at = static_cast<const unsigned char*>(object);
    for (size_t i = 0; i < bytes; ++i) ASSERT_EQ(at[i], 0xee);
  }
}

TEST(HeapCoreTest, PutsLargeObjectsOnPagesOfTheirOwn) {
  TestHeap heap;
  void* const object = heap.Allocate<Text>(3 * kPageBytes);

  const PageRecord& record = RecordOf(object);
  EXPECT_EQ(record.kind, PageKind::kLarge);
  EXPECT_EQ(record.run_pages, 4u);
  const auto inside = reinterpret_cast<uintptr_t>(object) + 2 * kPageBytes + 5;
  EXPECT_EQ(SlotBegin(inside), reinterpret_cast<uintptr_t>(object));
}

TEST(HeapCoreTest, SaysWhenTheBudgetIsSpent) {
  TestHeap heap;
  heap.set_budget_bytes(2 * kPageBytes);
  size_t count = 0;
  while (heap.Allocate<Sized<64>>() != nullptr) ++count;

  EXPECT_EQ(heap.failure(), AllocationFailure::kBudget);
  EXPECT_EQ(count, 2 * kPageBytes / 64);
  heap.IgnoreBudget(true);
  EXPECT_NE(heap.Allocate<Sized<64>>(), nullptr);
}

TEST(HeapCoreTest, SaysWhenTheLimitIsReached) {
  TestHeap heap;
  heap.set_limit_bytes(4 * kPageBytes);
  while (heap.Allocate<Sized<512>>() != nullptr) {
  }

  EXPECT_EQ(heap.failure(), AllocationFailure::kLimit);
  EXPECT_EQ(heap.used_page_bytes(), 4 * kPageBytes);
  EXPECT_EQ(heap.Allocate<Text>(20 * kPageBytes), nullptr);
}

TEST(HeapCoreTest, RefusesWhatTheCageCannotHold) {
  TestHeap heap;

  EXPECT_EQ(heap.Allocate<Text>(SIZE_MAX / 4), nullptr);
  EXPECT_EQ(heap.failure(), AllocationFailure::kCage);
}

TEST(HeapCoreTest, CountsWhatWasAllocatedHoweverOftenRunsAreClosed) {
  TestHeap heap;
  for (size_t i = 1; i <= 1000; ++i) {
    heap.Allocate<Sized<32>>();
    heap.CloseRuns();
    ASSERT_EQ(heap.allocated_since_collection_bytes(), 32 * i);
  }
}

// Numbers allocations as they come, with the bytes as their site.
class Counter final : public AllocationObserver {
 public:
  Birth OnAllocation(size_t bytes) override {
    return {++count_, static_cast<uint32_t>(bytes)};
  }
  uint32_t count() const { return count_; }

 private:
  uint32_t count_ = 0;
};

uint32_t NumberOf(const void* object) {
  const auto address = reinterpret_cast<uintptr_t>(object);
  const SlotIds* const ids = SlotIdsOf(PageIndexOf(address));
  return ids == nullptr ? 0
                        : ids->NumberOf(static_cast<uint32_t>(
                              GranuleOf(address) % kPageGranules));
}

uint32_t SiteOf(const void* object) {
  const auto address = reinterpret_cast<uintptr_t>(object);
  const SlotIds* const ids = SlotIdsOf(PageIndexOf(address));
  return ids == nullptr ? 0
                        : ids->SiteOf(static_cast<uint32_t>(GranuleOf(address) %
                                                            kPageGranules));
}

TEST(HeapCoreTest, KeepsBuffersEmptyWhileAllocationsAreObserved) {
  TestHeap heap;
  Counter counter;
  heap.ObserveAllocations(&counter);
  for (size_t i = 0; i < 2 * kPageBytes / 48; ++i) {
    heap.Allocate<Sized<48, 2>>();
  }

  for (const Bin& bin : heap.bins()) {
    EXPECT_EQ(bin.buffer, &bin.own_buffer);
  }
  EXPECT_EQ(counter.count(), 2 * kPageBytes / 48);
}

TEST(HeapCoreTest, AnObjectHasTheBirthThatTheObserverGaveIt) {
  TestHeap heap;
  const void* const before = heap.Allocate<Sized<48, 3>>();
  Counter counter;
  heap.ObserveAllocations(&counter);
  const void* const first = heap.Allocate<Sized<48, 3>>();
  const void* const large = heap.Allocate<Sized<3 * kPageBytes>>();
  const void* const third = heap.Allocate<Sized<32>>();

  EXPECT_EQ(NumberOf(before), 0u);
  EXPECT_EQ(NumberOf(first), 1u);
  EXPECT_GE(SiteOf(first), 48u);
  EXPECT_EQ(NumberOf(large), 2u);
  EXPECT_GE(SiteOf(large), 3 * kPageBytes);
  EXPECT_EQ(NumberOf(third), 3u);
}

TEST(HeapCoreTest, AllocationsAreFastAgainWhenNobodyObservesThem) {
  TestHeap heap;
  Counter counter;
  const auto allocate_page = [&heap] {
    for (size_t i = 0; i < 2 * kPageBytes / 48; ++i) {
      heap.Allocate<Sized<48, 4>>();
    }
  };
  heap.ObserveAllocations(&counter);
  allocate_page();
  heap.ObserveAllocations(nullptr);
  const uint32_t count = counter.count();
  allocate_page();

  EXPECT_EQ(counter.count(), count);
  size_t own_count = 0;
  for (const Bin& bin : heap.bins()) {
    own_count += bin.buffer == &bin.own_buffer ? 1 : 0;
  }
  const bool observes_always = HALFWORD_HAS_ASAN || kMemoryDebug;
  EXPECT_EQ(own_count < heap.bins().size(), !observes_always);
}

class FailingObserver final : public AllocationObserver {
 public:
  Birth OnAllocation(size_t) override { throw std::bad_alloc(); }
};

TEST(HeapCoreTest, AnObserverWithoutMemoryDoesNotKeepAnObjectFromItsMaker) {
  TestHeap heap;
  FailingObserver observer;
  heap.ObserveAllocations(&observer);
  const size_t before = heap.side_table_bytes();
  const void* const object = heap.Allocate<Sized<48, 5>>();

  EXPECT_NE(object, nullptr);
  EXPECT_EQ(NumberOf(object), 0u);
  heap.SweepAll();
  EXPECT_LE(heap.side_table_bytes(), before);
}

// A page with births counts what they take, and nothing when it is given back.
TEST(HeapCoreTest, BirthsArePartOfTheSideTables) {
  TestHeap heap;
  Counter counter;
  heap.Allocate<Sized<16>>();
  const size_t before = heap.side_table_bytes();
  heap.ObserveAllocations(&counter);
  void* const object = heap.Allocate<Sized<16>>();

  EXPECT_GE(heap.side_table_bytes(), before + kPageBytes / 16 * sizeof(Birth));
  heap.Free(object);
  EXPECT_EQ(NumberOf(object), 0u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
