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

// Which lie in shared pages: its own begin with a page that there is not.
TEST(HeapCoreTest, GivesATypeThatIsToHaveOwnPagesTheSlotsThatAreLeft) {
  TestHeap heap;
  using Type = Sized<32>;
  heap.Allocate<Type>();
  heap.CloseRuns();
  heap.set_limit_bytes(heap.used_page_bytes());
  // As many as make it deserve its own, of which the most die.
  for (size_t i = 0; i <= kPageBytes / 32; ++i) {
    if (i % 100 == 99) heap.SweepAll();
    void* const object = heap.Allocate<Type>();
    ASSERT_NE(object, nullptr) << i;
    EXPECT_EQ(RecordOf(object).type, nullptr);
  }

  heap.SweepAll();
  size_t count = 0;
  while (void* const object = heap.Allocate<Type>()) {
    EXPECT_EQ(
        &TypeOfSlot(RecordOf(object), reinterpret_cast<uintptr_t>(object)),
        &TypeInfoOf<Type>());
    ++count;
  }
  EXPECT_GT(count, kPageBytes / 32 / 2);
  EXPECT_EQ(heap.failure(), AllocationFailure::kLimit);

  // It gets them when there is a page.
  heap.set_limit_bytes(heap.used_page_bytes() + kPageBytes);
  EXPECT_EQ(RecordOf(heap.Allocate<Type>()).type, &TypeInfoOf<Type>());
}

TEST(HeapCoreTest, RefusesWhatTheCageCannotHold) {
  TestHeap heap;

  EXPECT_EQ(heap.Allocate<Text>(SIZE_MAX / 4), nullptr);
  EXPECT_EQ(heap.failure(), AllocationFailure::kCage);
}

AddressRange last_reserved = {0, 0};

void* NoteReserve(size_t bytes, size_t alignment, size_t residue) {
  void* const place = kSystemVirtualMemory.reserve(bytes, alignment, residue);
  last_reserved.begin = reinterpret_cast<uintptr_t>(place);
  last_reserved.end = last_reserved.begin + bytes;
  return place;
}

TEST(HeapCoreTest, LeavesNothingWhereTheSystemRefusesItMemory) {
  Cage::Get();
  constexpr VirtualMemoryHooks kHooks = {
      .reserve = &NoteReserve, .commit = [](void*, size_t) { return false; }};
  SetVirtualMemoryHooksForTesting(&kHooks);
  EXPECT_THROW(TestHeap(), std::bad_alloc);
  SetVirtualMemoryHooksForTesting(nullptr);

  ASSERT_NE(last_reserved.bytes(), 0u);
  AddressRange gap = {0, 0};
  EXPECT_EQ(FreeGaps(last_reserved, &gap, 1), 1u);
  EXPECT_EQ(gap.bytes(), last_reserved.bytes());
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

// A page of a type, of which every third object lives, for its next runs.
template <typename T>
class GappedHeap : public TestHeap {
 public:
  explicit GappedHeap(size_t additional_bytes = 0)
      : bytes_(sizeof(T) + additional_bytes) {
    HeapCoreTestPeer::GiveOwnPages(*this, TypeInfoOf<T>());
    Make();
    const size_t slot_count = Record().slot_count;
    for (size_t i = 1; i < slot_count; ++i) std::memset(Make(), 0xff, bytes_);
    CloseRuns();
    for (size_t i = 0; i < slot_count; i += 3) Keep(SlotAt(i));
    SweepAll();
    gap_count_ = slot_count - (slot_count + 2) / 3;
  }

  void* Make() { return Note(TryAllocate(TypeInfoOf<T>(), bytes_)); }
  void* MakeInNextRun() {
    return Note(TryAllocateInNextRun(TypeInfoOf<T>(), bytes_));
  }
  size_t gap_count() const { return gap_count_; }

 private:
  const PageRecord& Record() const { return RecordOf(first_); }
  void* SlotAt(size_t index) const {
    return reinterpret_cast<char*>(first_) + index * SlotBytes(Record());
  }
  void* Note(void* object) {
    if (first_ == nullptr) first_ = object;
    return object;
  }

  size_t bytes_;
  void* first_ = nullptr;
  size_t gap_count_;
};

constexpr bool kObservesAlways = HALFWORD_HAS_ASAN || kMemoryDebug;

// Objects of such a page come as they do without the next runs, from which
// every second one is taken.
template <typename T>
void TakeAllGaps(size_t additional_bytes) {
  GappedHeap<T> quick(additional_bytes);
  GappedHeap<T> plain(additional_bytes);
  size_t in_next_run_count = 0;
  uintptr_t last = 0;
  for (size_t i = 0; i < quick.gap_count(); ++i) {
    void* object = quick.MakeInNextRun();
    if (object != nullptr) {
      ++in_next_run_count;
    } else {
      object = quick.Make();
    }
    void* const expected = plain.Make();
    ASSERT_NE(object, nullptr);
    const auto address = reinterpret_cast<uintptr_t>(object);
    ASSERT_EQ(address % kPageBytes,
              reinterpret_cast<uintptr_t>(expected) % kPageBytes);
    ASSERT_TRUE(IsAllZero(object, sizeof(T) + additional_bytes));
    ASSERT_GT(address, last);
    ASSERT_TRUE(quick.IsLive(object));
    ASSERT_EQ(quick.allocated_since_collection_bytes(),
              plain.allocated_since_collection_bytes());
    last = address;
  }
  EXPECT_EQ(in_next_run_count,
            kObservesAlways ? 0 : (quick.gap_count() - 1) / 2);
  EXPECT_EQ(quick.MakeInNextRun(), nullptr) << "the page is full";
  quick.CloseRuns();
  plain.CloseRuns();
  EXPECT_EQ(quick.allocated_since_collection_bytes(),
            plain.allocated_since_collection_bytes());
}

TEST(HeapCoreTest, TakesTheGapsOfAPageByItsNextRuns) {
  TakeAllGaps<Sized<16>>(0);
  TakeAllGaps<Sized<32>>(0);
  TakeAllGaps<Sized<104>>(0);
  TakeAllGaps<Sized<600>>(0);
  TakeAllGaps<Text>(20);
  TakeAllGaps<Text>(500);
}

TEST(HeapCoreTest, TakesNoNextRunPastTheBudgetOrAStep) {
  GappedHeap<Sized<32>> heap;
  heap.Make();
  heap.Make();
  heap.set_budget_bytes(size_t{3} * 32);
  const bool is_made = heap.MakeInNextRun() != nullptr;
  EXPECT_EQ(is_made, !kObservesAlways);
  if (!is_made) heap.Make();
  heap.Make();
  EXPECT_EQ(heap.MakeInNextRun(), nullptr);
  EXPECT_EQ(heap.failure(), AllocationFailure::kNone);
  EXPECT_EQ(heap.Make(), nullptr);

  heap.set_budget_bytes(SIZE_MAX);
  heap.set_step_bytes(size_t{3} * 32);
  EXPECT_EQ(heap.MakeInNextRun(), nullptr);
  EXPECT_EQ(heap.Make(), nullptr);
  EXPECT_EQ(heap.failure(), AllocationFailure::kStep);
}

TEST(HeapCoreTest, LeavesOtherCasesThanTheNextRunAlone) {
  GappedHeap<Sized<32>> heap;
  EXPECT_EQ(heap.MakeInNextRun(), nullptr) << "no run was open";
  heap.Make();
  EXPECT_EQ(heap.MakeInNextRun(), nullptr) << "the run has another slot";
  heap.Make();
  heap.CloseRuns();
  EXPECT_EQ(heap.MakeInNextRun(), nullptr) << "as in a pause";
  heap.Make();
  heap.Make();

  Counter counter;
  heap.ObserveAllocations(&counter);
  heap.Make();
  heap.Make();
  EXPECT_EQ(heap.MakeInNextRun(), nullptr) << "the observer would not see it";
  EXPECT_EQ(counter.count(), 2u);
}

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
  EXPECT_EQ(own_count < heap.bins().size(), !kObservesAlways);
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
