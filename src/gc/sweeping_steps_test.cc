// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Destructors that take long: they run a few at a time between allocations, and
// all have when the next cycle marks, so that no pause is left with them.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "base/clock.h"
#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// Its destructor takes so long; that of the first one longer.
class Slow : public GarbageCollected<Slow> {
 public:
  ~Slow() {
    const double own_ms = destroyed_count == 0 ? first_ms : ms;
    const double end_ms = MonotonicMs() + own_ms;
    while (MonotonicMs() < end_ms) {
    }
    ++destroyed_count;
  }
  static double ms;
  static double first_ms;
  static size_t destroyed_count;
  Member<Slow> next_;
  uint64_t words_[5] = {};
  HALFWORD_FIELDS(Slow, next_, words_)
};
double Slow::ms = 0;
double Slow::first_ms = 0;
size_t Slow::destroyed_count = 0;

// A million of them take milliseconds to mark.
class Small : public GarbageCollected<Small> {
 public:
  Member<Small> next_;
  HALFWORD_FIELDS(Small, next_)
};

class SlowHeap {
 protected:
  explicit SlowHeap(MarkingType marking) {
    HeapOptions options;
    options.marking_support = marking;
    options.marker_count_max = 2;
    options.growth_bytes_min = kMiB;
    options.cycle_callback = [this](Heap&, const CycleRecord& record) {
      ++cycle_count_;
      mode_ = record.mode;
    };
    heap_ = Heap::Create(std::move(options));
    Slow::destroyed_count = 0;
    Slow::ms = 0.003;
    Slow::first_ms = 0;
  }

  // So many objects that live: to mark them in a pause would be a stop.
  void MakeLive(size_t count) {
    for (size_t i = 0; i < count; ++i) {
      Small* const front = Make<Small>();
      front->next_ = live_;
      live_ = front;
    }
  }

  // A list that is found to be dead, and waits for its sweep.
  void DropList(size_t count) {
    {
      Persistent<Slow> list;
      for (size_t i = 0; i < count; ++i) {
        Slow* const front = Make<Slow>();
        front->next_ = list;
        list = front;
      }
    }
    heap_->Collect({.stack = StackState::kNoHeapPointers,
                    .reason = "test",
                    .sweeping = Sweeping::kLazy});
    most_at_once_ = 0;
  }

  // How many destructors run in one allocation, at most.
  template <typename T>
  T* Make() {
    const size_t before = Slow::destroyed_count;
    T* const object = MakeGarbageCollected<T>(heap_->GetAllocationHandle());
    most_at_once_ = std::max(most_at_once_, Slow::destroyed_count - before);
    return object;
  }

  void AllocateUntilDestroyed(size_t count) {
    size_t block_count = 0;
    while (Slow::destroyed_count < count) {
      Make<Block>();
      ASSERT_LT(++block_count, 50'000u) << "destructors have stopped";
    }
  }

  // Garbage, a third of which is Blocks' or less.
  void MakeGarbage(size_t count) {
    for (size_t i = 0; i < count; ++i) {
      Make<Slow>();
      if (i % 32 == 0) Make<Block>();
    }
  }

  Collector& collector() { return CollectorOf(*heap_); }

  std::unique_ptr<Heap> heap_;
  Persistent<Small> live_;
  size_t most_at_once_ = 0;
  size_t cycle_count_ = 0;
  std::string mode_;  // of the last cycle
};

class SweepingStepsTest : public ::testing::TestWithParam<MarkingType>,
                          protected SlowHeap {
 protected:
  SweepingStepsTest() : SlowHeap(GetParam()) {}
};

class SweepingInPausesTest : public ::testing::Test, protected SlowHeap {
 protected:
  SweepingInPausesTest() : SlowHeap(MarkingType::kAtomic) {}
};

// As many in one allocation as a millisecond's. All that die in a cycle take
// hundreds of them.
TEST_P(SweepingStepsTest, RunsSlowDestructorsAFewAtATime) {
  MakeLive(200'000);
  heap_->Collect({.stack = StackState::kNoHeapPointers, .reason = "test"});
  const size_t cycles_before = cycle_count_;

  MakeGarbage(400'000);

  EXPECT_GE(cycle_count_, cycles_before + 2);
  EXPECT_LE(most_at_once_, 500u);
  EXPECT_GT(Slow::destroyed_count, 100'000u);
  EXPECT_EQ(Findings(*heap_), "");
}

// A list that is dropped at once leaves more to be destroyed than the heap, as
// small as it is then, has budget for.
TEST_P(SweepingStepsTest, RunsThoseOfAListThatWasDroppedBesideTheProgram) {
  DropList(100'000);
  EXPECT_EQ(Slow::destroyed_count, 0u);
  AllocateUntilDestroyed(100'000);
  EXPECT_LE(most_at_once_, 1500u);
}

// A file that is written, or a thread that had to wait for a processor: the
// others are not held to be like it.
TEST_P(SweepingStepsTest, TakesNoLongStepsAfterOneDestructorThatTookLong) {
  Slow::first_ms = 100;
  DropList(100'000);
  AllocateUntilDestroyed(100'000);
  EXPECT_LE(most_at_once_, 1500u);
}

// What is allocated while destructors delay a cycle is no reason for the next
// one to come sooner: it was not marked meanwhile. How many delay one hangs on
// how fast they are beside the marking of that hour.
TEST_P(SweepingStepsTest, ADelayedCycleLeavesAnOrdinaryBudget) {
  Slow::ms = 0.03;
  MakeLive(800'000);
  size_t list_count = 50'000;
  size_t destroyed_count = 0;
  size_t allocated_bytes = 0;
  size_t budget_before = 0;
  while (allocated_bytes <= budget_before) {
    list_count *= 2;
    ASSERT_LE(list_count, 400'000u) << "no cycle was delayed";
    DropList(list_count);
    destroyed_count += list_count;
    budget_before = collector().budget_bytes();
    allocated_bytes = 0;
    const size_t cycles_before = cycle_count_;
    while (cycle_count_ == cycles_before) {
      Make<Block>();
      allocated_bytes += sizeof(Block);
    }
    EXPECT_EQ(Slow::destroyed_count, destroyed_count);
  }

  EXPECT_NE(mode_, "atomic") << "nothing was left for marking";
  // What was allocated while it marked is not counted.
  EXPECT_GE(collector().budget_bytes(), 800'000 * sizeof(Small) / 4);
}

// A heap that asked for pauses gets them where they are due.
TEST_F(SweepingInPausesTest, PutsNoCollectionOff) {
  DropList(50'000);
  const size_t cycles_before = cycle_count_;
  const size_t budget = collector().budget_bytes();
  size_t allocated_bytes = 0;

  while (cycle_count_ == cycles_before) {
    Make<Block>();
    allocated_bytes += sizeof(Block);
  }

  EXPECT_LE(allocated_bytes, budget + kPageBytes);
  EXPECT_EQ(Slow::destroyed_count, 50'000u);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, SweepingStepsTest,
    ::testing::Values(MarkingType::kIncremental,
                      MarkingType::kIncrementalAndConcurrent));

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
