// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Platform: what a heap asks of the program around it. DefaultPlatform answers
// with the system's clock and no task runner.

#ifndef HALFWORD_PLATFORM_H_
#define HALFWORD_PLATFORM_H_

#include <memory>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI {

class Task {
 public:
  virtual ~Task() = default;
  virtual void Run() = 0;
};

// Runs tasks later on the heap's thread, from its event loop.
class TaskRunner {
 public:
  virtual ~TaskRunner() = default;
  // A task that comes to run while managed pointers may be on the stack must
  // not be run: event loops call tasks from their outermost frame.
  virtual void PostTask(std::unique_ptr<Task> task) = 0;
};

class Platform {
 public:
  virtual ~Platform() = default;

  // In milliseconds, from any beginning.
  virtual double MonotonicallyIncreasingTimeMs() = 0;

  // Where a heap finishes its lazy sweeping when the program is idle; null if
  // there is no event loop: then allocation alone sweeps.
  virtual std::shared_ptr<TaskRunner> GetForegroundTaskRunner() {
    return nullptr;
  }
};

class DefaultPlatform : public Platform {
 public:
  double MonotonicallyIncreasingTimeMs() override;
};

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_PLATFORM_H_
