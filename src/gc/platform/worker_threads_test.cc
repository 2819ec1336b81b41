// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Jobs: that all work is done, by no more threads than allowed, and that a job
// can be joined, cancelled and left alone.

#include "gc/platform/worker_threads.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <set>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// What the parts of a job did.
struct Record {
  std::atomic<int> left{0};
  std::atomic<int> running{0};
  std::atomic<int> running_max{0};
  std::atomic<int> joining{0};
  std::atomic<bool> was_destroyed{false};
  std::mutex mutex;
  std::set<int> ids_in_use;
  bool id_was_shared = false;
};

// Counts down, one at a time.
class Countdown : public JobTask {
 public:
  Countdown(Record* record, size_t concurrency)
      : record_(record), concurrency_(concurrency) {}
  ~Countdown() override { record_->was_destroyed = true; }

  void Run(JobDelegate* delegate) override {
    Enter(*delegate);
    while (record_->left > 0 && !delegate->ShouldYield()) --record_->left;
    Leave(*delegate);
  }
  size_t GetMaxConcurrency(size_t) const override {
    return record_->left > 0 ? concurrency_ : 0;
  }

 private:
  void Enter(JobDelegate& delegate) {
    const std::lock_guard<std::mutex> lock(record_->mutex);
    record_->running_max =
        std::max<int>(record_->running_max, ++record_->running);
    record_->joining += delegate.IsJoiningThread() ? 1 : 0;
    if (!record_->ids_in_use.insert(delegate.GetTaskId()).second) {
      record_->id_was_shared = true;
    }
  }
  void Leave(JobDelegate& delegate) {
    const std::lock_guard<std::mutex> lock(record_->mutex);
    --record_->running;
    record_->ids_in_use.erase(delegate.GetTaskId());
  }

  Record* const record_;
  const size_t concurrency_;
};

class WorkerThreadsTest : public ::testing::Test {
 protected:
  ~WorkerThreadsTest() override { threads_->Stop(); }

  std::unique_ptr<JobHandle> Post(size_t concurrency) {
    return threads_->Post(std::make_unique<Countdown>(&record_, concurrency));
  }

  Record record_;
  const std::shared_ptr<WorkerThreads> threads_ =
      std::make_shared<WorkerThreads>(3);
};

TEST_F(WorkerThreadsTest, AJoinedJobIsDone) {
  record_.left = 100000;
  const std::unique_ptr<JobHandle> job = Post(4);
  EXPECT_TRUE(job->IsValid());

  job->Join();

  EXPECT_LE(record_.left, 0);
  EXPECT_EQ(record_.running, 0);
  EXPECT_FALSE(record_.id_was_shared);
  EXPECT_FALSE(job->IsValid());
  EXPECT_FALSE(job->IsActive());
}

TEST_F(WorkerThreadsTest, NoMoreThreadsWorkThanTheJobAllows) {
  record_.left = 100000;
  Post(2)->Join();

  EXPECT_LE(record_.running_max, 2);
  EXPECT_GE(record_.running_max, 1);
}

TEST_F(WorkerThreadsTest, AJobWithoutThreadsIsDoneByTheOneThatJoins) {
  threads_->Stop();
  record_.left = 10;

  Post(4)->Join();

  EXPECT_EQ(record_.left, 0);
  EXPECT_EQ(record_.joining, 1);
}

TEST_F(WorkerThreadsTest, MoreWorkIsBegunWhenItIsAnnounced) {
  const std::unique_ptr<JobHandle> job = Post(1);
  EXPECT_FALSE(job->IsActive());

  record_.left = 10;
  EXPECT_TRUE(job->IsActive());
  job->NotifyConcurrencyIncrease();
  while (job->IsActive()) std::this_thread::yield();

  EXPECT_EQ(record_.left, 0);
  EXPECT_EQ(record_.joining, 0);
  job->Join();
}

TEST_F(WorkerThreadsTest, ACancelledJobStopsAndIsDestroyed) {
  record_.left = 2000000000;
  std::unique_ptr<JobHandle> job = Post(3);

  job->Cancel();

  EXPECT_EQ(record_.running, 0);
  EXPECT_GT(record_.left, 0);
  EXPECT_FALSE(record_.was_destroyed);
  job.reset();
  threads_->Stop();
  EXPECT_TRUE(record_.was_destroyed);
}

TEST_F(WorkerThreadsTest, ADetachedJobEndsByItself) {
  record_.left = 2000000000;
  Post(3)->CancelAndDetach();
  threads_->Stop();

  EXPECT_EQ(record_.running, 0);
  EXPECT_TRUE(record_.was_destroyed);
}

// There the threads do not exist, and what they waited for cannot be destroyed.
TEST_F(WorkerThreadsTest, TheChildOfAForkNeitherWaitsForThreadsNorHangs) {
  record_.left = 1000;
  Post(4)->Join();

  const pid_t child = fork();
  if (child == 0) {
    threads_->Stop();
    _exit(7);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);

  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

#if HALFWORD_DCHECK_ENABLED
TEST_F(WorkerThreadsTest, AHandleIsNotDroppedBeforeItsJobEnds) {
  EXPECT_DEATH(
      {
        const auto threads = std::make_shared<WorkerThreads>(0);
        threads->Post(std::make_unique<Countdown>(&record_, 1));
      },
      "a job is ended by Join");
}
#endif

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
