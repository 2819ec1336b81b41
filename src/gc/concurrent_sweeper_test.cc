// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// When a helper sweeps beside the program, and when it does not: what the
// program chose, heaps that are small, platforms without threads or without
// memory, tables that must be cleaned first, the child of a fork.

#include "gc/concurrent_sweeper.h"

#include <sys/wait.h>
#include <unistd.h>

#include <memory>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "gc/gc_testing.h"
#include "gc/half_platform_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// Counts the jobs, which have one thread.
class CountingPlatform : public DefaultPlatform {
 public:
  CountingPlatform() : DefaultPlatform(1) {}
  std::unique_ptr<JobHandle> PostJob(TaskPriority priority,
                                     std::unique_ptr<JobTask> task) override {
    ++job_count_;
    return has_threads_ ? DefaultPlatform::PostJob(priority, std::move(task))
                        : nullptr;
  }
  int job_count_ = 0;
  bool has_threads_ = true;
};

// Does all that a job allows where it is posted.
class InlinePlatform : public DefaultPlatform {
 public:
  InlinePlatform() : DefaultPlatform(0) {}
  std::unique_ptr<JobHandle> PostJob(TaskPriority,
                                     std::unique_ptr<JobTask> task) override {
    TestDelegate delegate;
    while (task->GetMaxConcurrency(0) != 0) {
      task->Run(&delegate);
      ++run_count_;
    }
    return nullptr;
  }
  int run_count_ = 0;
};

class Holder : public GarbageCollected<Holder> {
 public:
  HeapVector<Member<Block>> kept_;
  HeapHashSet<WeakMember<Block>> weak_;
  HALFWORD_FIELDS(Holder, kept_, weak_)
};

class ConcurrentSweeperTest : public ::testing::Test {
 protected:
  // Marking has no jobs: it is done in the pause, of few objects.
  void MakeHeap(HeapOptions options = {}) {
    options.growth_bytes_min = SIZE_MAX;
    if (options.marker_count_max == 0) options.marker_count_max = 2;
    heap_ = Heap::Create(platform_, std::move(options));
    holder_ = MakeGarbageCollected<Holder>(heap_->GetAllocationHandle());
  }

  // Every other one lives.
  void Fill(size_t block_count = 8000) {
    CallAndScrub([&] {
      for (size_t i = 0; i < block_count; ++i) {
        auto* const block =
            MakeGarbageCollected<Block>(heap_->GetAllocationHandle());
        block->words_[0] = i;
        if (i % 2 == 0) holder_->kept_.push_back(block);
      }
    });
  }

  void CollectLazily() {
    heap_->Collect({.stack = StackState::kNoHeapPointers,
                    .reason = "test",
                    .sweeping = Sweeping::kLazy});
  }

  SharedSweep* shared() { return HeapCoreTestPeer::Shared(collector()); }
  Collector& collector() { return CollectorOf(*heap_); }

  void ExpectSound() {
    for (size_t i = 0; i < holder_->kept_.size(); ++i) {
      ASSERT_EQ(holder_->kept_[i]->words_[0], 2 * i);
    }
    EXPECT_EQ(Findings(*heap_), "");
  }

  std::shared_ptr<CountingPlatform> platform_ =
      std::make_shared<CountingPlatform>();
  std::unique_ptr<Heap> heap_;
  Persistent<Holder> holder_;
};

#if HALFWORD_MEMORY_DEBUG

// Who fills what died reads it, which is for the heap's thread alone.
TEST_F(ConcurrentSweeperTest, IsAskedForNothingWhereTheDeadAreFilled) {
  MakeHeap();
  Fill();
  CollectLazily();
  EXPECT_EQ(shared(), nullptr);
  EXPECT_EQ(platform_->job_count_, 0);
  EXPECT_TRUE(collector().is_sweeping());
  ExpectSound();
}

#else

TEST_F(ConcurrentSweeperTest, SweepsWhatACollectionHasLeft) {
  MakeHeap();
  Fill();
  CollectLazily();
  ASSERT_EQ(platform_->job_count_, 1);
  ASSERT_NE(shared(), nullptr);
  // No allocation sweeps: it is the helper.
  while (shared()->has_work()) std::this_thread::yield();

  EXPECT_TRUE(collector().is_sweeping());
  // The heap's thread finds pages that are swept, and ends the sharing.
  while (collector().SweepSomePage()) {
  }
  EXPECT_EQ(shared(), nullptr);
  EXPECT_FALSE(collector().is_sweeping());
  ExpectSound();
}

// What died is told by its mark until all tables are clean.
TEST_F(ConcurrentSweeperTest, WaitsForTables) {
  MakeHeap();
  Fill();
  CallAndScrub([this] {
    for (int i = 0; i < 2000; ++i) {
      holder_->weak_.insert(
          MakeGarbageCollected<Block>(heap_->GetAllocationHandle()));
    }
  });
  CollectLazily();
  ASSERT_TRUE(collector().has_tables_to_clean());
  EXPECT_EQ(shared(), nullptr);
  EXPECT_EQ(platform_->job_count_, 0);

  while (collector().has_tables_to_clean()) collector().SweepSomePage();
  EXPECT_NE(shared(), nullptr);
  EXPECT_EQ(platform_->job_count_, 1);
  EXPECT_EQ(holder_->weak_.size(), 0u);
  ExpectSound();
}

#endif

TEST_F(ConcurrentSweeperTest, NextCollectionsDoWithoutIt) {
  MakeHeap();
  Fill();
  for (int i = 0; i < 20; ++i) {
    CollectLazily();
    for (int j = 0; j < 100 * i; ++j) {
      MakeGarbageCollected<Block>(heap_->GetAllocationHandle());
    }
  }
  CollectPrecisely(*heap_);
  EXPECT_EQ(shared(), nullptr);
  ExpectSound();
}

TEST_F(ConcurrentSweeperTest, AProgramMayChooseNone) {
  using Sweeping = SweepingType;
  const std::tuple<Sweeping, size_t> choices[] = {
      {Sweeping::kIncremental, 2},
      {Sweeping::kAtomic, 2},
      {Sweeping::kIncrementalAndConcurrent, 1}};
  for (const auto& [sweeping, marker_count_max] : choices) {
    MakeHeap(
        {.sweeping_support = sweeping, .marker_count_max = marker_count_max});
    Fill();
    CollectLazily();
    EXPECT_EQ(shared(), nullptr);
    EXPECT_EQ(platform_->job_count_, 0);
    ExpectSound();
  }
}

TEST_F(ConcurrentSweeperTest, WakesNobodyForASmallHeap) {
  MakeHeap();
  Fill(1000);
  CollectLazily();
  EXPECT_EQ(shared(), nullptr);
  EXPECT_EQ(platform_->job_count_, 0);
}

TEST_F(ConcurrentSweeperTest, WhereThereAreNoThreadsTheHeapSweeps) {
  platform_->has_threads_ = false;
  MakeHeap();
  Fill();
  CollectLazily();
  EXPECT_EQ(shared(), nullptr);
  EXPECT_TRUE(collector().is_sweeping());
  ExpectSound();
}

TEST_F(ConcurrentSweeperTest, APlatformMayFailHalfWay) {
  const auto platform = std::make_shared<HalfPlatform>();
  heap_ = Heap::Create(platform,
                       {.marker_count_max = 2, .growth_bytes_min = SIZE_MAX});
  holder_ = MakeGarbageCollected<Holder>(heap_->GetAllocationHandle());
  Fill();
  for (int i = 0; i < 10; ++i) {
    platform->has_memory_ = i % 2 != 0;
    CollectLazily();
    EXPECT_EQ(shared(), nullptr);
  }
  EXPECT_EQ(platform->job_count_, kMemoryDebug ? 0 : 10);
  ExpectSound();
}

TEST_F(ConcurrentSweeperTest, APlatformMayRunJobsWhereTheyArePosted) {
  const auto platform = std::make_shared<InlinePlatform>();
  heap_ = Heap::Create(platform,
                       {.marker_count_max = 2, .growth_bytes_min = SIZE_MAX});
  holder_ = MakeGarbageCollected<Holder>(heap_->GetAllocationHandle());
  Fill();
  CollectLazily();
  EXPECT_EQ(platform->run_count_, kMemoryDebug ? 0 : 1);
  EXPECT_TRUE(collector().is_sweeping());
  ExpectSound();
}

// The helper is not there, and its job is never touched.
TEST_F(ConcurrentSweeperTest, TheChildOfAForkSweepsByItself) {
  MakeHeap();
  Fill();
  for (int i = 0; i < 20; ++i) {
    CollectLazily();
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      alarm(60);
      for (size_t j = 0; j < 10'000; ++j) {
        MakeGarbageCollected<Block>(heap_->GetAllocationHandle());
      }
      CollectLazily();
      bool is_right = heap_->Verify().ok();
      for (size_t j = 0; j < holder_->kept_.size(); ++j) {
        is_right &= holder_->kept_[j]->words_[0] == 2 * j;
      }
      holder_.Clear();
      heap_.reset();
      _exit(is_right ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  ExpectSound();
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
