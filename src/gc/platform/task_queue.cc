// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The queue of foreground tasks. A multimap keeps tasks of one time in the
// order in which they came.

#include "gc/platform/task_queue.h"

#include <utility>

#include "base/clock.h"
#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::internal {

std::unique_ptr<Task> TaskQueue::Take(double now_s) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (tasks_.empty() || tasks_.begin()->first > now_s) return nullptr;
  std::unique_ptr<Task> task = std::move(tasks_.begin()->second);
  tasks_.erase(tasks_.begin());
  return task;
}

std::unique_ptr<IdleTask> TaskQueue::TakeIdle() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (idle_.empty()) return nullptr;
  std::unique_ptr<IdleTask> task = std::move(idle_.front());
  idle_.pop_front();
  return task;
}

void TaskQueue::PostTaskImpl(std::unique_ptr<Task> task,
                             const SourceLocation& location) {
  PostDelayedTaskImpl(std::move(task), 0, location);
}

void TaskQueue::PostNonNestableTaskImpl(std::unique_ptr<Task> task,
                                        const SourceLocation& location) {
  PostDelayedTaskImpl(std::move(task), 0, location);
}

void TaskQueue::PostDelayedTaskImpl(std::unique_ptr<Task> task,
                                    double delay_in_seconds,
                                    const SourceLocation&) {
  const double due_s = MonotonicMs() / 1000 + delay_in_seconds;
  const std::lock_guard<std::mutex> lock(mutex_);
  tasks_.emplace(due_s, std::move(task));
}

void TaskQueue::PostNonNestableDelayedTaskImpl(std::unique_ptr<Task> task,
                                               double delay_in_seconds,
                                               const SourceLocation& location) {
  PostDelayedTaskImpl(std::move(task), delay_in_seconds, location);
}

void TaskQueue::PostIdleTaskImpl(std::unique_ptr<IdleTask> task,
                                 const SourceLocation&) {
  HALFWORD_DCHECK(IdleTasksEnabled(),
                  "idle tasks need IdleTaskSupport::kEnabled; ask "
                  "IdleTasksEnabled() first");
  const std::lock_guard<std::mutex> lock(mutex_);
  idle_.push_back(std::move(task));
}

}  // namespace halfword::inline HALFWORD_ABI::internal
