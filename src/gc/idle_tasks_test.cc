// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Idle work in the tasks of an event loop: what one does, when the next one
// comes, and what loops do that fail, drop tasks or outlive their heap.

#include <deque>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gc/gc_testing.h"
#include "gc/idle_testing.h"
#include "gtest/gtest.h"
#include "halfword/default_platform.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class LoopPlatform : public DefaultPlatform {
 public:
  enum class Tasks { kPlain, kNonNestable, kIdle };
  explicit LoopPlatform(Tasks tasks)
      : DefaultPlatform(1), runner_(std::make_shared<Runner>(tasks)) {}
  std::shared_ptr<TaskRunner> GetForegroundTaskRunner(TaskPriority) override {
    return runner_;
  }
  void DropTasks() {
    runner_->tasks.clear();
    runner_->idle.clear();
  }
  // Returns how many tasks there were.
  int Run(double idle_ms) {
    int count = 0;
    while (!runner_->tasks.empty() || !runner_->idle.empty()) {
      ++count;
      if (!runner_->tasks.empty()) {
        const auto task = std::move(runner_->tasks.front());
        runner_->tasks.pop_front();
        task->Run();
      } else {
        const auto task = std::move(runner_->idle.front());
        runner_->idle.pop_front();
        task->Run(MonotonicallyIncreasingTime() + idle_ms / 1000);
      }
    }
    return count;
  }

 private:
  class Runner : public TaskRunner {
   public:
    explicit Runner(Tasks kind) : kind_(kind) {}
    bool IdleTasksEnabled() override { return kind_ == Tasks::kIdle; }
    bool NonNestableTasksEnabled() const override {
      return kind_ == Tasks::kNonNestable;
    }
    bool NonNestableDelayedTasksEnabled() const override {
      return kind_ != Tasks::kPlain;
    }
    void PostTaskImpl(std::unique_ptr<Task> task,
                      const SourceLocation&) override {
      EXPECT_EQ(kind_, Tasks::kPlain);
      tasks.push_back(std::move(task));
    }
    void PostNonNestableTaskImpl(std::unique_ptr<Task> task,
                                 const SourceLocation&) override {
      EXPECT_EQ(kind_, Tasks::kNonNestable);
      tasks.push_back(std::move(task));
    }
    void PostNonNestableDelayedTaskImpl(std::unique_ptr<Task> task, double,
                                        const SourceLocation&) override {
      EXPECT_NE(kind_, Tasks::kPlain);
      tasks.push_back(std::move(task));
    }
    void PostIdleTaskImpl(std::unique_ptr<IdleTask> task,
                          const SourceLocation&) override {
      EXPECT_EQ(kind_, Tasks::kIdle);
      idle.push_back(std::move(task));
    }
    std::deque<std::unique_ptr<Task>> tasks;
    std::deque<std::unique_ptr<IdleTask>> idle;

   private:
    const Tasks kind_;
  };
  const std::shared_ptr<Runner> runner_;
};

std::string TasksName(
    const ::testing::TestParamInfo<LoopPlatform::Tasks>& info) {
  return info.param == LoopPlatform::Tasks::kPlain         ? "Plain"
         : info.param == LoopPlatform::Tasks::kNonNestable ? "NonNestable"
                                                           : "Idle";
}

class IdleTasksTest : public ::testing::TestWithParam<LoopPlatform::Tasks> {
 protected:
  std::shared_ptr<LoopPlatform> platform_ =
      std::make_shared<LoopPlatform>(GetParam());
};

TEST_P(IdleTasksTest, SweepInPieces) {
  auto heap = Heap::Create(platform_);
  int deaths = 0;
  for (int i = 0; i < 10'000; ++i) {
    MakeGarbageCollected<DiesLoudly>(heap->GetAllocationHandle(), &deaths);
  }
  heap->Collect({.stack = kNoStack, .sweeping = Sweeping::kLazy});
  ASSERT_TRUE(CollectorOf(*heap).is_sweeping());

  EXPECT_GE(platform_->Run(1), 1);

  EXPECT_FALSE(CollectorOf(*heap).is_sweeping());
  EXPECT_EQ(deaths, 10'000);
}

// Its tasks run as they are posted, whatever the program does then.
class HastyPlatform : public DefaultPlatform {
 public:
  std::shared_ptr<TaskRunner> GetForegroundTaskRunner(TaskPriority) override {
    return runner_;
  }
  std::function<void()> when_posted;
  int count = 0;

 private:
  class Runner : public TaskRunner {
   public:
    explicit Runner(HastyPlatform* platform) : platform_(platform) {}
    bool IdleTasksEnabled() override { return false; }
    bool NonNestableTasksEnabled() const override { return true; }
    bool NonNestableDelayedTasksEnabled() const override { return true; }
    void PostTaskImpl(std::unique_ptr<Task> task,
                      const SourceLocation&) override {
      Run(std::move(task));
    }
    void PostNonNestableTaskImpl(std::unique_ptr<Task> task,
                                 const SourceLocation&) override {
      Run(std::move(task));
    }
    void PostNonNestableDelayedTaskImpl(std::unique_ptr<Task> task, double,
                                        const SourceLocation&) override {
      Run(std::move(task));
    }

   private:
    void Run(std::unique_ptr<Task> task) {
      ++platform_->count;
      task->Run();
      if (platform_->when_posted) platform_->when_posted();
    }
    HastyPlatform* const platform_;
  };
  const std::shared_ptr<Runner> runner_ = std::make_shared<Runner>(this);
};

TEST(HastyTasksTest, DoNothing) {
  const auto platform = std::make_shared<HastyPlatform>();
  auto heap = Heap::Create(platform);
  int deaths = 0;
  for (int i = 0; i < 10'000; ++i) {
    MakeGarbageCollected<DiesLoudly>(heap->GetAllocationHandle(), &deaths);
  }
  heap->Collect({.stack = kNoStack, .sweeping = Sweeping::kLazy});

  EXPECT_EQ(platform->count, 1);
  EXPECT_TRUE(CollectorOf(*heap).is_sweeping());
  EXPECT_EQ(deaths, 0);
  heap->Collect({.stack = kNoStack});
  EXPECT_EQ(deaths, 10'000);
}

// A runner that throws where it is asked what it has, or is given a task, and
// counts those that it takes.
class ThrowingPlatform : public DefaultPlatform {
 public:
  ThrowingPlatform() : DefaultPlatform(0) {}
  std::shared_ptr<TaskRunner> GetForegroundTaskRunner(TaskPriority) override {
    return runner_;
  }
  enum class Throws { kNever, kWhenAsked, kWhenGiven };
  Throws throws = Throws::kNever;
  int count = 0;

 private:
  class Runner : public TaskRunner {
   public:
    explicit Runner(ThrowingPlatform* platform) : platform_(*platform) {}
    bool IdleTasksEnabled() override {
      if (platform_.throws == Throws::kWhenAsked) throw std::bad_alloc();
      return false;
    }
    void PostTaskImpl(std::unique_ptr<Task> task,
                      const SourceLocation&) override {
      if (platform_.throws == Throws::kWhenGiven) throw std::bad_alloc();
      ++platform_.count;
      task_ = std::move(task);
    }

   private:
    ThrowingPlatform& platform_;
    std::unique_ptr<Task> task_;
  };
  const std::shared_ptr<Runner> runner_ = std::make_shared<Runner>(this);
};

TEST(ThrowingTasksTest, ARunnerThatFailsOnceIsGivenTheNextTask) {
  using Throws = ThrowingPlatform::Throws;
  for (const Throws throws : {Throws::kWhenAsked, Throws::kWhenGiven}) {
    const auto platform = std::make_shared<ThrowingPlatform>();
    auto heap = Heap::Create(platform);
    int deaths = 0;
    for (int i = 0; i < 10'000; ++i) {
      MakeGarbageCollected<DiesLoudly>(heap->GetAllocationHandle(), &deaths);
    }
    const CollectOptions options = {.stack = kNoStack,
                                    .sweeping = Sweeping::kLazy};
    platform->throws = throws;
    EXPECT_THROW(heap->Collect(options), std::bad_alloc);
    EXPECT_EQ(platform->count, 0);

    platform->throws = Throws::kNever;
    for (int i = 0; i < 10'000; ++i) {
      MakeGarbageCollected<DiesLoudly>(heap->GetAllocationHandle(), &deaths);
    }
    heap->Collect(options);
    EXPECT_EQ(platform->count, 1);
    heap.reset();  // which ends what writes there
  }
}

TEST(HastyTasksDeathTest, AHeapDoesNotEndAsItPostsOne) {
  const auto platform = std::make_shared<HastyPlatform>();
  auto heap = Heap::Create(platform);
  for (int i = 0; i < 10'000; ++i) {
    MakeGarbageCollected<Block>(heap->GetAllocationHandle());
  }

  EXPECT_DEATH(
      {
        platform->when_posted = [&] { heap.reset(); };
        heap->Collect({.stack = kNoStack, .sweeping = Sweeping::kLazy});
      },
      "a heap must not end inside one of its own callbacks, nor as");
}

// A little at a time: the system takes long for much.
TEST_P(IdleTasksTest, GiveFreePagesBackInPieces) {
  auto heap = Heap::Create(platform_);
  const Collector& collector = CollectorOf(*heap);
  {
    const subtle::NoGarbageCollectionScope scope(heap->GetHeapHandle());
    for (int i = 0; i < 60'000; ++i) {
      MakeGarbageCollected<Block>(heap->GetAllocationHandle());
    }
  }
  heap->Collect({.stack = kNoStack, .sweeping = Sweeping::kLazy});
  while (collector.is_sweeping()) heap->DoIdleWork(0.001, kNoStack);
  const auto resident_bytes = [&] {
    return collector.pool().resident_free_page_count() * kPageBytes;
  };
  const size_t before = resident_bytes();
  ASSERT_GT(before, collector.budget_bytes() + 16 * kMiB);

  heap->DoIdleWork(0.001, kNoStack);
  EXPECT_LT(resident_bytes(), before);
  EXPECT_GT(resident_bytes(), before - 8 * kMiB);
  platform_->Run(1);

  EXPECT_LE(resident_bytes(), collector.budget_bytes());
}

// However it came that nothing is left to sweep.
TEST_P(IdleTasksTest, GiveFreePagesBackWhereOthersHaveSwept) {
  auto heap = Heap::Create(platform_);
  Collector& collector = CollectorOf(*heap);
  {
    const subtle::NoGarbageCollectionScope scope(heap->GetHeapHandle());
    for (int i = 0; i < 60'000; ++i) {
      MakeGarbageCollected<Block>(heap->GetAllocationHandle());
    }
  }
  heap->Collect({.stack = kNoStack, .sweeping = Sweeping::kLazy});
  platform_->DropTasks();
  collector.FinishSweep();
  ASSERT_GT(collector.resident_free_page_count() * kPageBytes,
            collector.budget_bytes());

  collector.PostTask();
  EXPECT_GE(platform_->Run(1), 1);
  EXPECT_LE(collector.resident_free_page_count() * kPageBytes,
            collector.budget_bytes());

  collector.PostTask();
  EXPECT_EQ(platform_->Run(1), 0);
}

// The mode of a cycle that allocation begins and an event loop ends; "" if it
// does not.
std::string ModeOfCycleThatALoopEnds(LoopPlatform& loop,
                                     std::shared_ptr<Platform> platform,
                                     MarkingType marking) {
  std::string mode;
  auto heap =
      Heap::Create(std::move(platform),
                   {.marking_support = marking,
                    .marker_count_max = 2,
                    .cycle_callback = [&](Heap&, const CycleRecord& record) {
                      mode = record.mode;
                    }});
  Persistent<Block> chain;
  for (int i = 0; i < kManyBlocks; ++i) {
    Block* const block =
        MakeGarbageCollected<Block>(heap->GetAllocationHandle());
    block->next_ = chain;
    chain = block;
  }
  CollectPrecisely(*heap);
  loop.Run(1);
  while (!CollectorOf(*heap).is_marking_beside()) {
    MakeGarbageCollected<Block>(heap->GetAllocationHandle());
  }
  mode.clear();
  EXPECT_GE(loop.Run(1), 1);
  EXPECT_EQ(CollectorOf(*heap).is_marking_beside(), mode.empty());
  EXPECT_FALSE(CollectorOf(*heap).is_sweeping());
  return mode;
}

// A plain task may run where frames hold objects, which a heap that scans no
// stack would not find: there only the program's own idle time ends a cycle.
TEST_P(IdleTasksTest, EndNoCycleOfAPreciseHeapWhereFramesMayHoldObjects) {
  std::vector<std::string> causes;
  auto heap = Heap::Create(
      platform_, {.stack_support = StackSupport::kPrecise,
                  .cycle_callback = [&](Heap&, const CycleRecord& record) {
                    causes.emplace_back(record.cause);
                  }});
  Persistent<Block> chain;
  const auto fill = [&](int count) {
    for (int i = 0; i < count; ++i) {
      Block* const block =
          MakeGarbageCollected<Block>(heap->GetAllocationHandle());
      block->next_ = chain;
      chain = block;
    }
  };
  fill(kManyBlocks);
  CollectPrecisely(*heap);
  platform_->Run(1);
  fill(kManyBlocks);
  const Collector& collector = CollectorOf(*heap);
  while (!collector.is_marking_beside()) heap->DoIdleWork(0.001, kNoStack);
  causes.clear();
  CollectorOf(*heap).PostTask();
  platform_->Run(1000);

  const bool is_plain = GetParam() == LoopPlatform::Tasks::kPlain;
  EXPECT_EQ(collector.is_marking_beside(), is_plain);
  EXPECT_EQ(causes.size(), is_plain ? 0u : 1u);
  while (!heap->DoIdleWork(kLongMs, kNoStack)) std::this_thread::yield();
  EXPECT_EQ(causes, std::vector<std::string>{"idle"});
  EXPECT_EQ(Findings(*heap), "");
}

// Nothing else does where the program never gives it time by itself.
TEST_P(IdleTasksTest, CollectAPreciseHeapWhereFramesHoldNoObjects) {
  std::vector<std::string> causes;
  auto heap = Heap::Create(
      platform_, {.stack_support = StackSupport::kPrecise,
                  .cycle_callback = [&](Heap&, const CycleRecord& record) {
                    causes.emplace_back(record.cause);
                  }});
  const Collector& collector = CollectorOf(*heap);
  for (int turn = 0; turn < 40; ++turn) {
    const size_t some_bytes = collector.budget_bytes() / 8;
    for (size_t bytes = 0; bytes < some_bytes; bytes += sizeof(Block)) {
      MakeGarbageCollected<Block>(heap->GetAllocationHandle());
    }
    platform_->Run(1);
  }
  if (GetParam() == LoopPlatform::Tasks::kPlain) {
    EXPECT_TRUE(causes.empty());
    return;
  }
  EXPECT_GE(causes.size(), 2u);
  for (const std::string& cause : causes) EXPECT_EQ(cause, "idle");
  EXPECT_LT(collector.allocated_since_collection_bytes(),
            2 * collector.budget_bytes());
  EXPECT_EQ(Findings(*heap), "");
}

TEST_P(IdleTasksTest, EndACycleThatAllocationBegan) {
  EXPECT_EQ(ModeOfCycleThatALoopEnds(*platform_, platform_,
                                     MarkingType::kIncremental),
            "incremental");
}

// Of the loops, those that can wait for helpers. A plain one cannot: there
// allocation ends the cycle.
using IdleTasksThatWaitTest = IdleTasksTest;

TEST_P(IdleTasksThatWaitTest, EndACycleThatHelpersMark) {
  EXPECT_EQ(ModeOfCycleThatALoopEnds(*platform_, platform_,
                                     MarkingType::kIncrementalAndConcurrent),
            "concurrent");
}

TEST_P(IdleTasksTest, ComeAgainAfterOneThatTheLoopHasDropped) {
  auto heap = Heap::Create(platform_);
  const auto collect = [&] {
    for (int i = 0; i < 10'000; ++i) {
      MakeGarbageCollected<Block>(heap->GetAllocationHandle());
    }
    heap->Collect({.stack = kNoStack, .sweeping = Sweeping::kLazy});
  };
  collect();
  platform_->DropTasks();
  collect();
  EXPECT_GE(platform_->Run(1), 1);
  EXPECT_FALSE(CollectorOf(*heap).is_sweeping());
}

// It may come to run when its heap is no more.
TEST_P(IdleTasksTest, OutliveTheirHeap) {
  auto heap = Heap::Create(platform_);
  for (int i = 0; i < 1000; ++i) {
    MakeGarbageCollected<Block>(heap->GetAllocationHandle());
  }
  heap->Collect({.stack = kNoStack, .sweeping = Sweeping::kLazy});
  heap.reset();

  EXPECT_EQ(platform_->Run(1), 1);
}

INSTANTIATE_TEST_SUITE_P(, IdleTasksTest,
                         ::testing::Values(LoopPlatform::Tasks::kPlain,
                                           LoopPlatform::Tasks::kNonNestable,
                                           LoopPlatform::Tasks::kIdle),
                         TasksName);
INSTANTIATE_TEST_SUITE_P(, IdleTasksThatWaitTest,
                         ::testing::Values(LoopPlatform::Tasks::kNonNestable,
                                           LoopPlatform::Tasks::kIdle),
                         TasksName);

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
