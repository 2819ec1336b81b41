// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// DefaultPlatform: its clock, its tasks and its jobs, and a heap that gives it
// one.

#include "halfword/default_platform.h"

#include <atomic>

#include "base/clock.h"
#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

template <typename Function>
class Calls : public Task {
 public:
  explicit Calls(Function function) : function_(function) {}
  void Run() override { function_(); }

 private:
  const Function function_;
};

TEST(DefaultPlatformTest, TellsTimeInSeconds) {
  DefaultPlatform platform;
  const double first_s = platform.MonotonicallyIncreasingTime();
  const double first_ms = MonotonicMs();

  EXPECT_GE(platform.MonotonicallyIncreasingTime(), first_s);
  EXPECT_NEAR(first_s, first_ms / 1000, 1);
  EXPECT_EQ(platform.GetPageAllocator(), nullptr);
}

TEST(DefaultPlatformTest, RunsForegroundTasksWhenToldTo) {
  DefaultPlatform platform;
  int calls = 0;
  const auto task = [&] { ++calls; };
  platform.GetForegroundTaskRunner()->PostTask(
      std::make_unique<Calls<decltype(task)>>(task));
  EXPECT_EQ(calls, 0);

  EXPECT_TRUE(platform.RunForegroundTask());
  EXPECT_EQ(calls, 1);
  EXPECT_FALSE(platform.RunForegroundTask());
}

TEST(DefaultPlatformTest, RunsIdleTasksUntilTheTimeIsOver) {
  class Idle : public IdleTask {
   public:
    explicit Idle(int* calls) : calls_(calls) {}
    void Run(double) override { ++*calls_; }
    int* const calls_;
  };
  DefaultPlatform platform(1, DefaultPlatform::IdleTaskSupport::kEnabled);
  int calls = 0;
  for (int i = 0; i < 2; ++i) {
    platform.GetForegroundTaskRunner()->PostIdleTask(
        std::make_unique<Idle>(&calls));
  }

  platform.RunIdleTasks(0);
  EXPECT_EQ(calls, 0);
  platform.RunIdleTasks(1000);
  EXPECT_EQ(calls, 2);
}

TEST(DefaultPlatformTest, ThreadsOrTheJoinerDoAJob) {
  class Once : public JobTask {
   public:
    explicit Once(std::atomic<int>* done) : done_(done) {}
    void Run(JobDelegate*) override { ++*done_; }
    size_t GetMaxConcurrency(size_t) const override {
      return *done_ == 0 ? 1 : 0;
    }
    std::atomic<int>* const done_;
  };
  DefaultPlatform platform;
  std::atomic<int> done{0};

  platform.PostJob(TaskPriority::kUserBlocking, std::make_unique<Once>(&done))
      ->Join();

  EXPECT_EQ(done, 1);
}

TEST(DefaultPlatformTest, KeepsTheTracingControllerThatItIsGiven) {
  auto controller = std::make_unique<TracingController>();
  TracingController* const given = controller.get();
  DefaultPlatform platform(0, IdleTaskSupport::kDisabled,
                           std::move(controller));

  EXPECT_EQ(platform.GetTracingController(), given);
  EXPECT_NE(DefaultPlatform().GetTracingController(), nullptr);
}

TEST(DefaultPlatformTest, AHeapFinishesItsSweepingInATask) {
  const auto platform = std::make_shared<DefaultPlatform>();
  const auto heap = Heap::Create(platform);
  for (int i = 0; i < 100; ++i) {
    MakeGarbageCollected<Block>(heap->GetAllocationHandle());
  }
  heap->Collect(
      {.stack = StackState::kNoHeapPointers, .sweeping = Sweeping::kLazy});
  ASSERT_TRUE(CollectorOf(*heap).is_sweeping());

  EXPECT_TRUE(platform->RunForegroundTask());

  EXPECT_FALSE(CollectorOf(*heap).is_sweeping());
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
