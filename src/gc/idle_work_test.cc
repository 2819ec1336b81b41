// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a heap does when the program has nothing to do: it goes on, begins what
// is nearly due, and stops when its time is over.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gc/gc_testing.h"
#include "gc/idle_testing.h"
#include "gtest/gtest.h"
#include "halfword/default_platform.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class OfVector : public GarbageCollected<OfVector> {
 public:
  HeapVector<int> vector_;
  HALFWORD_FIELDS(OfVector, vector_)
};

// Each look at the clock takes so long.
class TickingPlatform : public DefaultPlatform {
 public:
  explicit TickingPlatform(double tick_ms)
      : DefaultPlatform(1), tick_(tick_ms) {}
  double MonotonicallyIncreasingTime() override {
    return (now_ms_ += tick_) / 1000;
  }

 private:
  const double tick_;
  double now_ms_ = 0;
};

std::string MarkingName(const ::testing::TestParamInfo<MarkingType>& info) {
  return info.param == MarkingType::kAtomic        ? "Atomic"
         : info.param == MarkingType::kIncremental ? "Incremental"
                                                   : "Concurrent";
}

class IdleWorkTest : public ::testing::TestWithParam<MarkingType> {
 protected:
  HeapOptions Options() {
    return {.marking_support = GetParam(),
            .marker_count_max = 2,
            .cycle_callback = [this](Heap&, const CycleRecord& record) {
              records_.push_back(record);
            }};
  }
  void FillChain(Heap& heap, int count, Persistent<Block>* head) {
    for (int i = 0; i < count; ++i) {
      Block* const block =
          MakeGarbageCollected<Block>(heap.GetAllocationHandle());
      block->next_ = *head;
      *head = block;
    }
  }
  // Until a collection is nearly due, and not begun: where marking is slow,
  // allocation would begin a cycle earlier.
  static void AllocateUntilNearlyDue(Heap& heap) {
    const subtle::NoGarbageCollectionScope scope(heap.GetHeapHandle());
    Collector& collector = CollectorOf(heap);
    while (collector.allocated_since_collection_bytes() <
           collector.budget_bytes() / 5 * 4) {
      MakeGarbageCollected<Block>(heap.GetAllocationHandle());
    }
    ASSERT_FALSE(collector.is_marking_beside());
  }

  std::vector<CycleRecord> records_;
};

TEST_P(IdleWorkTest, SweepsWhatACollectionHasLeft) {
  auto heap = Heap::Create(Options());
  int deaths = 0;
  for (int i = 0; i < 10'000; ++i) {
    MakeGarbageCollected<DiesLoudly>(heap->GetAllocationHandle(), &deaths);
  }
  heap->Collect({.stack = kNoStack, .sweeping = Sweeping::kLazy});
  ASSERT_LT(deaths, 10'000);

  EXPECT_FALSE(heap->DoIdleWork(0, kNoStack)) << "there is something to do";
  EXPECT_TRUE(heap->DoIdleWork(kLongMs, kNoStack));

  EXPECT_EQ(deaths, 10'000);
  EXPECT_FALSE(CollectorOf(*heap).is_sweeping());
  EXPECT_EQ(records_.size(), 1u) << "nothing was due";
}

TEST_P(IdleWorkTest, CollectsWhatIsNearlyDue) {
  auto heap = Heap::Create(Options());
  Persistent<Block> chain;
  FillChain(*heap, kManyMeasuredBlocks, &chain);
  CollectPrecisely(*heap);
  records_.clear();
  EXPECT_TRUE(heap->DoIdleWork(kLongMs, kNoStack));
  EXPECT_TRUE(records_.empty()) << "nothing is due";
  AllocateUntilNearlyDue(*heap);

  while (!heap->DoIdleWork(kLongMs, kNoStack)) {
  }

  ASSERT_EQ(records_.size(), 1u);
  EXPECT_STREQ(records_[0].cause, "idle");
  EXPECT_STREQ(records_[0].mode, GetParam() == MarkingType::kAtomic ? "atomic"
                                 : GetParam() == MarkingType::kIncremental
                                     ? "incremental"
                                     : "concurrent");
  EXPECT_GE(records_[0].freed_bytes, size_t{10} << 20);
  EXPECT_FALSE(CollectorOf(*heap).is_sweeping());
  EXPECT_EQ(Findings(*heap), "");
  int count = 0;
  for (Block* block = chain; block != nullptr; block = block->next_) ++count;
  EXPECT_EQ(count, kManyMeasuredBlocks);
}

// As long as marking is believed to take: half a millisecond for a mebibyte.
TEST_P(IdleWorkTest, BeginsNoPauseThatIsLongerThanItsTime) {
  auto heap = Heap::Create(Options());
  Persistent<Block> chain;
  FillChain(*heap, kManyBlocks, &chain);
  CollectPrecisely(*heap);
  records_.clear();
  AllocateUntilNearlyDue(*heap);

  const bool is_done = heap->DoIdleWork(0.01, kNoStack);

  EXPECT_TRUE(records_.empty());
  EXPECT_EQ(is_done, GetParam() == MarkingType::kAtomic)
      << "steps fit, a pause does not";
}

TEST_P(IdleWorkTest, StopsWhenItsTimeIsOver) {
  HeapOptions options = Options();
  auto heap =
      Heap::Create(std::make_shared<TickingPlatform>(1), std::move(options));
  for (int i = 0; i < kManyBlocks; ++i) {
    MakeGarbageCollected<Block>(heap->GetAllocationHandle());
  }
  heap->Collect({.stack = kNoStack, .sweeping = Sweeping::kLazy});

  // Each piece looks at the clock, so that ten pages are swept at most.
  EXPECT_FALSE(heap->DoIdleWork(10, kNoStack));

  EXPECT_TRUE(CollectorOf(*heap).is_sweeping());
}

TEST_P(IdleWorkTest, OnlySweepsInANoGarbageCollectionScope) {
  auto heap = Heap::Create(Options());
  Persistent<Block> chain;
  FillChain(*heap, kManyBlocks, &chain);
  CollectPrecisely(*heap);
  AllocateUntilNearlyDue(*heap);
  records_.clear();
  {
    const subtle::NoGarbageCollectionScope scope(heap->GetHeapHandle());
    EXPECT_TRUE(heap->DoIdleWork(kLongMs, kNoStack));
    EXPECT_TRUE(records_.empty());
  }
  while (!heap->DoIdleWork(kLongMs, kNoStack)) {
  }
  EXPECT_EQ(records_.size(), 1u);
}

TEST_P(IdleWorkTest, KeepsWhatTheStackHolds) {
  auto heap = Heap::Create(Options());
  Persistent<Block> chain;
  FillChain(*heap, kManyBlocks, &chain);
  Block* const block = MakeGarbageCollected<Block>(heap->GetAllocationHandle());
  block->words_[0] = 42;
  CollectConservatively(*heap);
  AllocateUntilNearlyDue(*heap);
  records_.clear();

  while (!heap->DoIdleWork(kLongMs)) {
  }

  ASSERT_EQ(records_.size(), 1u);
  EXPECT_EQ(block->words_[0], 42u);
  EXPECT_EQ(Findings(*heap), "");
}

INSTANTIATE_TEST_SUITE_P(
    , IdleWorkTest,
    ::testing::Values(MarkingType::kAtomic, MarkingType::kIncremental,
                      MarkingType::kIncrementalAndConcurrent),
    MarkingName);

// Where each object is due for a collection, none is not.
TEST(IdleWorkBudgetTest, DoesNotCollectWhereNothingWasAllocated) {
  auto heap = Heap::Create({.growth_bytes_min = 1});
  CollectPrecisely(*heap);
  EXPECT_TRUE(heap->DoIdleWork(kLongMs, kNoStack));
  EXPECT_EQ(CollectorOf(*heap).collection_count(), 1u);
}

// Nothing was ever swept.
TEST(IdleWorkFreePagesTest, GivesBackPagesThatTheProgramHasFreed) {
  auto heap = Heap::Create();
  const Collector& collector = CollectorOf(*heap);
  const Persistent<OfVector> object =
      MakeGarbageCollected<OfVector>(heap->GetAllocationHandle());
  {
    const subtle::NoGarbageCollectionScope scope(heap->GetHeapHandle());
    object->vector_.resize(16 * kMiB / sizeof(int));
  }
  object->vector_.clear();
  object->vector_.shrink_to_fit();
  ASSERT_GE(collector.resident_free_page_count() * kPageBytes, 16 * kMiB);
  ASSERT_LT(collector.budget_bytes(), 16 * kMiB);

  EXPECT_TRUE(heap->DoIdleWork(kLongMs, kNoStack));

  EXPECT_EQ(collector.collection_count(), 0u);
  EXPECT_LE(collector.resident_free_page_count() * kPageBytes,
            collector.budget_bytes());
}

TEST(IdleWorkFreePagesTest, LeavesThoseThatTheProgramWantsKept) {
  auto heap = Heap::Create({.kept_free_bytes_min = SIZE_MAX});
  const Persistent<OfVector> object =
      MakeGarbageCollected<OfVector>(heap->GetAllocationHandle());
  object->vector_.resize(16 * kMiB / sizeof(int));
  object->vector_.clear();
  object->vector_.shrink_to_fit();

  EXPECT_TRUE(heap->DoIdleWork(kLongMs, kNoStack));
  EXPECT_GE(CollectorOf(*heap).resident_free_page_count() * kPageBytes,
            16 * kMiB);
}

// A heap whose stack is never scanned cannot collect where it allocates.
TEST(IdleWorkPreciseTest, CollectsAHeapWithAPreciseStack) {
  auto heap = Heap::Create({.stack_support = StackSupport::kPrecise});
  Collector& collector = CollectorOf(*heap);
  while (collector.allocated_since_collection_bytes() <
         collector.budget_bytes()) {
    MakeGarbageCollected<Block>(heap->GetAllocationHandle());
  }
  ASSERT_EQ(collector.collection_count(), 0u);

  EXPECT_TRUE(heap->DoIdleWork(kLongMs));

  EXPECT_EQ(collector.collection_count(), 1u);
  EXPECT_EQ(collector.live_bytes_estimate(), 0u);
}

// Nothing else collects it: allocation cannot. Marking would take longer than
// the time that is given.
TEST_P(IdleWorkTest, CollectsAPreciseHeapThatGetsLittleTime) {
  HeapOptions options = Options();
  options.stack_support = StackSupport::kPrecise;
  auto heap = Heap::Create(std::move(options));
  Persistent<Block> chain;
  FillChain(*heap, kManyMeasuredBlocks, &chain);
  CollectPrecisely(*heap);
  const Collector& collector = CollectorOf(*heap);
  const size_t budget = collector.budget_bytes();
  records_.clear();
  size_t garbage_bytes = 0;
  while (records_.size() < 3) {
    const size_t before = collector.allocated_since_collection_bytes();
    for (int i = 0; i < 1000; ++i) {
      MakeGarbageCollected<Block>(heap->GetAllocationHandle());
    }
    garbage_bytes += collector.allocated_since_collection_bytes() - before;
    ASSERT_LT(garbage_bytes, 8 * budget);
    for (int i = 0; i < 50; ++i) heap->DoIdleWork(0.01, kNoStack);
  }
  for (const CycleRecord& record : records_) {
    EXPECT_STREQ(record.cause, "idle");
    EXPECT_EQ(std::string(record.mode) == "atomic",
              GetParam() == MarkingType::kAtomic);
  }
  int count = 0;
  for (const Block* block = chain; block != nullptr; block = block->next_) {
    ++count;
  }
  EXPECT_EQ(count, kManyMeasuredBlocks);
  EXPECT_EQ(Findings(*heap), "");
}

// Runs tasks in the order in which they come; a delay ends at once.
// Asks for idle work where a collection is running.
class AsksTooEarly : public GarbageCollected<AsksTooEarly> {
 public:
  explicit AsksTooEarly(Heap* heap) : heap_(heap) {}
  void Trace(Visitor* visitor) const {
    visitor->RegisterWeakCallbackMethod<AsksTooEarly, &AsksTooEarly::Ask>(this);
  }
  void Ask(const LivenessBroker&) { heap_->DoIdleWork(1); }

 private:
  Heap* const heap_;
};

TEST(IdleWorkDeathTest, IsNotAskedForInACollection) {
  auto heap = Heap::Create();
  const Persistent<AsksTooEarly> object = MakeGarbageCollected<AsksTooEarly>(
      heap->GetAllocationHandle(), heap.get());

  EXPECT_DEATH(CollectPrecisely(*heap),
               "idle work must not be asked for inside a collection");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
