// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// TaskQueue: the foreground tasks of DefaultPlatform. Tasks wait in the order
// of the time at which they may run, and among equals in that of posting.

#ifndef HALFWORD_GC_PLATFORM_TASK_QUEUE_H_
#define HALFWORD_GC_PLATFORM_TASK_QUEUE_H_

#include <deque>
#include <map>
#include <memory>
#include <mutex>

#include "halfword/default_platform.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Threads: any may post; one takes.
class TaskQueue final : public TaskRunner {
 public:
  explicit TaskQueue(IdleTaskSupport idle_tasks) : idle_tasks_(idle_tasks) {}

  bool IdleTasksEnabled() override {
    return idle_tasks_ == IdleTaskSupport::kEnabled;
  }
  bool NonNestableTasksEnabled() const override { return true; }
  bool NonNestableDelayedTasksEnabled() const override { return true; }

  // Null if nothing may run at this time.
  std::unique_ptr<Task> Take(double now_s);
  std::unique_ptr<IdleTask> TakeIdle();

 private:
  void PostTaskImpl(std::unique_ptr<Task> task,
                    const SourceLocation& location) override;
  // Tasks run from RunForegroundTask() alone, so none is nested.
  void PostNonNestableTaskImpl(std::unique_ptr<Task> task,
                               const SourceLocation& location) override;
  void PostDelayedTaskImpl(std::unique_ptr<Task> task, double delay_in_seconds,
                           const SourceLocation& location) override;
  void PostNonNestableDelayedTaskImpl(std::unique_ptr<Task> task,
                                      double delay_in_seconds,
                                      const SourceLocation& location) override;
  void PostIdleTaskImpl(std::unique_ptr<IdleTask> task,
                        const SourceLocation& location) override;

  const IdleTaskSupport idle_tasks_;
  std::mutex mutex_;
  std::multimap<double, std::unique_ptr<Task>> tasks_;  // by earliest time
  std::deque<std::unique_ptr<IdleTask>> idle_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_PLATFORM_TASK_QUEUE_H_
