// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// DefaultPlatform: the system's clock, a queue of tasks that the program runs
// when it likes, and threads for jobs, which start with the first job.

#ifndef HALFWORD_DEFAULT_PLATFORM_H_
#define HALFWORD_DEFAULT_PLATFORM_H_

#include <memory>

#include "halfword/platform.h"

namespace halfword::inline HALFWORD_ABI {

namespace internal {
class TaskQueue;
class WorkerThreads;
}  // namespace internal

enum class IdleTaskSupport : unsigned char { kDisabled, kEnabled };

class DefaultPlatform : public Platform {
 public:
  using IdleTaskSupport = halfword::IdleTaskSupport;

  // thread_pool_size 0: as many as there are processors, less one.
  explicit DefaultPlatform(
      int thread_pool_size = 0,
      IdleTaskSupport idle_task_support = IdleTaskSupport::kDisabled,
      std::unique_ptr<TracingController> tracing_controller = {});
  // Waits for the jobs that run.
  ~DefaultPlatform() override;
  DefaultPlatform(const DefaultPlatform&) = delete;
  DefaultPlatform& operator=(const DefaultPlatform&) = delete;

  // Null.
  PageAllocator* GetPageAllocator() override;
  double MonotonicallyIncreasingTime() override;
  using Platform::GetForegroundTaskRunner;
  // One queue for all priorities. Threads: any may post.
  std::shared_ptr<TaskRunner> GetForegroundTaskRunner(
      TaskPriority priority) override;
  std::unique_ptr<JobHandle> PostJob(
      TaskPriority priority, std::unique_ptr<JobTask> job_task) override;
  TracingController* GetTracingController() override;

  // Runs the task that waits longest and whose time has come. False: there was
  // none. Call it in a loop, from a frame that holds no managed pointers.
  // Threads: the one of the heaps that use this platform.
  bool RunForegroundTask();

  // Runs idle tasks until none is left or the time is over.
  void RunIdleTasks(double idle_time_in_seconds);

 private:
  const std::shared_ptr<internal::TaskQueue> tasks_;
  const std::shared_ptr<internal::WorkerThreads> workers_;
  const std::unique_ptr<TracingController> tracing_controller_;
};

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_DEFAULT_PLATFORM_H_
