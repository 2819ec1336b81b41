// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Platform: what a heap asks of the program around it, under Oilpan's names.
// default_platform.h has one for programs without an event loop of their own;
// page_allocator.h and tracing_controller.h have what may be given besides.

#ifndef HALFWORD_PLATFORM_H_
#define HALFWORD_PLATFORM_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "halfword/internal/build_config.h"
#include "halfword/page_allocator.h"
#include "halfword/source_location.h"
#include "halfword/tracing_controller.h"

namespace halfword::inline HALFWORD_ABI {

enum class TaskPriority : uint8_t {
  kBestEffort,
  kUserVisible,
  kUserBlocking,
  kMaxPriority = kUserBlocking,
};

class Task {
 public:
  virtual ~Task() = default;
  virtual void Run() = 0;
};

class IdleTask {
 public:
  virtual ~IdleTask() = default;
  // The deadline is of the platform's clock. A heap's task that has work left
  // at the deadline posts itself anew: run idle tasks while there is time, not
  // until there are none.
  virtual void Run(double deadline_in_seconds) = 0;
};

// Runs tasks later on the heap's thread, from its event loop. A non-nestable
// task is run from the outermost frame of that loop only, where no managed
// pointer is on the stack. The functions that end in Impl are what a program
// writes.
class TaskRunner {
 public:
  TaskRunner() = default;
  virtual ~TaskRunner() = default;
  TaskRunner(const TaskRunner&) = delete;
  TaskRunner& operator=(const TaskRunner&) = delete;

  void PostTask(std::unique_ptr<Task> task,
                const SourceLocation& location = SourceLocation::Current()) {
    PostTaskImpl(std::move(task), location);
  }
  void PostNonNestableTask(
      std::unique_ptr<Task> task,
      const SourceLocation& location = SourceLocation::Current()) {
    PostNonNestableTaskImpl(std::move(task), location);
  }
  void PostDelayedTask(
      std::unique_ptr<Task> task, double delay_in_seconds,
      const SourceLocation& location = SourceLocation::Current()) {
    PostDelayedTaskImpl(std::move(task), delay_in_seconds, location);
  }
  void PostNonNestableDelayedTask(
      std::unique_ptr<Task> task, double delay_in_seconds,
      const SourceLocation& location = SourceLocation::Current()) {
    PostNonNestableDelayedTaskImpl(std::move(task), delay_in_seconds, location);
  }
  // Requires: IdleTasksEnabled().
  void PostIdleTask(
      std::unique_ptr<IdleTask> task,
      const SourceLocation& location = SourceLocation::Current()) {
    PostIdleTaskImpl(std::move(task), location);
  }

  virtual bool IdleTasksEnabled() = 0;
  virtual bool NonNestableTasksEnabled() const { return false; }
  virtual bool NonNestableDelayedTasksEnabled() const { return false; }

 protected:
  // What a program does not offer, it need not write; such a task is dropped.
  virtual void PostTaskImpl(std::unique_ptr<Task>, const SourceLocation&) {}
  virtual void PostNonNestableTaskImpl(std::unique_ptr<Task>,
                                       const SourceLocation&) {}
  virtual void PostDelayedTaskImpl(std::unique_ptr<Task>, double,
                                   const SourceLocation&) {}
  virtual void PostNonNestableDelayedTaskImpl(std::unique_ptr<Task>, double,
                                              const SourceLocation&) {}
  virtual void PostIdleTaskImpl(std::unique_ptr<IdleTask>,
                                const SourceLocation&) {}
};

// What a part of a job is told by who runs it.
class JobDelegate {
 public:
  virtual ~JobDelegate() = default;
  // Whether Run() should return soon; it is called again if work is left.
  virtual bool ShouldYield() = 0;
  // To be called when GetMaxConcurrency() has risen.
  virtual void NotifyConcurrencyIncrease() = 0;
  // A number that no other running part of this job has.
  virtual uint8_t GetTaskId() = 0;
  // Whether this is the thread that waits in Join().
  virtual bool IsJoiningThread() const = 0;
};

// Work that several threads share. Threads: Run() is called by any number of
// them at a time, as many as GetMaxConcurrency() allows.
class JobTask {
 public:
  virtual ~JobTask() = default;
  virtual void Run(JobDelegate* delegate) = 0;
  // How many threads could do something now. worker_count are at work. May be
  // called at any time, by any thread.
  virtual size_t GetMaxConcurrency(size_t worker_count) const = 0;
};

// Who posted a job keeps this, and ends it by Join() or one of the Cancels.
class JobHandle {
 public:
  virtual ~JobHandle() = default;
  virtual void NotifyConcurrencyIncrease() = 0;
  // Takes part, until all is done.
  virtual void Join() = 0;
  // Waits for the parts that run; no new ones are begun.
  virtual void Cancel() = 0;
  virtual void CancelAndDetach() = 0;
  // Whether a thread is at work or could be.
  virtual bool IsActive() = 0;
  // Whether none of Join(), Cancel(), CancelAndDetach() was called.
  virtual bool IsValid() = 0;
  virtual bool UpdatePriorityEnabled() const { return false; }
  virtual void UpdatePriority(TaskPriority) {}
};

class Platform {
 public:
  virtual ~Platform() = default;

  // May be null: see page_allocator.h.
  virtual PageAllocator* GetPageAllocator() = 0;

  // In seconds, from any beginning.
  virtual double MonotonicallyIncreasingTime() = 0;

  // Where a heap goes on with sweeping and with marking, by tasks of a
  // millisecond: idle ones if there are any, else non-nestable ones, else any.
  // Null if there is no event loop: then allocation alone does that.
  virtual std::shared_ptr<TaskRunner> GetForegroundTaskRunner() {
    return GetForegroundTaskRunner(TaskPriority::kUserBlocking);
  }
  virtual std::shared_ptr<TaskRunner> GetForegroundTaskRunner(TaskPriority) {
    return nullptr;
  }

  // Null if the program has no threads to offer. An exception is taken for the
  // same, whatever it is, and goes no further: the heap's thread does the work,
  // once parts that run already have returned.
  virtual std::unique_ptr<JobHandle> PostJob(TaskPriority,
                                             std::unique_ptr<JobTask>) {
    return nullptr;
  }

  virtual TracingController* GetTracingController();
};

// Reserves the cage, so that a program learns at its start whether there is
// room; the first heap does it otherwise. Neither argument is needed: pages
// come from the cage, and its size is chosen by HALFWORD_OPTIONS=cage.
// Errors: ends the process with one line if no cage can be reserved.
// Threads: any; may be called again.
void InitializeProcess(PageAllocator* page_allocator = nullptr,
                       size_t desired_heap_size = 0);

// The end of what InitializeProcess() began. The cage stays reserved.
// Requires: initialised, and no heap is left (checked in debug builds).
void ShutdownProcess();

bool IsInitialized();

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_PLATFORM_H_
