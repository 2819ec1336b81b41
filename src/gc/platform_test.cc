// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Platform: whose clock a heap reads, and when it asks for a task. That tasks
// sweep is in heap_test.cc.

#include "halfword/platform.h"

#include <memory>
#include <utility>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Node : public GarbageCollected<Node> {
 public:
  ~Node() {}  // something to sweep for
  HALFWORD_FIELDS(Node)
};

// A clock that goes on by a second at each look, and a queue of tasks.
class TestPlatform : public Platform {
 public:
  class Runner : public TaskRunner {
   public:
    bool IdleTasksEnabled() override { return false; }
    void PostTaskImpl(std::unique_ptr<Task> task,
                      const SourceLocation&) override {
      tasks.push_back(std::move(task));
    }
    std::vector<std::unique_ptr<Task>> tasks;
  };

  PageAllocator* GetPageAllocator() override { return nullptr; }
  double MonotonicallyIncreasingTime() override {
    now_ms_ += 1000;
    return now_ms_ / 1000;
  }
  std::shared_ptr<TaskRunner> GetForegroundTaskRunner(TaskPriority) override {
    return runner_;
  }

  double now_ms_ = 0;
  std::shared_ptr<Runner> runner_ = std::make_shared<Runner>();
};

TEST(PlatformTest, NeedNotRunTasksNorJobsNorRecordEvents) {
  class Bare : public Platform {
   public:
    PageAllocator* GetPageAllocator() override { return nullptr; }
    double MonotonicallyIncreasingTime() override { return 1; }
  };
  const auto platform = std::make_shared<Bare>();
  EXPECT_EQ(platform->GetForegroundTaskRunner(), nullptr);
  EXPECT_EQ(platform->PostJob(TaskPriority::kUserVisible, nullptr), nullptr);
  EXPECT_EQ(*platform->GetTracingController()->GetCategoryGroupEnabled("gc"),
            0);

  const auto heap = Heap::Create(platform);
  MakeGarbageCollected<Node>(heap->GetAllocationHandle());
  heap->Collect(
      {.stack = StackState::kNoHeapPointers, .sweeping = Sweeping::kLazy});

  EXPECT_EQ(Findings(*heap), "");
}

TEST(PlatformTest, PausesAreMeasuredByItsClock) {
  const auto platform = std::make_shared<TestPlatform>();
  const auto heap = Heap::Create(platform);
  CollectPrecisely(*heap);

  const HeapStatistics statistics =
      heap->CollectStatistics(HeapStatistics::kBrief);
  EXPECT_EQ(statistics.pause_ms_last, platform->now_ms_ - 1000);
  EXPECT_GE(statistics.pause_ms_last, 1000);
}

TEST(PlatformTest, IsAskedForOneTaskAtATime) {
  const auto platform = std::make_shared<TestPlatform>();
  const auto heap = Heap::Create(platform);
  const auto collect_lazily = [&] {
    MakeGarbageCollected<Node>(heap->GetAllocationHandle());
    heap->Collect(
        {.stack = StackState::kNoHeapPointers, .sweeping = Sweeping::kLazy});
  };
  collect_lazily();
  collect_lazily();
  ASSERT_EQ(platform->runner_->tasks.size(), 1u);

  platform->runner_->tasks[0]->Run();
  collect_lazily();
  EXPECT_EQ(platform->runner_->tasks.size(), 2u);
  CollectPrecisely(*heap);
  EXPECT_EQ(platform->runner_->tasks.size(), 2u);
}

class Link : public GarbageCollected<Link> {
 public:
  explicit Link(Link* next) : next_(next) {}

 private:
  Member<Link> next_;
  HALFWORD_FIELDS(Link, next_)
};

TEST(PlatformTest, OnlyALargeHeapIsMarkedWithItsThreads) {
  class Counting : public DefaultPlatform {
   public:
    Counting() : DefaultPlatform(1) {}
    std::unique_ptr<JobHandle> PostJob(TaskPriority,
                                       std::unique_ptr<JobTask>) override {
      ++job_count;
      return nullptr;
    }
    int job_count = 0;
  };
  const auto platform = std::make_shared<Counting>();
  const auto heap =
      Heap::Create(platform, {.marking_support = Heap::MarkingType::kAtomic});
  Persistent<Link> head;
  const auto make_links_and_collect = [&](int count) {
    for (int i = 0; i < count; ++i) {
      head = MakeGarbageCollected<Link>(heap->GetAllocationHandle(), head);
    }
    heap->Collect({.stack = StackState::kNoHeapPointers});
  };

  make_links_and_collect(40'000);
  EXPECT_EQ(platform->job_count, 0);

  make_links_and_collect(400'000);
  EXPECT_GT(platform->job_count, 0);
}

TEST(PlatformDeathTest, AHeapNeedsOne) {
  EXPECT_DEATH(Heap::Create(std::shared_ptr<Platform>()),
               "a heap needs a platform; leave the argument out");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
