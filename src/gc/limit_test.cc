// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What happens when there is no room: a collection of last resort, the
// near-limit callback, the out-of-memory handler; and the hook that is told of
// a large live share before that.

#include <cstdlib>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cage/cage.h"
#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class LargeCounted : public GarbageCollected<LargeCounted> {
 public:
  explicit LargeCounted(int* destroyed) : destroyed_(destroyed) {}
  ~LargeCounted() { ++*destroyed_; }
  int* destroyed_;
  char bytes_[50'000] = {};
  HALFWORD_FIELDS(LargeCounted, destroyed_, bytes_)
};

// Counts what happens on the way to the end of memory, in order.
struct Trail {
  std::string text;
  size_t limit_seen = 0;
  size_t bytes_wanted = 0;
};

struct OutOfMemory {};

HeapOptions LimitedOptions(Trail* trail, size_t limit_bytes) {
  HeapOptions options;
  options.max_heap_bytes = limit_bytes;
  options.growth_bytes_min = 64 * kMiB;
  options.near_limit_callback = [trail](Heap& heap, size_t limit) {
    trail->text +=
        "near" + std::to_string(CollectorOf(heap).collection_count()) + " ";
    trail->limit_seen = limit;
    return limit;
  };
  options.out_of_memory_handler = [trail](Heap& heap, size_t bytes) {
    trail->text +=
        "out" + std::to_string(CollectorOf(heap).collection_count()) + " ";
    trail->bytes_wanted = bytes;
    throw OutOfMemory();
  };
  return options;
}

class LimitTest : public HeapTest {
 protected:
  void TearDown() override { DestroyHeap(); }

  // Prepends blocks to the list until there is no room; returns how many fit.
  size_t Fill(Persistent<Block>* list) {
    for (size_t count = 0;; ++count) {
      try {
        Block* const block = Make<Block>();
        block->next_ = list->Get();
        *list = block;
      } catch (OutOfMemory) {
        return count;
      }
    }
  }

  Trail trail_;
  int destroyed_ = 0;
};
HALFWORD_INSTANTIATE_FOR_PAGES(LimitTest);

TEST_P(LimitTest, AsksInOrderBeforeGivingUp) {
  ResetHeap(LimitedOptions(&trail_, 4 * kMiB));
  Persistent<Block> list;
  // No stale word of this frame shall hold the list when it is let go.
  const size_t count = CallAndScrub([&] { return Fill(&list); });

  // A collection of last resort, the callback, one more collection in case that
  // it let go of something, the handler.
  EXPECT_EQ(trail_.text, "near1 out2 ");
  EXPECT_EQ(trail_.limit_seen, 4 * kMiB);
  EXPECT_EQ(trail_.bytes_wanted, sizeof(Block));
  EXPECT_GE(count * sizeof(Block), 4 * kMiB * 9 / 10);
  EXPECT_EQ(Findings(heap()), "");

  // There is no room for another, and then there is.
  EXPECT_THROW(Make<Block>(), OutOfMemory);
  list.Clear();
  EXPECT_NE(Make<Block>(), nullptr);
}

TEST_P(LimitTest, CollectsGarbageBeforeItAsks) {
  ResetHeap(LimitedOptions(&trail_, 4 * kMiB));
  for (int i = 0; i < 50'000; ++i) Make<Block>();

  EXPECT_EQ(trail_.text, "");
  EXPECT_GE(collector().collection_count(), 10u);
}

TEST_P(LimitTest, GoesOnWithALimitThatTheCallbackRaises) {
  HeapOptions options = LimitedOptions(&trail_, 2 * kMiB);
  options.near_limit_callback = [this](Heap&, size_t limit) {
    trail_.text += "near ";
    return limit >= 6 * kMiB ? limit : limit + 2 * kMiB;
  };
  ResetHeap(std::move(options));
  Persistent<Block> list;
  const size_t count = Fill(&list);

  EXPECT_GE(count * sizeof(Block), 5 * kMiB);
  EXPECT_EQ(heap().limit_bytes(), 6 * kMiB);
  EXPECT_EQ(trail_.text.substr(0, 18), "near near near out");
}

TEST_P(LimitTest, GoesOnWhenTheCallbackLetsObjectsGo) {
  std::vector<Persistent<Block>> held;
  HeapOptions options = LimitedOptions(&trail_, 2 * kMiB);
  options.near_limit_callback = [&](Heap&, size_t limit) {
    trail_.text += "near ";
    held.clear();
    return limit;
  };
  ResetHeap(std::move(options));
  for (int i = 0; i < 5000; ++i) held.emplace_back(Make<Block>());

  EXPECT_EQ(trail_.text, "near near ");
}

TEST_P(LimitTest, StopsAskingWhereNoLimitWouldHelp) {
  HeapOptions options = LimitedOptions(&trail_, 2 * kMiB);
  size_t calls = 0;
  options.near_limit_callback = [&](Heap&, size_t limit) {
    ++calls;
    return limit + 1;
  };
  ResetHeap(std::move(options));

  // The cage cannot hold it, whatever the limit is.
  EXPECT_THROW(collector().AllocateCollecting(TypeInfoOf<Block>(),
                                              size_t{1} << 45, nullptr),
               OutOfMemory);
  EXPECT_LE(calls, 1u);
}

TEST_P(LimitTest, AnExceptionOfTheCallbackLeavesTheHeapUsable) {
  HeapOptions options = LimitedOptions(&trail_, 2 * kMiB);
  options.growth_bytes_min = kMiB / 2;
  options.near_limit_callback = [](Heap&, size_t) -> size_t {
    throw OutOfMemory();
  };
  ResetHeap(std::move(options));
  Persistent<Block> list;
  Fill(&list);
  list.Clear();
  CollectPrecisely(heap());
  const size_t before = collector().collection_count();
  for (int i = 0; i < 1600; ++i) Make<Block>();

  // The budget counts again.
  EXPECT_GE(collector().collection_count() - before, 2u);
}

TEST_P(LimitTest, LargeObjectsCountAgainstTheLimit) {
  ResetHeap(LimitedOptions(&trail_, 4 * kMiB));
  Persistent<LargeCounted> held;
  for (int i = 0; i < 1000; ++i) held = Make<LargeCounted>(&destroyed_);

  EXPECT_EQ(trail_.text, "");
  EXPECT_GE(destroyed_, 900);
  PreparePages<Block>();
  EXPECT_THROW(MakeGarbageCollected<Block>(heap().GetAllocationHandle(),
                                           AdditionalBytes(5 * kMiB)),
               OutOfMemory);
}

TEST_P(LimitTest, CallsTheHookForALargeLiveShareOnly) {
  size_t calls = 0;
  size_t live = 0;
  size_t limit = 0;
  HeapOptions options;
  options.max_heap_bytes = 4 * kMiB;
  options.live_share_threshold = 0.5;
  options.live_share_callback = [&](Heap& heap, size_t live_bytes,
                                    size_t limit_bytes) {
    EXPECT_FALSE(CollectorOf(heap).is_in_pause());
    ++calls;
    live = live_bytes;
    limit = limit_bytes;
  };
  ResetHeap(std::move(options));
  std::vector<Persistent<Block>> held;
  for (int i = 0; i < 1900; ++i) held.emplace_back(Make<Block>());
  CollectPrecisely(heap());
  EXPECT_EQ(calls, 0u);

  for (int i = 0; i < 300; ++i) held.emplace_back(Make<Block>());
  CollectPrecisely(heap());
  EXPECT_EQ(calls, 1u);
  EXPECT_EQ(limit, 4 * kMiB);
  EXPECT_GE(live, 2200 * sizeof(Block));
  EXPECT_LE(live, 4 * kMiB);

  held.clear();
  CollectPrecisely(heap());
  EXPECT_EQ(calls, 1u);
}

TEST_P(LimitTest, TheHookMayCollect) {
  size_t calls = 0;
  HeapOptions options;
  options.max_heap_bytes = 4 * kMiB;
  options.live_share_threshold = 0.25;
  options.live_share_callback = [&](Heap& heap, size_t, size_t) {
    ++calls;
    CollectPrecisely(heap);
  };
  ResetHeap(std::move(options));
  std::vector<Persistent<Block>> held;
  for (int i = 0; i < 1900; ++i) held.emplace_back(Make<Block>());

  CollectPrecisely(heap());
  EXPECT_EQ(calls, 1u);
  CollectPrecisely(heap());
  EXPECT_EQ(calls, 2u);
}

TEST_P(LimitTest, TheHookMayThrow) {
  HeapOptions options;
  options.live_share_threshold = 0;
  options.live_share_callback = [&](Heap&, size_t, size_t) { throw 1; };
  ResetHeap(std::move(options));
  const Persistent<Block> held = Make<Block>();

  EXPECT_THROW(CollectPrecisely(heap()), int);
  EXPECT_THROW(CollectPrecisely(heap()), int);
}

TEST_P(LimitTest, AShareThatIsNoNumberIsNeverReached) {
  size_t calls = 0;
  HeapOptions options;
  options.live_share_threshold = std::numeric_limits<double>::quiet_NaN();
  options.live_share_callback = [&](Heap&, size_t, size_t) { ++calls; };
  ResetHeap(std::move(options));
  const Persistent<Block> held = Make<Block>();

  CollectPrecisely(heap());

  EXPECT_EQ(calls, 0u);
}

TEST_P(LimitTest, TheLimitCanBeChangedLater) {
  ResetHeap(LimitedOptions(&trail_, 2 * kMiB));
  EXPECT_EQ(heap().limit_bytes(), 2 * kMiB);
  Persistent<Block> list;
  const size_t count = Fill(&list);
  heap().set_limit_bytes(4 * kMiB);

  EXPECT_GE(Fill(&list), count * 8 / 10);
}

using LimitDeathTest = LimitTest;
HALFWORD_INSTANTIATE_FOR_PAGES(LimitDeathTest);

TEST_P(LimitDeathTest, OutOfMemoryNamesTheLimit) {
  EXPECT_DEATH(
      {
        HeapOptions options;
        options.max_heap_bytes = kMiB;
        ResetHeap(std::move(options));
        std::vector<Persistent<Block>> held;
        for (;;) held.emplace_back(Make<Block>());
      },
      "out of memory: no room for an object of .*; heap .* uses .* of its "
      "limit of 1 MiB");
}

// Otherwise it would be called again, and again.
TEST_P(LimitDeathTest, OutOfMemoryInItsHandlerEndsTheProcess) {
  EXPECT_DEATH(
      {
        ResetHeap({.max_heap_bytes = kMiB,
                   .out_of_memory_handler = [](Heap& heap, size_t) {
                     MakeGarbageCollected<Block>(heap.GetAllocationHandle());
                   }});
        std::vector<Persistent<Block>> held;
        for (;;) held.emplace_back(Make<Block>());
      },
      "out of memory: no room for an object of .*, which the out-of-memory "
      "handler itself has asked for");
}

TEST_P(LimitDeathTest, OutOfMemoryNamesTheCage) {
  EXPECT_DEATH(MakeGarbageCollected<Block>(heap().GetAllocationHandle(),
                                           AdditionalBytes(size_t{1} << 45)),
               "out of memory: no room for an object of .* of the cage of .* "
               "are free");
}

// A program of its own: the cage is chosen before main.

class Slab : public GarbageCollected<Slab> {
 public:
  Member<Slab> next_;
  uint32_t number_ = 0;
  char bytes_[4000];
  HALFWORD_FIELDS(Slab, next_, number_, bytes_)
};

void FillMostOfTheCage() {
  const auto heap = Heap::Create();
  AllocationHandle& handle = heap->GetAllocationHandle();
  const size_t capacity = Cage::Get().capacity_bytes();
  if (capacity > 256 * kMiB) std::_Exit(1);  // the option was not taken
  Persistent<Slab> list;
  uint32_t live_count = 0;
  for (; live_count * sizeof(Slab) < capacity / 10 * 9; ++live_count) {
    Slab* const slab = MakeGarbageCollected<Slab>(handle);
    slab->number_ = live_count;
    slab->next_ = list.Get();
    list = slab;
  }
  // Endless garbage, in slabs and in large objects.
  int destroyed = 0;
  for (size_t bytes = 0; bytes < capacity; bytes += 64 * sizeof(Slab)) {
    for (int i = 0; i < 64; ++i) MakeGarbageCollected<Slab>(handle);
    MakeGarbageCollected<LargeCounted>(handle, &destroyed);
  }
  if (destroyed == 0) std::_Exit(2);
  if (!heap->Verify().ok()) std::_Exit(3);
  for (const Slab* slab = list.Get(); slab != nullptr; slab = slab->next_) {
    if (slab->number_ != --live_count) std::_Exit(4);
  }
  std::_Exit(live_count == 0 ? 0 : 5);
}

TEST(SmallCageDeathTest, NineTenthsLiveAndEndlessGarbageRun) {
  // The death test runs the program again, with this in its environment.
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  setenv("HALFWORD_OPTIONS", "cage=256m", 1);
  EXPECT_EXIT(FillMostOfTheCage(), ::testing::ExitedWithCode(0), "");
  setenv("HALFWORD_OPTIONS", "max-heap=20m,cage=256m", 1);
  EXPECT_DEATH(
      {
        const auto heap = Heap::Create();
        std::vector<Persistent<Block>> held;
        for (;;) {
          held.emplace_back(
              MakeGarbageCollected<Block>(heap->GetAllocationHandle()));
        }
      },
      "out of memory: .* of its limit of 20 MiB");
  unsetenv("HALFWORD_OPTIONS");
}

TEST(UncollectedLimitDeathTest, SaysWhatCollectsTheHeap) {
  EXPECT_DEATH(
      {
        const auto heap = Heap::Create({.stack_support = StackSupport::kPrecise,
                                        .max_heap_bytes = 2 * kMiB});
        for (;;) MakeGarbageCollected<Block>(heap->GetAllocationHandle());
      },
      "of its limit of 2 MiB; no allocation collects a heap that scans no "
      "stack");
}

// It is asked again for each page, without a collection each time.
TEST_P(LimitTest, ALimitMayBeRaisedByLessThanIsNeeded) {
  size_t calls = 0;
  ResetHeap({.max_heap_bytes = 2 * kMiB,
             .near_limit_callback = [&](Heap&, size_t limit) {
               ++calls;
               return limit + 16;
             }});
  Persistent<Block> list;
  while (collector().used_page_bytes() <= 2 * kMiB + 4 * kPageBytes) {
    Block* const block = Make<Block>();
    block->next_ = list;
    list = block;
  }
  EXPECT_GE(calls, 4u);
  EXPECT_LE(calls, 6u);
  EXPECT_LT(collector().collection_count(), 100u);
}

// A heap whose pages a snapshot's writer reads, or whose program forbids it, is
// passed over; others of the thread are collected.
TEST_P(LimitTest, RoomForCountedObjectsIsMadeWhereThatIsAllowed) {
  const auto other = Heap::Create();
  const auto counts = [&] {
    return std::pair(collector().collection_count(),
                     CollectorOf(*other).collection_count());
  };
  ++collector().scopes().snapshot_depth;
  Collector::MakeRoomInCage();
  EXPECT_EQ(counts(), std::pair(size_t{0}, size_t{1}));
  --collector().scopes().snapshot_depth;
  {
    const subtle::DisallowGarbageCollectionScope scope(heap().GetHeapHandle());
    Collector::MakeRoomInCage();
  }
  EXPECT_EQ(counts(), std::pair(size_t{0}, size_t{2}));
  Collector::MakeRoomInCage();
  EXPECT_EQ(counts(), std::pair(size_t{1}, size_t{3}));
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
