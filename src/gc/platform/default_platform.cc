// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// DefaultPlatform, put together from a clock, a queue and threads.

#include "halfword/default_platform.h"

#include <algorithm>
#include <utility>

#include "base/clock.h"
#include "base/processor_count.h"
#include "gc/platform/task_queue.h"
#include "gc/platform/worker_threads.h"

namespace halfword::inline HALFWORD_ABI {

namespace {

// The thread that posts a job takes part in it when it joins.
size_t ThreadCount(int wished) {
  if (wished > 0) return static_cast<size_t>(wished);
  return std::max(internal::ProcessorCount(), size_t{2}) - 1;
}

}  // namespace

TracingController* Platform::GetTracingController() {
  static TracingController controller;
  return &controller;
}

DefaultPlatform::DefaultPlatform(
    int thread_pool_size, IdleTaskSupport idle_task_support,
    std::unique_ptr<TracingController> tracing_controller)
    : tasks_(std::make_shared<internal::TaskQueue>(idle_task_support)),
      workers_(std::make_shared<internal::WorkerThreads>(
          ThreadCount(thread_pool_size))),
      tracing_controller_(std::move(tracing_controller)) {}

DefaultPlatform::~DefaultPlatform() { workers_->Stop(); }

PageAllocator* DefaultPlatform::GetPageAllocator() { return nullptr; }

double DefaultPlatform::MonotonicallyIncreasingTime() {
  return internal::MonotonicMs() / 1000;
}

std::shared_ptr<TaskRunner> DefaultPlatform::GetForegroundTaskRunner(
    TaskPriority) {
  return tasks_;
}

std::unique_ptr<JobHandle> DefaultPlatform::PostJob(
    TaskPriority, std::unique_ptr<JobTask> job_task) {
  return workers_->Post(std::move(job_task));
}

TracingController* DefaultPlatform::GetTracingController() {
  return tracing_controller_ != nullptr ? tracing_controller_.get()
                                        : Platform::GetTracingController();
}

bool DefaultPlatform::RunForegroundTask() {
  const std::unique_ptr<Task> task =
      tasks_->Take(MonotonicallyIncreasingTime());
  if (task == nullptr) return false;
  task->Run();
  return true;
}

void DefaultPlatform::RunIdleTasks(double idle_time_in_seconds) {
  const double deadline_s =
      MonotonicallyIncreasingTime() + idle_time_in_seconds;
  while (MonotonicallyIncreasingTime() < deadline_s) {
    const std::unique_ptr<IdleTask> task = tasks_->TakeIdle();
    if (task == nullptr) return;
    task->Run(deadline_s);
  }
}

}  // namespace halfword::inline HALFWORD_ABI
