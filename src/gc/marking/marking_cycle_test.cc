// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How much a step marks: what helpers are behind the schedule, all of what is
// left when the schedule has ended, and never nothing without helpers. A step
// is limited in time, too, so that less may be marked.

#include "gc/marking/marking_cycle.h"

#include <malloc.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "gc/busy_platform_testing.h"
#include "gc/marking/marker_testing.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

struct Link32 : GarbageCollected<Link32> {
  Member<Link32> next_;
  uint64_t rest_[3] = {};
  HALFWORD_FIELDS(Link32, next_, rest_)
};
constexpr size_t kLinkBytes = sizeof(Link32) + kCanaryBytes;

struct Side : GarbageCollected<Side> {
  HeapHashMap<WeakMember<Link32>, Member<Link32>> sides_;
  HALFWORD_FIELDS(Side, sides_)
};

// Only the heap's thread may look at what it refers to.
class Deferring : public GarbageCollected<Deferring> {
 public:
  void Trace(Visitor* visitor) const {
    if (visitor->DeferTraceToMutatorThreadIfConcurrent(this, &TraceAll, 0)) {
      ++deferred_count_;
      return;
    }
    TraceAll(visitor, this);
  }
  static void TraceAll(Visitor* visitor, const void* object) {
    visitor->Trace(static_cast<const Deferring*>(object)->link_);
  }
  Member<Link32> link_;
  // By helpers, while the test waits for them.
  static inline std::atomic<size_t> deferred_count_{0};
};

struct Row : GarbageCollected<Row> {
  HeapVector<Member<Deferring>> all_;
  HALFWORD_FIELDS(Row, all_)
};

class MarkingCycleTest : public ::testing::Test {
 protected:
  static constexpr size_t kCount = 400000;

  MarkingCycleTest() {
    for (size_t i = 0; i < kCount; ++i) {
      auto* const link =
          MakeGarbageCollected<Link32>(heap_->GetAllocationHandle());
      link->next_ = first_.Get();
      first_ = link;
    }
    collector_.CloseRuns();
  }
  ~MarkingCycleTest() override { ForgetMarks(); }

  void ForgetMarks() {
    collector_.ForEachPage([](PageIndex page) {
      std::fill_n(MarkedBits(page), kPageBitmapWords, uint64_t{0});
    });
  }

  MarkingSchedule Schedule() const {
    return {.begin_bytes = 1000,
            .end_bytes = 101000,
            .live_bytes = kCount * kLinkBytes};
  }

  std::unique_ptr<Heap> heap_ = Heap::Create({.growth_bytes_min = SIZE_MAX});
  Collector& collector_ = CollectorOf(*heap_);
  ConstructionList constructing_;
  Persistent<Link32> first_;
};

TEST_F(MarkingCycleTest, AStepMarksWhatIsDue) {
  MarkingCycle cycle(&collector_, &constructing_, Schedule());
  cycle.marker().MarkRoot(first_.Get());
  DefaultPlatform platform(0);
  cycle.Start(platform, 0);
  EXPECT_FALSE(cycle.has_helpers());
  EXPECT_FALSE(cycle.IsDry());

  cycle.Step(11000);  // a tenth
  const size_t tenth = CountMarks(collector_);
  // Less where other programs took the time of the step.
  EXPECT_GE(tenth, 1u);
  EXPECT_LE(tenth, kCount / 5);

  while (!cycle.IsDry()) cycle.Step(101000);
  EXPECT_EQ(CountMarks(collector_), kCount);
}

// A cycle that is late is given a larger budget: what is left is spread over
// that, and never nothing.
TEST_F(MarkingCycleTest, WhatIsLeftIsSpreadOverWhatALateCycleIsGiven) {
  MarkingCycle cycle(&collector_, &constructing_, Schedule());
  cycle.marker().MarkRoot(first_.Get());
  cycle.Step(51000);
  ASSERT_TRUE(cycle.is_behind()) << "a step marks no half of it";
  cycle.Step(101000);
  ASSERT_TRUE(cycle.is_behind());

  cycle.Extend(101000, size_t{1} << 40);
  cycle.Step(101000);
  EXPECT_FALSE(cycle.is_behind());
  cycle.Step((size_t{1} << 40) - 1);
  EXPECT_TRUE(cycle.is_behind());
}

// All that was expected to live is marked, and more is left.
TEST_F(MarkingCycleTest, ALateCycleHasMoreToMarkThanWasExpected) {
  MarkingSchedule schedule = Schedule();
  schedule.live_bytes /= 2;
  MarkingCycle cycle(&collector_, &constructing_, schedule);
  cycle.marker().MarkRoot(first_.Get());
  BusyPlatform platform;
  cycle.Start(platform, 1);
  while (cycle.marker().live_bytes() < schedule.live_bytes) cycle.Step(101000);

  cycle.Extend(101000, 201000);
  const size_t before = cycle.marker().live_bytes();
  cycle.Step(151000);
  EXPECT_TRUE(cycle.is_behind() ||
              cycle.marker().live_bytes() - before >= schedule.live_bytes / 32);
}

// They are work that was planned, and that helpers do not share.
TEST_F(MarkingCycleTest, StepsAreBehindUntilEphemeronsAreLookedAt) {
  const Persistent<Side> side =
      MakeGarbageCollected<Side>(heap_->GetAllocationHandle());
  for (Link32* link = first_.Get(); link != nullptr; link = link->next_) {
    side->sides_.insert_or_assign(link, first_.Get());
  }
  collector_.CloseRuns();
  MarkingSchedule schedule = Schedule();
  schedule.live_bytes += kCount * sizeof(EphemeronPair<Link32, Link32>);
  MarkingCycle cycle(&collector_, &constructing_, schedule);
  cycle.marker().MarkRoot(first_.Get());
  cycle.marker().MarkRoot(side.Get());
  while (!cycle.IsDry()) cycle.Step(101000);
  const size_t marked_bytes = cycle.marker().work_bytes();

  ASSERT_FALSE(cycle.LookAtWeak()) << "a step looks at a part of them";
  EXPECT_TRUE(cycle.is_behind_at_weak());
  while (!cycle.LookAtWeak()) cycle.Step(101000);
  EXPECT_FALSE(cycle.is_behind_at_weak());
  EXPECT_GE(cycle.marker().work_bytes(),
            marked_bytes + kCount * sizeof(EphemeronPair<Link32, Link32>));

  // On time there is no hurry.
  schedule.live_bytes = 1;
  ForgetMarks();
  MarkingCycle early(&collector_, &constructing_, schedule);
  early.marker().MarkRoot(side.Get());
  while (!early.IsDry()) early.Step(1000);
  EXPECT_FALSE(early.LookAtWeak());
  EXPECT_FALSE(early.is_behind_at_weak());
}

// How far the program came is counted from where it began.
TEST_F(MarkingCycleTest, ACycleThatWasExtendedTeachesTheSame) {
  MarkingCycle cycle(&collector_, &constructing_, Schedule());
  cycle.marker().MarkRoot(first_.Get());
  cycle.Extend(900'000, 1'200'000);
  while (!cycle.IsDry()) cycle.Step(1'000'000);
  cycle.EnterPause();
  MarkingPlan plan;
  cycle.Report(1'000'000, &plan);
  EXPECT_GT(plan.CycleBytes(kCount * kLinkBytes, 5'000'000), 600'000u);
}

TEST_F(MarkingCycleTest, AStepWithoutHelpersIsNeverEmpty) {
  MarkingCycle cycle(&collector_, &constructing_, Schedule());
  cycle.marker().MarkRoot(first_.Get());
  cycle.Step(1000);
  EXPECT_NE(CountMarks(collector_), 0u);
}

// As where others use its processor: each time it has marked some thousand
// objects, its thread sleeps, and does not run on until it is let or waited
// for.
class StalledPlatform : public DefaultPlatform {
 public:
  StalledPlatform() : DefaultPlatform(1) {}
  std::unique_ptr<JobHandle> PostJob(TaskPriority,
                                     std::unique_ptr<JobTask> task) override {
    return std::make_unique<StalledJob>(std::move(task), this);
  }
  void WaitUntilStalled() const { stalled_.wait(false); }
  void LetRun() { may_run_ = true; }

  // A helper that traces it stands still, too, until it is waited for.
  class Obstacle : public GarbageCollected<Obstacle> {
   public:
    explicit Obstacle(StalledPlatform* platform) : platform_(platform) {}
    void Trace(Visitor* visitor) const {
      if (!visitor->IsConcurrent()) return;
      platform_->stalled_ = true;
      platform_->stalled_.notify_all();
      while (!platform_->is_cancelled_) {
        std::this_thread::sleep_for(std::chrono::microseconds(50));
      }
    }

   private:
    StalledPlatform* const platform_;
  };

 private:
  class StalledJob : public JobHandle, private JobDelegate {
   public:
    StalledJob(std::unique_ptr<JobTask> task, StalledPlatform* platform)
        : task_(std::move(task)),
          platform_(platform),
          thread_([this] { task_->Run(this); }) {}
    void Join() override { Cancel(); }
    void Cancel() override {
      is_waited_for_ = true;
      platform_->is_cancelled_ = true;
      if (thread_.joinable()) thread_.join();
    }
    void CancelAndDetach() override { Cancel(); }
    bool IsActive() override { return thread_.joinable(); }
    bool IsValid() override { return true; }
    void NotifyConcurrencyIncrease() override {}

   private:
    bool ShouldYield() override {
      platform_->stalled_ = true;
      platform_->stalled_.notify_all();
      do {
        std::this_thread::sleep_for(std::chrono::microseconds(50));
      } while (!platform_->may_run_ && !is_waited_for_);
      return false;
    }
    uint8_t GetTaskId() override { return 0; }
    bool IsJoiningThread() const override { return false; }

    const std::unique_ptr<JobTask> task_;
    StalledPlatform* const platform_;
    std::atomic<bool> is_waited_for_{false};
    std::thread thread_;
  };

  std::atomic<bool> stalled_{false};
  std::atomic<bool> may_run_{false};
  std::atomic<bool> is_cancelled_{false};
};

// All that is left of a list is one word, which a helper has, and steps ask for
// that nearly all the time. It sleeps in between since, on one processor, who
// has slept takes that from a step that asks; who waits for it gets it after.
TEST_F(MarkingCycleTest, AStepThatIsBehindTakesBackWhatAHelperHas) {
  constexpr int kTriesMax = 100;
  size_t own_bytes = 0;
  for (int i = 0; i < kTriesMax && own_bytes == 0; ++i) {
    StalledPlatform platform;
    {
      MarkingCycle cycle(&collector_, &constructing_, Schedule());
      cycle.marker().MarkRoot(first_.Get());
      cycle.Start(platform, 1);
      platform.WaitUntilStalled();
      EXPECT_TRUE(cycle.IsLeftToHelpers());
      platform.LetRun();
      while (!cycle.IsDry()) cycle.Step(101000);
      own_bytes = cycle.marker().live_bytes();
      EXPECT_TRUE(cycle.StopHelpers());
    }
    EXPECT_EQ(CountMarks(collector_), kCount);
    ForgetMarks();
  }
  EXPECT_NE(own_bytes, 0u);
}

TEST_F(MarkingCycleTest, ALateCycleGoesOnWithoutAHelperThatDoesNotRun) {
  MarkingCycle cycle(&collector_, &constructing_, Schedule());
  cycle.marker().MarkRoot(first_.Get());
  StalledPlatform platform;
  cycle.Start(platform, 1);
  platform.WaitUntilStalled();
  for (int i = 0; i < 10; ++i) cycle.Step(101000);
  EXPECT_TRUE(cycle.has_helpers()) << "a cycle that is in time waits";
  EXPECT_FALSE(cycle.IsDry());

  cycle.Extend(101000, 201000);
  for (int i = 0; i < 10; ++i) cycle.Step(151000);
  EXPECT_FALSE(cycle.has_helpers());
  while (!cycle.IsDry()) cycle.Step(201000);

  EXPECT_EQ(CountMarks(collector_), kCount);
  EXPECT_EQ(cycle.marker().live_bytes(), kCount * kLinkBytes);
  cycle.EnterPause();
  EXPECT_EQ(cycle.marker().live_bytes(), kCount * kLinkBytes);
}

// What it left to this thread comes to it only then: more than a marker shares.
class Fan : public GarbageCollected<Fan> {
 public:
  void Trace(Visitor* visitor) const {
    if (!visitor->DeferTraceToMutatorThreadIfConcurrent(this, &TraceAll, 0)) {
      TraceAll(visitor, this);
    }
  }
  static void TraceAll(Visitor* visitor, const void* fan) {
    for (const auto& link : static_cast<const Fan*>(fan)->links_) {
      visitor->Trace(link);
    }
  }
  Member<Link32> links_[8];
};
struct Fans : GarbageCollected<Fans> {
  Member<StalledPlatform::Obstacle> obstacle_;
  Member<Fan> all_[400];
  HALFWORD_FIELDS(Fans, obstacle_, all_)
};

TEST_F(MarkingCycleTest, WithoutAHelperNothingIsLeftToShare) {
  constexpr size_t kLinkCount = 40;
  StalledPlatform platform;
  AllocationHandle& handle = heap_->GetAllocationHandle();
  const Persistent<Fans> fans = MakeGarbageCollected<Fans>(handle);
  fans->obstacle_ =
      MakeGarbageCollected<StalledPlatform::Obstacle>(handle, &platform);
  size_t count = 2;
  for (auto& fan : fans->all_) {
    fan = MakeGarbageCollected<Fan>(handle);
    ++count;
    for (auto& first : fan->links_) {
      for (size_t i = 0; i < kLinkCount; ++i, ++count) {
        auto* const link = MakeGarbageCollected<Link32>(handle);
        link->next_ = first;
        first = link;
      }
    }
  }
  collector_.CloseRuns();
  MarkingCycle cycle(&collector_, &constructing_, Schedule());
  cycle.marker().MarkRoot(fans.Get());
  cycle.Start(platform, 1);
  platform.WaitUntilStalled();
  cycle.Extend(101000, 201000);
  while (cycle.has_helpers()) cycle.Step(151000);

  while (!cycle.IsDry()) cycle.Step(201000);
  EXPECT_EQ(CountMarks(collector_), count) << "the pause has the rest to mark";
  cycle.EnterPause();
  EXPECT_TRUE(cycle.marker().is_dry());
}

// Far more than a step of a cycle with helpers has time for, though the
// schedule asks for nothing yet.
TEST_F(MarkingCycleTest, StepsAreBehindWhereHelpersLeaveThemMuch) {
  Deferring::deferred_count_ = 0;
  const Persistent<Row> row =
      MakeGarbageCollected<Row>(heap_->GetAllocationHandle());
  row->all_.reserve(kCount);
  for (size_t i = 0; i < kCount; ++i) {
    row->all_.push_back(
        MakeGarbageCollected<Deferring>(heap_->GetAllocationHandle()));
  }
  row->all_.back()->link_ = first_.Get();
  collector_.CloseRuns();
  MarkingCycle cycle(&collector_, &constructing_, Schedule());
  cycle.marker().MarkRoot(row.Get());
  DefaultPlatform platform(1);
  cycle.Start(platform, 1);
  while (Deferring::deferred_count_ < kCount) std::this_thread::yield();
  // They keep what they have found until they have found a batch.
  while (!cycle.has_left_own_work() && !cycle.IsDry()) cycle.Step(1000);
  EXPECT_TRUE(cycle.has_left_own_work());
  EXPECT_TRUE(cycle.is_behind());
  EXPECT_FALSE(cycle.IsDry());
  EXPECT_FALSE(cycle.IsLeftToHelpers());

  while (!cycle.IsDry()) cycle.Step(1000);
  EXPECT_FALSE(cycle.has_left_own_work());
  EXPECT_TRUE(cycle.StopHelpers());
  EXPECT_EQ(CountMarks(collector_), 2 * kCount + 2) << "and the row's backing";
}

#if defined(__GLIBC__) && !HALFWORD_HAS_ASAN && !HALFWORD_HAS_TSAN

// What the program has freed is joined by malloc() when somebody asks for a
// kilobyte: not by the collector, in a step.
TEST_F(MarkingCycleTest, ACycleLeavesFreedMemoryOfTheProgramAlone) {
  constexpr size_t kBytes = 100;
  std::vector<void*> chunks(5000);
  for (void*& chunk : chunks) chunk = std::malloc(kBytes);
  for (void* const chunk : chunks) std::free(chunk);
  const size_t unjoined_bytes = mallinfo2().fsmblks;
  ASSERT_GT(unjoined_bytes, 4000 * kBytes);
  DefaultPlatform platform(1);
  {
    MarkingCycle cycle(&collector_, &constructing_, Schedule());
    cycle.marker().MarkRoot(first_.Get());
    cycle.Start(platform, 1);
    while (!cycle.IsDry()) cycle.Step(50000);
    EXPECT_TRUE(cycle.StopHelpers());
    EXPECT_GT(mallinfo2().fsmblks, unjoined_bytes - 100 * kBytes);
  }
  EXPECT_GT(mallinfo2().fsmblks, unjoined_bytes - 100 * kBytes);
}

#endif

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
