// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// WorkerThreads: the threads of DefaultPlatform, and the jobs that they share.
//
// A job has as many threads at work as its GetMaxConcurrency() allows and the
// pool has. States of a job: running -> ended (joined or cancelled), and then
// no thread begins a part of it. A thread that looks for work takes the oldest
// job that allows one more; so a job that is posted first is done first.

#ifndef HALFWORD_GC_PLATFORM_WORKER_THREADS_H_
#define HALFWORD_GC_PLATFORM_WORKER_THREADS_H_

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "halfword/platform.h"

namespace halfword::inline HALFWORD_ABI::internal {

class WorkerThreads final : public std::enable_shared_from_this<WorkerThreads> {
 public:
  // Threads are started by the first job.
  explicit WorkerThreads(size_t thread_count) : thread_count_(thread_count) {}

  std::unique_ptr<JobHandle> Post(std::unique_ptr<JobTask> task);

  // Ends the threads; jobs are then done by who joins them.
  void Stop();

  size_t thread_count() const { return thread_count_; }

 private:
  class PostedJob;
  class Delegate;

  struct Job {
    std::unique_ptr<JobTask> task;
    size_t active_count = 0;
    uint64_t used_ids = 0;  // bits of GetTaskId()
    std::atomic<bool> has_ended{false};
  };
  using Lock = std::unique_lock<std::mutex>;

  // The most that can be told apart by used_ids.
  static constexpr size_t kActiveCountMax = 64;

  void RunThread();
  void ForgetThreads();
  // The following are called with the lock held.
  void StartThreads();
  std::shared_ptr<Job> FindWork() const;
  static bool AllowsOneMore(const Job& job);
  // Gives the lock up while the job's own code runs.
  void RunPart(const std::shared_ptr<Job>& job, bool is_joining, Lock& lock);
  void End(const std::shared_ptr<Job>& job);

  const size_t thread_count_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_stopping_ = false;
  std::vector<std::shared_ptr<Job>> jobs_;
  std::vector<std::thread> threads_;
  std::atomic<int> process_{0};  // the one that has the threads; 0: none yet
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_PLATFORM_WORKER_THREADS_H_
