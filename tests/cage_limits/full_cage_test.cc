// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A cage that is nearly full, and one that is full. The cage is chosen once for
// a process, so that ctest runs this program once for each of several sizes,
// with HALFWORD_OPTIONS=cage=256m and so on. In a larger cage the large objects
// are larger, and not more, so that every size takes about the same time. What
// happens at the limit of one heap, where the cage has room, is tested in
// src/gc/collector_test.cc.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "halfword/internal/counted_memory.h"
#include "halfword/testing.h"
#include "heap/counted_threads.h"
#include "heap/memory_debug.h"

namespace halfword::inline HALFWORD_ABI::cage_limits {
namespace {

constexpr size_t kMiB = size_t{1} << 20;
constexpr size_t kLargestCageBytes = 16384 * kMiB;

size_t CageBytes() { return internal::Cage::Get().capacity_bytes(); }
// How many times the smallest cage this one is.
size_t Scale() { return CageBytes() / (256 * kMiB); }

// Of any size; a link of a list.
class Block : public GarbageCollected<Block> {
 public:
  Block(Block* next, uint32_t number, uint32_t bytes)
      : next_(next), number_(number), bytes_(bytes) {
    words()[bytes_ / sizeof(uint32_t) - 1] = ~number_;
  }
  bool IsIntact(uint32_t number) {
    return number_ == number &&
           words()[bytes_ / sizeof(uint32_t) - 1] == ~number;
  }
  Block* next() const { return next_; }

 private:
  uint32_t* words() { return reinterpret_cast<uint32_t*>(this + 1); }

  Member<Block> next_;
  uint32_t number_;
  uint32_t bytes_;
  HALFWORD_FIELDS(Block, next_, number_, bytes_)
};

class Counted : public GarbageCollected<Counted> {
 public:
  explicit Counted(size_t* destroyed_count)
      : destroyed_count_(destroyed_count) {}
  ~Counted() { ++*destroyed_count_; }

 private:
  size_t* destroyed_count_;
  HALFWORD_FIELDS(Counted, destroyed_count_)
};

struct OutOfMemory {};

class FullCageTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_LE(CageBytes(), kLargestCageBytes)
        << "run this with HALFWORD_OPTIONS=cage=256m";
  }

  // Sizes go around: mostly small objects, and in the smallest cage an eighth
  // of the bytes in large ones.
  static constexpr uint32_t kLargeEvery = 500;
  static uint32_t NextBytes(uint32_t number) {
    constexpr size_t kBytesOfAll = 2'000'000;  // of so many, about
    constexpr uint32_t kBytes[] = {16,   200, 24,  3000, 48,    1000,
                                   7000, 16,  400, 9000, 20000, 64};
    if (number % kLargeEvery == kLargeEvery - 1) {
      return static_cast<uint32_t>(300'000 + (Scale() - 1) * kBytesOfAll);
    }
    return kBytes[number % std::size(kBytes)];
  }

  static Block* Make(Heap& heap, Block* next, uint32_t number) {
    return MakeOf(NextBytes(number), heap, next, number);
  }
  static Block* MakeOf(uint32_t bytes, Heap& heap, Block* next,
                       uint32_t number) {
    return MakeGarbageCollected<Block>(heap.GetAllocationHandle(),
                                       AdditionalBytes(bytes), next, number,
                                       bytes);
  }

  static size_t UsedBytes(Heap& heap) {
    return heap.CollectStatistics(HeapStatistics::kBrief).page_bytes;
  }

  // Prepends to the list until its pages take so much of the cage.
  uint32_t FillTo(Heap& heap, double share, Persistent<Block>* list) {
    const auto enough =
        static_cast<size_t>(share * static_cast<double>(CageBytes()));
    uint32_t count = 0;
    do {
      for (int i = 0; i < 100; ++i) {
        *list = Make(heap, list->Get(), count++);
      }
    } while (UsedBytes(heap) < enough);
    return count;
  }

  static void ExpectIntact(const Persistent<Block>& list, uint32_t count) {
    for (Block* block = list; block != nullptr; block = block->next()) {
      ASSERT_TRUE(block->IsIntact(--count)) << count;
    }
    EXPECT_EQ(count, 0u);
  }
};

TEST_F(FullCageTest, NineTenthsLiveAndGarbageOfAllSizesRun) {
  size_t destroyed_count = 0;  // written at the heap's end too
  std::string trail;
  HeapOptions options;
  options.near_limit_callback = [&](Heap&, size_t limit_bytes) {
    trail += "near ";
    return limit_bytes;
  };
  const auto heap = Heap::Create(std::move(options));
  Persistent<Block> list;
  const uint32_t count = FillTo(*heap, 0.9, &list);
  size_t made_count = 0;
  uint32_t number = 0;
  for (size_t bytes = 0; bytes < 4 * CageBytes();
       bytes += NextBytes(number++)) {
    Make(*heap, nullptr, number);
    if (number % 16 != 0) continue;
    MakeGarbageCollected<Counted>(heap->GetAllocationHandle(),
                                  &destroyed_count);
    ++made_count;
  }

  EXPECT_EQ(trail, "");
  ExpectIntact(list, count);
  EXPECT_GE(destroyed_count, made_count * 9 / 10);
  EXPECT_EQ(internal::Findings(*heap), "");
}

struct Megabyte : RefCounted<Megabyte> {
  Megabyte() {}  // NOLINT: writes nothing, so that no memory is taken
  char bytes[kMiB];
  HALFWORD_FIELDS(Megabyte, bytes)
};

TEST_F(FullCageTest, CountedObjectsTakeTheRoomOfGarbage) {
  HeapOptions options;
  // No budget may be what collects.
  options.growth_bytes_min = 4 * CageBytes();
  const auto heap = Heap::Create(std::move(options));
  const auto other = Heap::Create();
  Persistent<Block> list;
  const uint32_t count = FillTo(*heap, 0.2, &list);
  // Not linked, so that a stray word of the stack keeps one of them only.
  for (uint32_t i = 0; UsedBytes(*heap) < 230 * kMiB * Scale(); ++i) {
    for (uint32_t k = 0; k < 100; ++k) Make(*heap, nullptr, 100 * i + k);
  }
  EXPECT_EQ(internal::CollectorOf(*heap).collection_count(), 0u);

  std::vector<RefPtr<Megabyte>> counted;
  for (size_t i = 0; i < 100 * Scale(); ++i) {
    counted.push_back(MakeRefCounted<Megabyte>());
  }

  EXPECT_EQ(internal::CollectorOf(*heap).collection_count(), 1u);
  ExpectIntact(list, count);
  EXPECT_EQ(internal::Findings(*heap), "");
}

// What it has not swept yet, and what died since it was collected.
TEST_F(FullCageTest, AHeapTakesTheRoomOfGarbageInAnother) {
  for (const bool is_collected : {false, true}) {
    // No budget may be what collects.
    const auto heap = Heap::Create({.growth_bytes_min = 4 * CageBytes()});
    const auto other = Heap::Create({.growth_bytes_min = 4 * CageBytes()});
    for (uint32_t i = 0; UsedBytes(*other) < 220 * kMiB * Scale(); ++i) {
      for (uint32_t k = 0; k < 100; ++k) Make(*other, nullptr, 100 * i + k);
    }
    if (is_collected) other->Collect({.sweeping = Sweeping::kLazy});
    Persistent<Block> list;
    const uint32_t count = FillTo(*heap, 0.5, &list);

    ExpectIntact(list, count);
    // Any 32 bits of the stack may refer into a cage that is full, and by
    // chance to some of the largest blocks.
    const size_t held_by_chance = 4 * size_t{NextBytes(kLargeEvery - 1)};
    EXPECT_LE(UsedBytes(*other), 20 * kMiB * Scale() + held_by_chance);
    EXPECT_EQ(internal::Findings(*heap), "");
    EXPECT_EQ(internal::Findings(*other), "");
  }
}

class Large : public GarbageCollected<Large> {
 private:
  uint64_t first_ = 0;
  HALFWORD_FIELDS(Large, first_)
};

Large* MakeLarge(Heap& heap, size_t megabytes) {
  return MakeGarbageCollected<Large>(
      heap.GetAllocationHandle(), AdditionalBytes(megabytes * kMiB * Scale()));
}

// It would find no room in its own free pages, nor in the cage beside them.
TEST_F(FullCageTest, AHeapTakesItsOwnFreePagesBesideThoseOfTheCage) {
  for (const auto stack :
       {StackSupport::kConservative, StackSupport::kPrecise}) {
    const auto heap =
        Heap::Create({.stack_support = stack, .kept_free_bytes_min = SIZE_MAX});
    MakeLarge(*heap, 150);
    internal::CollectPrecisely(*heap);
    const size_t free_bytes = internal::Cage::Get().free_bytes();
    ASSERT_LT(free_bytes, 110 * kMiB * Scale());

    EXPECT_NE(MakeLarge(*heap, 200), nullptr);

    EXPECT_EQ(internal::Findings(*heap), "");
  }
}

TEST_F(FullCageTest, AHeapTakesFreePagesThatACallbackMade) {
  HeapOptions options = {.kept_free_bytes_min = SIZE_MAX};
  Persistent<Large> held;
  options.near_limit_callback = [&](Heap&, size_t limit_bytes) {
    held.Clear();
    return limit_bytes;
  };
  const auto heap = Heap::Create(std::move(options));
  held = MakeLarge(*heap, 150);

  testing::OverrideEmbedderStackStateScope no_stack(
      heap->GetHeapHandle(), StackState::kNoHeapPointers);
  EXPECT_NE(MakeLarge(*heap, 200), nullptr);

  EXPECT_FALSE(held);
}

// Of this thread, of a megabyte each; the last half is free, and kept.
class CountedSlots {
 public:
  CountedSlots() {
    for (size_t i = 0; i < 160 * Scale(); ++i) {
      slots_.push_back(internal::AllocateCountedOutOfLine(kMiB));
    }
    while (slots_.size() > 80 * Scale()) FreeLast();
  }
  // Later tests are to find the cage empty.
  ~CountedSlots() {
    while (!slots_.empty()) FreeLast();
    internal::GiveCountedPagesBack();
  }
  CountedSlots(const CountedSlots&) = delete;
  CountedSlots& operator=(const CountedSlots&) = delete;

 private:
  void FreeLast() {
    internal::FreeCounted(slots_.back());
    slots_.pop_back();
  }
  std::vector<void*> slots_;
};

TEST_F(FullCageTest, AHeapTakesFreePagesOfCountedObjects) {
  const auto heap = Heap::Create();
  const CountedSlots slots;
  ASSERT_LT(internal::Cage::Get().free_bytes(), 110 * kMiB * Scale());

  EXPECT_NE(MakeLarge(*heap, 140), nullptr);

  EXPECT_EQ(internal::Findings(*heap), "");
}

TEST_F(FullCageTest, CountedObjectsTakeTheirFreePagesBesideThoseOfTheCage) {
  const CountedSlots slots;
  ASSERT_LT(internal::Cage::Get().free_bytes(), 110 * kMiB * Scale());

  void* const large = internal::AllocateCountedOutOfLine(140 * kMiB * Scale());

  EXPECT_NE(large, nullptr);
  internal::FreeCounted(large);
}

TEST_F(FullCageTest, AsksInOrderWhenTheLivingFillTheCage) {
  std::string trail;
  HeapOptions options;
  // No budget may be what collects.
  options.growth_bytes_min = 4 * CageBytes();
  options.near_limit_callback = [&](Heap& heap, size_t limit_bytes) {
    trail += "near" +
             std::to_string(internal::CollectorOf(heap).collection_count()) +
             " ";
    return limit_bytes;
  };
  options.out_of_memory_handler = [&](Heap&, size_t) {
    trail += "out ";
    throw OutOfMemory();
  };
  const auto heap = Heap::Create(std::move(options));
  Persistent<Block> list;
  uint32_t count = 0;
  EXPECT_THROW(for (;; ++count) list = Make(*heap, list.Get(), count),
               OutOfMemory);

  // A collection of last resort came first, and no higher limit would help.
  EXPECT_EQ(trail, "near1 out ");
  EXPECT_GE(UsedBytes(*heap), CageBytes() / 100 * 97);
  ExpectIntact(list, count);
  EXPECT_EQ(internal::Findings(*heap), "");

  // The heap is whole: what was let go is room again, for another heap too.
  list.Clear();
  internal::CollectPrecisely(*heap);
  EXPECT_EQ(UsedBytes(*heap), 0u);
  heap->ReleaseFreeMemory();
  const auto other = Heap::Create();
  ExpectIntact(list, 0);
  const uint32_t other_count = FillTo(*other, 0.9, &list);
  ExpectIntact(list, other_count);
}

TEST_F(FullCageTest, ReferencesReachTheLastGranule) {
  internal::Cage& cage = internal::Cage::Get();
  constexpr size_t kLeftChunks = 4;
  constexpr uint32_t kSlotBytes = 32;
  constexpr uint32_t kUsableBytes = kSlotBytes - internal::kCanaryBytes;
  const size_t taken_chunks = CageBytes() / internal::kChunkBytes - kLeftChunks;
  const uintptr_t taken = cage.AllocateChunks(taken_chunks);
  ASSERT_NE(taken, 0u);
  {
    HeapOptions options;
    options.out_of_memory_handler = [](Heap&, size_t) { throw OutOfMemory(); };
    const auto heap = Heap::Create(std::move(options));
    Persistent<Block> list;
    uint32_t count = 0;
    uintptr_t last_address = 0;
    const auto fill = [&] {
      for (;; ++count) {
        list = MakeOf(kUsableBytes - sizeof(Block), *heap, list.Get(), count);
        last_address =
            std::max(last_address, reinterpret_cast<uintptr_t>(list.Get()));
      }
    };
    EXPECT_THROW(fill(), OutOfMemory);

    EXPECT_EQ(last_address, cage.end() - kSlotBytes);
    EXPECT_EQ(count, kLeftChunks * internal::kChunkBytes / kSlotBytes);
    internal::CollectPrecisely(*heap);
    EXPECT_EQ(internal::Findings(*heap), "");
    ExpectIntact(list, count);
  }
  cage.FreeChunks(taken, taken_chunks);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::cage_limits
