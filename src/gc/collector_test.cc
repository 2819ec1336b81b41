// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Cycles as a program sees them: destructors and prefinalizers, when a
// collection comes by itself, and what happens when there is no room: a
// collection of last resort, the near-limit callback, the out-of-memory
// handler.

#include "gc/collector.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr size_t kMiB = size_t{1} << 20;

// Destructors.

class Counted : public GarbageCollected<Counted> {
 public:
  explicit Counted(std::vector<int>* destroyed, int id)
      : destroyed_(destroyed), id_(id), thread_(std::this_thread::get_id()) {}
  ~Counted() {
    EXPECT_EQ(thread_, std::this_thread::get_id());
    ++(*destroyed_)[static_cast<size_t>(id_)];
  }

 private:
  std::vector<int>* destroyed_;
  int id_;
  std::thread::id thread_;
  HALFWORD_FIELDS(Counted, destroyed_, id_, thread_)
};

class DerivedCounted : public Counted {
 public:
  using Counted::Counted;
  ~DerivedCounted() { ++derived_destroyed; }
  static inline int derived_destroyed = 0;
  HALFWORD_FIELDS(DerivedCounted)
  HALFWORD_BASES(DerivedCounted, Counted)
};

class LargeCounted : public GarbageCollected<LargeCounted> {
 public:
  explicit LargeCounted(int* destroyed) : destroyed_(destroyed) {}
  ~LargeCounted() { ++*destroyed_; }
  int* destroyed_;
  char bytes_[50'000] = {};
  HALFWORD_FIELDS(LargeCounted, destroyed_, bytes_)
};

// Objects write here when they are destroyed, which may be at a heap's end.
class CollectorTest : public HeapTest {
 protected:
  void TearDown() override { DestroyHeap(); }

  std::vector<int> destroyed_;
  std::vector<int> order_;
  int large_destroyed_ = 0;
};
HALFWORD_INSTANTIATE_FOR_PAGES(CollectorTest);

TEST_P(CollectorTest, DestroysTheDeadOnceAndTheLivingNot) {
  constexpr int kCount = 3000;
  destroyed_.resize(kCount);
  std::vector<Persistent<Counted>> held;
  for (int i = 0; i < kCount; ++i) {
    Counted* const object = Make<Counted>(&destroyed_, i);
    if (i % 4 == 0) held.emplace_back(object);
  }
  CollectPrecisely(heap());
  CollectPrecisely(heap());
  for (int i = 0; i < kCount; ++i) {
    ASSERT_EQ(destroyed_[static_cast<size_t>(i)], i % 4 == 0 ? 0 : 1) << i;
  }

  held.clear();
  CollectPrecisely(heap());
  for (const int count : destroyed_) ASSERT_EQ(count, 1);
}

TEST_P(CollectorTest, DestroysAllThatIsLeftWhenAHeapEnds) {
  destroyed_.resize(200);
  DerivedCounted::derived_destroyed = 0;
  std::vector<Persistent<Counted>> held;
  for (int i = 0; i < 200; ++i) {
    held.emplace_back(i % 2 == 0 ? Make<Counted>(&destroyed_, i)
                                 : Make<DerivedCounted>(&destroyed_, i));
  }
  const Persistent<LargeCounted> large = Make<LargeCounted>(&large_destroyed_);
  DestroyHeap();

  for (const int count : destroyed_) EXPECT_EQ(count, 1);
  EXPECT_EQ(DerivedCounted::derived_destroyed, 100);
  EXPECT_EQ(large_destroyed_, 1);
}

TEST_P(CollectorTest, DestroysLargeObjects) {
  Persistent<LargeCounted> large = Make<LargeCounted>(&large_destroyed_);
  Make<LargeCounted>(&large_destroyed_);
  CollectPrecisely(heap());
  EXPECT_EQ(large_destroyed_, 1);

  large.Clear();
  CollectPrecisely(heap());
  EXPECT_EQ(large_destroyed_, 2);
}

TEST_P(CollectorTest, DestroysBeforeTheNextCycleWhatALazySweepLeft) {
  constexpr int kCount = 20'000;
  destroyed_.resize(kCount);
  for (int i = 0; i < kCount; ++i) Make<Counted>(&destroyed_, i);
  heap().Collect(
      {.stack = StackState::kNoHeapPointers, .sweeping = Sweeping::kLazy});
  EXPECT_EQ(std::count(destroyed_.begin(), destroyed_.end(), 0), kCount);
  CollectPrecisely(heap());

  EXPECT_EQ(std::count(destroyed_.begin(), destroyed_.end(), 1), kCount);
}

TEST_P(CollectorTest, DestroysWhatDiedBeforeItsSlotIsUsedAgain) {
  constexpr int kCount = 20'000;
  destroyed_.resize(2 * kCount);
  for (int i = 0; i < kCount; ++i) Make<Counted>(&destroyed_, i);
  heap().Collect(
      {.stack = StackState::kNoHeapPointers, .sweeping = Sweeping::kLazy});
  std::vector<Persistent<Counted>> held;
  for (int i = kCount; i < 2 * kCount; ++i) {
    held.emplace_back(Make<Counted>(&destroyed_, i));
  }
  CollectPrecisely(heap());

  for (int i = 0; i < 2 * kCount; ++i) {
    ASSERT_EQ(destroyed_[static_cast<size_t>(i)], i < kCount ? 1 : 0) << i;
  }
  held.clear();
}

// Prefinalizers.

class Finalized : public GarbageCollected<Finalized> {
  HALFWORD_USING_PRE_FINALIZER(Finalized, Finalize);

 public:
  Finalized(std::vector<int>* order, int id) : order_(order), id_(id) {}
  ~Finalized() { order_->push_back(-id_); }
  void Finalize() {
    order_->push_back(id_);
    // Other dead objects are whole, and so are living ones.
    EXPECT_GE(other_ ? other_->id_ : 0, 0);
  }

  Member<Finalized> other_;
  std::vector<int>* order_;
  int id_;
  HALFWORD_FIELDS(Finalized, other_, order_, id_)
};

TEST_P(CollectorTest, PrefinalizesNewestFirstAndBeforeAnyDestructor) {
  for (int i = 1; i <= 5; ++i) Make<Finalized>(&order_, i);
  CollectPrecisely(heap());

  ASSERT_EQ(order_.size(), 10u);
  EXPECT_EQ(std::vector<int>(order_.begin(), order_.begin() + 5),
            (std::vector<int>{5, 4, 3, 2, 1}));
  for (size_t i = 5; i < 10; ++i) EXPECT_LT(order_[i], 0);
}

TEST_P(CollectorTest, PrefinalizesOnlyTheDeadAndEachOnce) {
  const Persistent<Finalized> held = Make<Finalized>(&order_, 1);
  Persistent<Finalized> later = Make<Finalized>(&order_, 2);
  Make<Finalized>(&order_, 3)->other_ = held.Get();
  CollectPrecisely(heap());
  EXPECT_EQ(order_, (std::vector<int>{3, -3}));

  later.Clear();
  CollectPrecisely(heap());
  EXPECT_EQ(order_, (std::vector<int>{3, -3, 2, -2}));
  CollectPrecisely(heap());
  EXPECT_EQ(order_.size(), 4u);
}

TEST_P(CollectorTest, PrefinalizesWhatIsLeftWhenAHeapEnds) {
  const Persistent<Finalized> first = Make<Finalized>(&order_, 1);
  const Persistent<Finalized> second = Make<Finalized>(&order_, 2);
  second->other_ = first.Get();
  DestroyHeap();

  ASSERT_EQ(order_.size(), 4u);
  EXPECT_EQ(order_[0], 2);
  EXPECT_EQ(order_[1], 1);
}

TEST_P(CollectorTest, APrefinalizerSeesAllDeadObjectsOfItsGroup) {
  {
    auto* const a = Make<Finalized>(&order_, 1);
    auto* const b = Make<Finalized>(&order_, 2);
    a->other_ = b;
    b->other_ = a;
  }
  CollectPrecisely(heap());

  EXPECT_EQ(order_.size(), 4u);
}

// What a prefinalizer stores into a living object is not kept alive: it must
// not make anything live again, and what it left behind is found.
class Reviver : public GarbageCollected<Reviver> {
  HALFWORD_USING_PRE_FINALIZER(Reviver, Finalize);

 public:
  explicit Reviver(Reviver* survivor) : survivor_(survivor) {}
  void Finalize() {
    if (survivor_) survivor_->held_ = this;
  }
  Member<Reviver> survivor_;
  Member<Reviver> held_;
  HALFWORD_FIELDS(Reviver, survivor_, held_)
};

TEST_P(CollectorTest, VerifyFindsWhatAPrefinalizerMadeLiveAgain) {
  const Persistent<Reviver> survivor = Make<Reviver>(nullptr);
  Make<Reviver>(survivor.Get());
  if (HALFWORD_VERIFY) {
    EXPECT_DEATH(CollectPrecisely(heap()),
                 "field held_ refers to .* where no "
                 "object lives");
    return;
  }
  CollectPrecisely(heap());
  EXPECT_NE(Findings(heap()).find("held_"), std::string::npos);
  survivor->held_ = nullptr;
}

class FinalizedBase : public GarbageCollected<FinalizedBase> {
  HALFWORD_USING_PRE_FINALIZER(FinalizedBase, FinalizeBase);

 public:
  explicit FinalizedBase(std::vector<int>* order) : order_(order) {}
  void FinalizeBase() { order_->push_back(1); }
  std::vector<int>* order_;
  HALFWORD_FIELDS(FinalizedBase, order_)
};

class FinalizedMixin : public GarbageCollectedMixin {
  HALFWORD_USING_PRE_FINALIZER(FinalizedMixin, FinalizeMixin);

 public:
  explicit FinalizedMixin(std::vector<int>* order) : order_of_mixin_(order) {}
  void FinalizeMixin() { order_of_mixin_->push_back(2); }
  std::vector<int>* order_of_mixin_;
  HALFWORD_FIELDS(FinalizedMixin, order_of_mixin_)
};

class FinalizedDerived : public FinalizedBase, public FinalizedMixin {
  HALFWORD_USING_PRE_FINALIZER(FinalizedDerived, FinalizeDerived);

 public:
  explicit FinalizedDerived(std::vector<int>* order)
      : FinalizedBase(order), FinalizedMixin(order) {}
  void FinalizeDerived() { order_->push_back(3); }
  HALFWORD_FIELDS(FinalizedDerived)
  HALFWORD_BASES(FinalizedDerived, FinalizedBase, FinalizedMixin)
};

TEST_P(CollectorTest, BasesAndMixinsHavePrefinalizersOfTheirOwn) {
  Make<FinalizedDerived>(&order_);
  CollectPrecisely(heap());

  EXPECT_EQ(order_, (std::vector<int>{3, 2, 1}));
}

// When collections come by themselves.

class Block : public GarbageCollected<Block> {
 public:
  uint64_t words_[126] = {};
  Member<Block> next_;
  HALFWORD_FIELDS(Block, words_, next_)
};

TEST_P(CollectorTest, AllocationCollectsAndKeepsWhatTheStackRefersTo) {
  ResetHeap({.growth_bytes_min = kMiB});
  Block* const on_stack = Make<Block>();
  on_stack->words_[0] = 17;
  for (int i = 0; i < 8000; ++i) Make<Block>()->words_[0] = 18;

  EXPECT_GE(collector().collection_count(), 6u);
  EXPECT_EQ(on_stack->words_[0], 17u);
  EXPECT_LE(heap().CollectStatistics(HeapStatistics::kBrief).page_bytes,
            3 * kMiB);
}

TEST_P(CollectorTest, ReturnsMemoryOfTheDead) {
  ResetHeap({.growth_bytes_min = kMiB});
  {
    std::vector<Persistent<Block>> held;
    for (int i = 0; i < 20'000; ++i) held.emplace_back(Make<Block>());
    EXPECT_GE(
        heap().CollectStatistics(HeapStatistics::kBrief).committed_size_bytes,
        20'000 * sizeof(Block));
  }
  CollectPrecisely(heap());
  const HeapStatistics after = heap().CollectStatistics(HeapStatistics::kBrief);
  EXPECT_EQ(after.page_bytes, 0u);
  EXPECT_LE(after.resident_size_bytes, 2 * kMiB);

  heap().ReleaseFreeMemory();
  const HeapStatistics released =
      heap().CollectStatistics(HeapStatistics::kBrief);
  EXPECT_EQ(released.resident_size_bytes, 0u);
  EXPECT_EQ(released.committed_size_bytes, 0u);
}

// Limits.

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
  const size_t count = Fill(&list);

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

TEST_P(LimitTest, TheLimitCanBeChangedLater) {
  ResetHeap(LimitedOptions(&trail_, 2 * kMiB));
  EXPECT_EQ(heap().limit_bytes(), 2 * kMiB);
  Persistent<Block> list;
  const size_t count = Fill(&list);
  heap().set_limit_bytes(4 * kMiB);

  EXPECT_GE(Fill(&list), count * 8 / 10);
}

// Misuse.

using CollectorDeathTest = CollectorTest;
HALFWORD_INSTANTIATE_FOR_PAGES(CollectorDeathTest);

class CollectsWhenDestroyed : public GarbageCollected<CollectsWhenDestroyed> {
 public:
  explicit CollectsWhenDestroyed(Heap* heap) : heap_(heap) {}
  ~CollectsWhenDestroyed() {
    if (heap_ != nullptr) CollectPrecisely(*heap_);
  }
  Heap* heap_;
  HALFWORD_FIELDS(CollectsWhenDestroyed, heap_)
};

class CollectsWhenTraced : public GarbageCollected<CollectsWhenTraced> {
 public:
  explicit CollectsWhenTraced(Heap* heap) : heap_(heap) {}
  void Trace(Visitor*) const { CollectPrecisely(*heap_); }
  Heap* heap_;
};

TEST_P(CollectorDeathTest, ADestructorMustNotCollect) {
  auto* const object = Make<CollectsWhenDestroyed>(&heap());

  EXPECT_DEATH(CollectPrecisely(heap()),
               "a collection must not be asked for inside another one, nor "
               "from a destructor");
  object->heap_ = nullptr;
}

TEST_P(CollectorDeathTest, TraceMustNotCollect) {
  const Persistent<CollectsWhenTraced> object =
      Make<CollectsWhenTraced>(&heap());

  EXPECT_DEATH(CollectPrecisely(heap()),
               "a collection must not be asked for inside another one");
}

TEST_P(CollectorDeathTest, AnotherThreadMustNotCollect) {
  EXPECT_DEATH(std::thread([this] { CollectConservatively(heap()); }).join(),
               "a heap collects on the thread that created it");
}

TEST_P(CollectorDeathTest, OutOfMemoryNamesTheLimit) {
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

TEST_P(CollectorDeathTest, OutOfMemoryNamesTheCage) {
  EXPECT_DEATH(MakeGarbageCollected<Block>(heap().GetAllocationHandle(),
                                           AdditionalBytes(size_t{1} << 45)),
               "out of memory: no room for an object of .* of the cage of .* "
               "are free");
}

// A damaged heap ends the program after a collection only where the build asks
// for verification.
TEST_P(CollectorDeathTest, VerifiesAfterACollectionWhereTheBuildAsksForIt) {
  const Persistent<Block> root = Make<Block>();
  const PageIndex page = PageIndexOf(reinterpret_cast<uintptr_t>(root.Get()));
  RecordAt(page).space_index ^= 1;
  if (HALFWORD_VERIFY) {
    EXPECT_DEATH(CollectPrecisely(heap()), "check failed: report.ok");
  } else {
    CollectPrecisely(heap());
  }
  RecordAt(page).space_index ^= 1;
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

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
