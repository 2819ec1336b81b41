// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Objects freed and resized by the program: what happens to their memory, to
// their destructors and prefinalizers, and inside a collection. How slots are
// used again is in src/heap/give_back_test.cc.

#include "halfword/explicit_management.h"

#include <cstdint>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

using Log = std::vector<int>;

class Logged : public GarbageCollected<Logged> {
  HALFWORD_USING_PRE_FINALIZER(Logged, Close);

 public:
  explicit Logged(Log* log) : log_(log) {}
  ~Logged() { log_->push_back(2); }
  void Close() { log_->push_back(1); }
  Log* log_;
  HALFWORD_FIELDS(Logged, log_)
};

class Row : public GarbageCollected<Row> {
 public:
  Member<Block>* cells() { return TrailingArray(this); }
  HALFWORD_FIELDS(Row)
  HALFWORD_TRAILING(Row, Member<Block>)
};

// Frees another object when it is prefinalized, and when it is destroyed.
class Meddler : public GarbageCollected<Meddler> {
  HALFWORD_USING_PRE_FINALIZER(Meddler, Meddle);

 public:
  Meddler(Heap* heap, Logged* victim, Row* row)
      : heap_(heap), victim_(victim), row_(row) {}
  ~Meddler() { Meddle(); }
  void Meddle() {
    subtle::FreeUnreferencedObject(heap_->GetHeapHandle(), *victim_);
    EXPECT_FALSE(subtle::Resize(*row_, AdditionalBytes(0)));
  }

 private:
  Heap* heap_;
  UntracedMember<Logged> victim_;
  UntracedMember<Row> row_;
  HALFWORD_FIELDS(Meddler, heap_, victim_, row_)
};

// Asks what may sweep as it is prefinalized.
class Sweeper : public GarbageCollected<Sweeper> {
  HALFWORD_USING_PRE_FINALIZER(Sweeper, Call);

 public:
  using Function = void (*)(Heap* heap);
  Sweeper(Heap* heap, Log* log, Function function)
      : heap_(heap), log_(log), function_(function) {}
  ~Sweeper() { log_->push_back(2); }
  void Call() {
    log_->push_back(1);
    if (function_ != nullptr) function_(heap_);
  }
  Heap* heap_;
  Log* log_;
  Function function_;
  HALFWORD_FIELDS(Sweeper, heap_, log_, function_)
};

// Has no destructor, so that helpers may sweep its page.
class Bare : public GarbageCollected<Bare> {
  HALFWORD_USING_PRE_FINALIZER(Bare, Call);

 public:
  explicit Bare(Heap* heap) : heap_(heap) {}
  void Call() { heap_->CollectStatistics(HeapStatistics::kDetailed); }
  Heap* heap_;
  HALFWORD_FIELDS(Bare, heap_)
};

// Frees another object when it is prefinalized, and is in that still.
class Freer : public GarbageCollected<Freer> {
  HALFWORD_USING_PRE_FINALIZER(Freer, Call);

 public:
  Freer(Heap* heap, Logged* victim) : heap_(heap), victim_(victim) {}
  void Call() {
    subtle::FreeUnreferencedObject(heap_->GetHeapHandle(), *victim_);
    EXPECT_TRUE(Collector::From(heap_->GetHeapHandle()).is_in_prefinalizer());
  }

 private:
  Heap* heap_;
  UntracedMember<Logged> victim_;
  HALFWORD_FIELDS(Freer, heap_, victim_)
};

class ExplicitManagementTest : public HeapTest {
 protected:
  void TearDown() override { DestroyHeap(); }

  template <typename T>
  void Free(T* object) {
    subtle::FreeUnreferencedObject(heap().GetHeapHandle(), *object);
  }
  Row* MakeRow(size_t size) {
    PreparePages<Row>();
    return MakeGarbageCollected<Row>(heap().GetAllocationHandle(),
                                     TrailingBytes<Row>(size));
  }

  Log log_;
};
HALFWORD_INSTANTIATE_FOR_PAGES(ExplicitManagementTest);

TEST_P(ExplicitManagementTest, AFreedObjectIsFinalizedAtOnceAndOnce) {
  Logged* const object = Make<Logged>(&log_);

  Free(object);
  EXPECT_EQ(log_, (Log{1, 2}));

  CollectPrecisely(heap());
  EXPECT_EQ(log_, (Log{1, 2}));
}

TEST_P(ExplicitManagementTest, AFreedObjectOfAnUnsweptPageIsFinalizedOnce) {
  Persistent<Logged> object = Make<Logged>(&log_);
  heap().Collect(
      {.stack = StackState::kNoHeapPointers, .sweeping = Sweeping::kLazy});
  Logged* const freed = object.Release();

  Free(freed);
  EXPECT_EQ(log_, (Log{1, 2}));

  CollectPrecisely(heap());
  EXPECT_EQ(log_, (Log{1, 2}));
  EXPECT_EQ(Findings(heap()), "");
}

// It was out of memory with nothing alive, each size having its share of pages.
TEST_P(ExplicitManagementTest, WhatIsFreedIsRoomForObjectsOfAnySize) {
  ResetHeap({.stack_support = StackSupport::kPrecise,
             .max_heap_bytes = size_t{5} << 20});
  for (size_t size = 16; size <= 512; size *= 2) {
    std::vector<Row*> rows;
    for (size_t bytes = 0; bytes < 3 * kMiB; bytes += size * sizeof(Word)) {
      rows.push_back(MakeRow(size));
    }
    for (Row* const row : rows) Free(row);
  }
  EXPECT_EQ(collector().collection_count(), 0u);
  EXPECT_EQ(Findings(heap()), "");

  heap().ReleaseFreeMemory();
  const HeapStatistics statistics =
      heap().CollectStatistics(HeapStatistics::kBrief);
  EXPECT_EQ(statistics.page_bytes, 0u);
  EXPECT_EQ(statistics.resident_size_bytes, 0u);
}

TEST_P(ExplicitManagementTest, APrefinalizerMaySweepThePageOfWhatIsFreed) {
  constexpr Sweeper::Function kFunctions[] = {
      [](Heap* heap) { heap->CollectStatistics(HeapStatistics::kDetailed); },
      [](Heap* heap) { heap->ReleaseFreeMemory(); },
      [](Heap* heap) { EXPECT_EQ(Findings(*heap), ""); },
  };
  for (const Sweeper::Function function : kFunctions) {
    PreparePages<Sweeper>();
    Persistent<Sweeper> object = Make<Sweeper>(&heap(), &log_, function);
    heap().Collect(
        {.stack = StackState::kNoHeapPointers, .sweeping = Sweeping::kLazy});
    log_.clear();

    Free(object.Release());
    EXPECT_EQ(log_, (Log{1, 2}));
    EXPECT_EQ(Findings(heap()), "");
  }

  PreparePages<Bare>();
  Persistent<Bare> bare = Make<Bare>(&heap());
  heap().Collect(
      {.stack = StackState::kNoHeapPointers, .sweeping = Sweeping::kLazy});
  Free(bare.Release());
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(ExplicitManagementTest, APrefinalizerMayFreeOthers) {
  Persistent<Logged> victim = Make<Logged>(&log_);
  Persistent<Freer> freer = Make<Freer>(&heap(), victim.Get());
  heap().Collect(
      {.stack = StackState::kNoHeapPointers, .sweeping = Sweeping::kLazy});
  victim.Release();

  Free(freer.Release());
  EXPECT_EQ(log_, (Log{1, 2}));
  EXPECT_FALSE(collector().is_in_prefinalizer());
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(ExplicitManagementTest, FreedObjectsBringNoCollection) {
  ResetHeap({.growth_bytes_min = kMiB});
  // Large, and within the budget of an empty heap.
  constexpr size_t kRowSize = 80'000 / sizeof(Member<Block>);
  for (int i = 0; i < 100'000; ++i) {
    Free(Make<Block>());
    if (i % 10 == 0) Free(MakeRow(kRowSize));
  }

  EXPECT_EQ(collector().collection_count(), 0u);
  EXPECT_LE(collector().used_page_bytes(), kMiB);
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(ExplicitManagementTest, ACollectionIgnoresWhatItsCallbacksFree) {
  const Persistent<Logged> victim = Make<Logged>(&log_);
  const Persistent<Row> row = MakeRow(10);
  Persistent<Meddler> meddler = Make<Meddler>(&heap(), victim.Get(), row.Get());
  CollectPrecisely(heap());
  meddler.Clear();
  CollectPrecisely(heap());

  EXPECT_EQ(log_, Log());
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(ExplicitManagementTest, ARowShrinksAndGrowsWithinItsSlot) {
  const Persistent<Row> row = MakeRow(10);
  for (int i = 0; i < 10; ++i) row->cells()[i] = Make<Block>();
  const WeakPersistent<Block> kept = row->cells()[3].get();
  const WeakPersistent<Block> dropped = row->cells()[4].get();

  EXPECT_TRUE(subtle::Resize(*row, TrailingBytes<Row>(4)));
  CollectPrecisely(heap());
  EXPECT_TRUE(kept);
  EXPECT_FALSE(dropped);

  EXPECT_TRUE(subtle::Resize(*row, TrailingBytes<Row>(10)));
  for (int i = 4; i < 10; ++i) EXPECT_FALSE(row->cells()[i]);
  EXPECT_FALSE(subtle::Resize(*row, TrailingBytes<Row>(1000)));
  EXPECT_FALSE(subtle::Resize(*row, AdditionalBytes(SIZE_MAX)));
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(ExplicitManagementTest, ALargeRowGivesPagesBack) {
  const Persistent<Row> row = MakeRow(100'000);
  const size_t used = collector().used_page_bytes();
  row->cells()[100] = Make<Block>();

  EXPECT_TRUE(subtle::Resize(*row, TrailingBytes<Row>(1000)));

  EXPECT_LT(collector().used_page_bytes(), used - 90'000 * sizeof(Word));
  CollectPrecisely(heap());
  EXPECT_EQ(row->cells()[100]->words_[0], 0u);
  EXPECT_EQ(Findings(heap()), "");
}

using ExplicitManagementDeathTest = ExplicitManagementTest;
HALFWORD_INSTANTIATE_FOR_PAGES(ExplicitManagementDeathTest);

// A prefinalizer is refused what one of a collection is.
TEST_P(ExplicitManagementDeathTest, APrefinalizerMustNotAllocateOrCollect) {
  Persistent<Sweeper> object = Make<Sweeper>(&heap(), &log_, nullptr);
  heap().Collect(
      {.stack = StackState::kNoHeapPointers, .sweeping = Sweeping::kLazy});

  object->function_ = [](Heap* heap) { heap->DoIdleWork(1000); };
  EXPECT_DEATH(Free(object.Get()), "nor from a destructor or a prefinalizer");
  object->function_ = [](Heap* heap) { CollectPrecisely(*heap); };
  EXPECT_DEATH(Free(object.Get()), "a collection must not be asked for");
  // Without checks the first ones take what slots there are.
  object->function_ = [](Heap* heap) {
    for (int i = 0; i < 1000; ++i) {
      MakeGarbageCollected<Block>(heap->GetAllocationHandle());
    }
  };
  EXPECT_DEATH(Free(object.Get()), "must not allocate in the heap");
  object->function_ = nullptr;
}

TEST_P(ExplicitManagementDeathTest, AHeapMustNotEndInAPrefinalizer) {
  Sweeper* const object =
      Make<Sweeper>(&heap(), &log_, [](Heap* heap) { delete heap; });

  EXPECT_DEATH(Free(object), "a destructor or a prefinalizer of one of its");
  object->function_ = nullptr;
}

#if HALFWORD_DCHECK_ENABLED && !HALFWORD_HAS_ASAN

TEST_P(ExplicitManagementDeathTest, NamesASecondFree) {
  Block* const object = Make<Block>();
  Free(object);

  EXPECT_DEATH(Free(object), "only a living object of the heap is freed");
}

#endif

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
