// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Cycles that allocation begins, steps and ends, with nobody asking for them:
// when that is, and that nothing is lost and little kept by it.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gc/busy_platform_testing.h"
#include "gc/gc_testing.h"
#include "gc/half_platform_testing.h"
#include "gc/marking/marking_plan.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Vertex : public GarbageCollected<Vertex> {
 public:
  static constexpr uint32_t kMagic = 0x5eed5eed;
  explicit Vertex(uint32_t number) : number_(number) {}
  uint32_t magic_ = kMagic;
  uint32_t number_;
  Member<Vertex> edges_[4];
  WeakMember<Vertex> weak_;
  HALFWORD_FIELDS(Vertex, magic_, number_, edges_, weak_)
};

class Held : public GarbageCollected<Held> {
 public:
  HeapVector<Member<Vertex>> vector_;
  HeapHashMap<WeakMember<Vertex>, Member<Vertex>> weak_map_;
  HeapVector<uint32_t> numbers_;
  HALFWORD_FIELDS(Held, vector_, weak_map_, numbers_)
};

// Takes several times as long to mark as others, which are slow enough where
// each memory access is checked.
class SlowToTrace : public GarbageCollected<SlowToTrace> {
 public:
  static constexpr int kLoops =
      HALFWORD_HAS_ASAN || HALFWORD_HAS_TSAN ? 1 : 500;
  void Trace(Visitor* visitor) const {
    volatile int count = 0;
    for (int i = 0; i < kLoops; ++i) count = count + 1;
    visitor->Trace(next_);
  }
  Member<SlowToTrace> next_;
};

class MarkingScheduleTest : public ::testing::TestWithParam<MarkingType> {
 protected:
  // A heap of this mode, or of another, whose root is made.
  void MakeHeap(MarkingType mode = GetParam(),
                decltype(HeapOptions::cycle_callback) callback = nullptr) {
    root_.Clear();
    heap_ = Heap::Create({.marking_support = mode,
                          .marker_count_max = 2,
                          .cycle_callback = std::move(callback)});
    root_ = Make<Held>();
  }
  template <typename T, typename... Args>
  T* Make(Args&&... args) {
    return MakeGarbageCollected<T>(heap_->GetAllocationHandle(),
                                   std::forward<Args>(args)...);
  }
  void MakeVertices(uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
      root_->vector_.push_back(Make<Vertex>(i));
    }
  }
  void CheckVertices() {
    for (uint32_t i = 0; i < root_->vector_.size(); ++i) {
      ASSERT_EQ(root_->vector_[i]->magic_, Vertex::kMagic);
      ASSERT_EQ(root_->vector_[i]->number_, i);
    }
  }
  Collector& collector() { return CollectorOf(*heap_); }

  std::unique_ptr<Heap> heap_;
  Persistent<Held> root_;
};

TEST_P(MarkingScheduleTest, AllocationMarksInSteps) {
  constexpr uint32_t kLiveCount = 200'000;
  MakeHeap();
  MakeVertices(kLiveCount);

  size_t cycles = 0;
  bool was_marking = false;
  std::mt19937 random(2);
  for (uint32_t i = 0; i < 12 * kLiveCount; ++i) {
    Vertex* const vertex = Make<Vertex>(i % kLiveCount);
    root_->vector_[i % kLiveCount]->edges_[0] = vertex;
    if (random() % 2 == 0) root_->vector_[i % kLiveCount] = vertex;
    const bool marks = collector().is_marking_beside();
    if (marks && !was_marking) ++cycles;
    was_marking = marks;
  }

  EXPECT_GE(cycles, 1u);
  CheckVertices();
  EXPECT_EQ(Findings(*heap_), "");
}

// The first budget is small; what a large object takes of it at once is marked
// beside the program none the less.
TEST_P(MarkingScheduleTest, ACycleBeginsLateAfterALargeObject) {
  constexpr size_t kLargeBytes = size_t{1} << 22;
  std::string first_mode;
  MakeHeap(GetParam(), [&](Heap&, const CycleRecord& record) {
    if (first_mode.empty() && record.live_bytes > kLargeBytes) {
      first_mode = record.mode;
    }
  });

  root_->vector_.reserve(kLargeBytes);
  for (uint32_t i = 0; first_mode.empty(); ++i) {
    ASSERT_LT(i, kLargeBytes);
    root_->vector_.push_back(Make<Vertex>(i));
  }

  EXPECT_EQ(first_mode, GetParam() == MarkingType::kIncremental ? "incremental"
                                                                : "concurrent");
  CheckVertices();
}

// A table that grows while a cycle marks takes more than is left of the budget.
// Helpers could have marked all meanwhile, and end the cycle rightly.
TEST_P(MarkingScheduleTest, ALargeObjectDoesNotEndACycle) {
  constexpr uint32_t kCount = 300'000;
  heap_ = Heap::Create(std::make_shared<BusyPlatform>(),
                       {.marking_support = GetParam(),
                        .sweeping_support = SweepingType::kIncremental,
                        .marker_count_max = 2});
  root_ = Make<Held>();
  MakeVertices(kCount);
  // The budget is that of all of them.
  CollectPrecisely(*heap_);
  for (uint32_t i = 0; !collector().is_marking_beside(); ++i) {
    ASSERT_LT(i, 100 * kCount);
    root_->vector_[i % kCount] = Make<Vertex>(i % kCount);
  }

  const size_t collections = collector().collection_count();
  root_->weak_map_.reserve(size_t{4} * kCount);
  root_->vector_[0] = Make<Vertex>(0u);
  EXPECT_EQ(collector().collection_count(), collections);
  EXPECT_TRUE(collector().is_marking_beside());

  for (uint32_t i = 0; collector().is_marking_beside(); ++i) {
    ASSERT_LT(i, 100 * kCount);
    root_->vector_[i % kCount] = Make<Vertex>(i % kCount);
  }
  CheckVertices();
}

// Since it costs more, it comes less often.
class Tile : public GarbageCollected<Tile> {
 public:
  uint64_t number_ = 0;
  HALFWORD_FIELDS(Tile, number_)
  HALFWORD_TRAILING(Tile, Member<Vertex>)
};

// Each look at the roots finds a new one, a megabyte that nobody has marked.
// With steps of a fifth of a millisecond for each 64 KiB of allocation it would
// use up the budget, and more, or leave the rest to the pause.
TEST_P(MarkingScheduleTest, AProgramWithoutHelpersTakesMoreSteps) {
  CycleRecord last = {};
  MakeHeap(MarkingType::kIncremental,
           [&](Heap&, const CycleRecord& record) { last = record; });
  Persistent<SlowToTrace> list;
  for (int i = 0; i < 300'000; ++i) {
    auto* const front = Make<SlowToTrace>();
    front->next_ = list;
    list = front;
  }
  // As planned; on a busy machine in one of some cycles.
  constexpr int kTriesMax = 10;
  bool is_in_time = false;
  for (int i = 0; i < kTriesMax && !is_in_time; ++i) {
    CollectPrecisely(*heap_);
    const size_t collections = collector().collection_count();
    const size_t budget = collector().budget_bytes();
    while (collector().collection_count() == collections) Make<Vertex>(0);
    ASSERT_STREQ(last.mode, "incremental");
    // Of what was allocated all has died. Where marking takes longer than it
    // did the time before, it ends a little later.
    is_in_time = last.freed_bytes <= budget + budget / 4;
  }
  EXPECT_TRUE(is_in_time);
}

// Otherwise it would end in a collection of last resort, in one pause.
TEST_P(MarkingScheduleTest, ACycleNearTheLimitIsPlannedToEndBefore) {
  MakeHeap();
  while (collector().used_page_bytes() < 40 * kMiB) MakeVertices(1000);
  CollectPrecisely(*heap_);
  const size_t room = 20 * kMiB;
  ASSERT_GT(MarkingPlan::ScheduledBytes(collector().budget_bytes()), room);
  EXPECT_GT(CollectorTestPeer::ScheduleEnd(collector(), 0), room);

  collector().set_limit_bytes(collector().used_page_bytes() + room);
  EXPECT_LT(CollectorTestPeer::ScheduleEnd(collector(), 0), room);
  collector().set_limit_bytes(SIZE_MAX);
}

// However late it is.
TEST_P(MarkingScheduleTest, TwoThirdsOfWhatIsLeftAreForMarking) {
  MakeHeap();
  MakeVertices(100'000);
  CollectPrecisely(*heap_);
  const size_t budget = collector().budget_bytes();
  for (const size_t begin : {size_t{0}, budget / 2, budget}) {
    EXPECT_EQ(CollectorTestPeer::ScheduleEnd(collector(), begin) - begin,
              MarkingPlan::ScheduledBytes(budget - begin));
  }
}

TEST_P(MarkingScheduleTest, CyclesOfAHeapAtItsLimitEndBefore) {
  constexpr uint32_t kLiveCount = 400'000;
  std::vector<std::string> causes;
  MakeHeap(GetParam(), [&causes](Heap&, const CycleRecord& record) {
    causes.emplace_back(record.cause);
  });
  MakeVertices(kLiveCount);
  CollectPrecisely(*heap_);
  collector().set_limit_bytes(collector().used_page_bytes() +
                              collector().budget_bytes() / 2);
  CollectPrecisely(*heap_);  // plans with the limit
  causes.clear();
  std::mt19937 random(3);
  for (uint32_t i = 0; i < 6 * kLiveCount; ++i) {
    const auto number = static_cast<uint32_t>(random() % kLiveCount);
    root_->vector_[number] = Make<Vertex>(number);
  }
  EXPECT_GE(causes.size(), 3u);
  EXPECT_EQ(std::ranges::count(causes, "last-resort"), 0);
  collector().set_limit_bytes(SIZE_MAX);
}

TEST_P(MarkingScheduleTest, ACycleThatMeetsTheLimitIsFinished) {
  std::vector<std::string> causes;
  MakeHeap(GetParam(), [&causes](Heap&, const CycleRecord& record) {
    causes.emplace_back(record.cause);
  });
  MakeVertices(100'000);
  CollectPrecisely(*heap_);
  causes.clear();
  // Garbage enough for all that is made while the cycle marks.
  for (uint32_t i = 0; i < 50'000; ++i) Make<Vertex>(i);
  ASSERT_TRUE(causes.empty());
  collector().BeginMarking();
  collector().set_limit_bytes(collector().used_page_bytes());
  while (causes.empty()) Make<Vertex>(0);
  EXPECT_EQ(causes.front(), "allocation");
  collector().set_limit_bytes(SIZE_MAX);
  CheckVertices();
}

// A cycle then does without helpers.
TEST_P(MarkingScheduleTest, APlatformMayFailAsACycleBegins) {
  const auto platform = std::make_shared<HalfThreadedPlatform>();
  heap_ =
      Heap::Create(platform, {.marking_support = GetParam(),
                              .sweeping_support = SweepingType::kIncremental,
                              .marker_count_max = 2});
  root_ = Make<Held>();
  MakeVertices(200'000);
  const size_t begin = collector().collection_count();
  const size_t budget = collector().budget_bytes();
  for (size_t bytes = 0; bytes < 4 * budget; bytes += sizeof(Vertex)) {
    Make<Vertex>(0);
  }
  EXPECT_GT(collector().collection_count(), begin);
  CheckVertices();

  for (const bool has_memory : {false, true}) {
    platform->has_memory_ = has_memory;
    collector().AbandonMarking();
    collector().BeginMarking();
    ASSERT_TRUE(collector().is_marking_beside());
    const size_t count = collector().collection_count();
    while (collector().collection_count() == count) Make<Vertex>(0);
    CheckVertices();
  }
  EXPECT_EQ(Findings(*heap_), "");
}

// A platform may have no threads to offer. What was meant for helpers is marked
// by steps, and not left to the pause.
TEST_P(MarkingScheduleTest, StepsMarkWhatWasMeantForHelpers) {
  class WithoutThreads : public DefaultPlatform {
   public:
    std::unique_ptr<JobHandle> PostJob(TaskPriority,
                                       std::unique_ptr<JobTask>) override {
      return nullptr;
    }
  };
  heap_ = Heap::Create(
      std::make_shared<WithoutThreads>(),
      {.marking_support = GetParam(), .growth_bytes_min = SIZE_MAX});
  root_ = Make<Held>();
  MakeVertices(200'000);
  collector().BeginMarking();
  EXPECT_FALSE(collector().StepMarking(StackState::kNoHeapPointers));
  while (!collector().StepMarking(StackState::kNoHeapPointers)) continue;
  collector().FinishMarking(
      {.stack = StackState::kNoHeapPointers, .reason = "test"});
  CheckVertices();
  EXPECT_EQ(Findings(*heap_), "");
}

TEST_P(MarkingScheduleTest, LargeObjectsThatAreReplacedDoNotAddUp) {
  constexpr size_t kLiveCount = 20;
  constexpr size_t kTileBytes = size_t{1} << 20;
  constexpr size_t kMadeCount = 1000;
  constexpr size_t kBytesMax = 500 * kTileBytes;
  MakeHeap();
  std::vector<Persistent<Tile>> tiles(kLiveCount);
  size_t used_bytes_max = 0;
  for (size_t i = 0; i < kMadeCount; ++i) {
    tiles[i * 7 % kLiveCount] = MakeGarbageCollected<Tile>(
        heap_->GetAllocationHandle(), AdditionalBytes(kTileBytes));
    used_bytes_max =
        std::max(used_bytes_max,
                 heap_->CollectStatistics(HeapStatistics::kBrief).page_bytes);
  }
  EXPECT_LT(used_bytes_max, kBytesMax);
}

TEST_P(MarkingScheduleTest, ACycleIsGivenALargerBudgetThanAPause) {
  // What died is most of what was made, as it is in a heap of steady size.
  const auto steady_budget_bytes = [this](MarkingType mode) {
    MakeHeap(mode);
    MakeVertices(500'000);
    for (int i = 0; i < 4; ++i) {
      for (uint32_t j = 0; j < 10'000; ++j) Make<Vertex>(j);
      CollectPrecisely(*heap_);
    }
    return collector().budget_bytes();
  };
  const size_t pause_bytes = steady_budget_bytes(MarkingType::kAtomic);

  EXPECT_EQ(steady_budget_bytes(GetParam()),
            MarkingPlan::CycleBudget(pause_bytes));
}

// Makes a vertex that the last one refers to, unless it begins a chain. What it
// leaves on the stack is overwritten by its next call.
HALFWORD_NOINLINE void Append(AllocationHandle& handle, bool begins,
                              Persistent<Vertex>* newest) {
  Vertex* const next = MakeGarbageCollected<Vertex>(handle, 1u);
  if (!begins) (*newest)->edges_[0] = next;
  *newest = next;
}

// As a barrier's call does, which spills what the caller holds: the word is
// written anew while a cycle marks, and stale when the next one begins. It then
// refers to the oldest of a chain of all that died since.
TEST_P(MarkingScheduleTest, AWordThatThePreviousCycleLeftKeepsNothing) {
  constexpr uint32_t kLiveCount = 300'000;
  constexpr size_t kBytes = kLiveCount * (sizeof(Vertex) + sizeof(Word));
  std::vector<CycleRecord> cycles;
  MakeHeap(GetParam(), [&](Heap&, const CycleRecord& made) {
    if (std::string_view(made.mode) != "atomic") cycles.push_back(made);
  });
  MakeVertices(kLiveCount);
  cycles.clear();

  Persistent<Vertex> newest;
  size_t cycle_count = SIZE_MAX;
  [[maybe_unused]] Vertex* volatile spilled = nullptr;
  while (cycles.size() < 4) {
    const bool has_ended = cycle_count != cycles.size();
    Append(heap_->GetAllocationHandle(), has_ended, &newest);
    if (has_ended || write_barrier_is_on) spilled = newest.Get();
    cycle_count = cycles.size();
  }

  cycles.erase(cycles.begin());  // no cycle was before it
  // Another stale word, of which any frame may have one, may spoil one of them.
  size_t least_bytes = SIZE_MAX;
  for (const CycleRecord& cycle : cycles) {
    // The chain that is made meanwhile lives, since its first vertex does.
    const size_t made_bytes = cycle.step_count * MarkingPlan::kStepBytes;
    least_bytes = std::min(
        least_bytes, cycle.live_bytes - std::min(cycle.live_bytes, made_bytes));
  }
  EXPECT_LT(least_bytes, kBytes + kBytes / 2);
}

std::string ModeName(const ::testing::TestParamInfo<MarkingType>& mode) {
  return mode.param == MarkingType::kIncremental ? "Incremental" : "Concurrent";
}

INSTANTIATE_TEST_SUITE_P(
    , MarkingScheduleTest,
    ::testing::Values(MarkingType::kIncremental,
                      MarkingType::kIncrementalAndConcurrent),
    ModeName);

// Notes how each cycle was marked; one thread marks.
HeapOptions NotingModes(std::vector<std::string>* modes) {
  return {.marker_count_max = 1,
          .cycle_callback = [modes](Heap&, const CycleRecord& record) {
            modes->emplace_back(record.mode);
          }};
}

// Their bytes live, and take no time to mark: what is else there is little, as
// some collections have shown.
TEST(MarkingWorkTest, LargeObjectsWithoutReferencesAreWorthNoCycle) {
  std::vector<std::string> modes;
  const std::unique_ptr<Heap> heap = Heap::Create(NotingModes(&modes));
  AllocationHandle& handle = heap->GetAllocationHandle();
  std::vector<Persistent<Held>> held;
  for (int i = 0; i < 40; ++i) {
    held.emplace_back(MakeGarbageCollected<Held>(handle));
    held.back()->numbers_.resize(size_t{1} << 18);
  }
  CollectPrecisely(*heap);
  modes.clear();
  while (modes.size() < 12) MakeGarbageCollected<Vertex>(handle, 0u);
  modes.erase(modes.begin(), modes.end() - 3);
  EXPECT_EQ(modes, std::vector<std::string>(3, "atomic"));
}

TEST(MarkingWorkTest, LargeArraysOfReferencesAreWorthACycle) {
  std::vector<std::string> modes;
  const std::unique_ptr<Heap> heap = Heap::Create(NotingModes(&modes));
  AllocationHandle& handle = heap->GetAllocationHandle();
  const Persistent<Held> held = MakeGarbageCollected<Held>(handle);
  held->vector_.resize(size_t{1} << 25);
  for (auto& member : held->vector_) member = held->vector_[0];
  held->vector_[0] = MakeGarbageCollected<Vertex>(handle, 1u);
  CollectPrecisely(*heap);
  modes.clear();
  while (modes.size() < 2) MakeGarbageCollected<Vertex>(handle, 0u);
  EXPECT_EQ(modes.back(), "incremental");
}

// As that of a program whose time is virtual.
class StillPlatform : public DefaultPlatform {
 public:
  StillPlatform() : DefaultPlatform(1) {}
  double MonotonicallyIncreasingTime() override { return 1; }
};

TEST(MarkingWorkTest, IsMeasuredWhereThePlatformsClockStandsStill) {
  std::vector<std::string> modes;
  const std::unique_ptr<Heap> heap =
      Heap::Create(std::make_shared<StillPlatform>(), NotingModes(&modes));
  AllocationHandle& handle = heap->GetAllocationHandle();
  const Persistent<Held> held = MakeGarbageCollected<Held>(handle);
  for (uint32_t i = 0; i < 400'000; ++i) {
    held->vector_.push_back(MakeGarbageCollected<Vertex>(handle, i));
  }
  CollectPrecisely(*heap);
  modes.clear();
  while (modes.size() < 2) MakeGarbageCollected<Vertex>(handle, 0u);
  EXPECT_EQ(modes, std::vector<std::string>(2, "incremental"));
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
