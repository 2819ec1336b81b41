// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The queue of foreground tasks: order, delays, idle tasks.

#include "gc/platform/task_queue.h"

#include <string>

#include "base/clock.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Writes : public Task {
 public:
  Writes(std::string* text, const char* what) : text_(text), what_(what) {}
  void Run() override { *text_ += what_; }

 private:
  std::string* const text_;
  const char* const what_;
};

class TaskQueueTest : public ::testing::Test {
 protected:
  std::unique_ptr<Task> Say(const char* what) {
    return std::make_unique<Writes>(&said_, what);
  }

  // Runs what may run so many seconds from now, and returns what that wrote.
  std::string RunAfter(double seconds) {
    const double now_s = MonotonicMs() / 1000 + seconds;
    while (const std::unique_ptr<Task> task = queue_.Take(now_s)) task->Run();
    return std::exchange(said_, "");
  }

  TaskQueue queue_{IdleTaskSupport::kDisabled};
  TaskRunner& runner_ = queue_;
  std::string said_;
};

TEST_F(TaskQueueTest, RunsTasksInTheOrderOfPosting) {
  runner_.PostTask(Say("a"));
  runner_.PostNonNestableTask(Say("b"));
  runner_.PostTask(Say("c"));

  EXPECT_EQ(RunAfter(0), "abc");
  EXPECT_EQ(RunAfter(0), "");
}

TEST_F(TaskQueueTest, KeepsDelayedTasksUntilTheirTime) {
  runner_.PostDelayedTask(Say("late"), 1000);
  runner_.PostNonNestableDelayedTask(Say("soon "), 500);
  runner_.PostTask(Say("now"));

  EXPECT_EQ(RunAfter(0), "now");
  EXPECT_EQ(RunAfter(2000), "soon late");
}

TEST_F(TaskQueueTest, TakesIdleTasksIfThatWasAskedFor) {
  class Idle : public IdleTask {
   public:
    void Run(double) override {}
  };
  TaskQueue idle{IdleTaskSupport::kEnabled};
  TaskRunner& runner = idle;
  runner.PostIdleTask(std::make_unique<Idle>());

  EXPECT_TRUE(idle.IdleTasksEnabled());
  EXPECT_NE(idle.TakeIdle(), nullptr);
  EXPECT_EQ(idle.TakeIdle(), nullptr);
  EXPECT_FALSE(queue_.IdleTasksEnabled());
}

#if HALFWORD_DCHECK_ENABLED
TEST_F(TaskQueueTest, RefusesIdleTasksOtherwise) {
  EXPECT_DEATH(runner_.PostIdleTask(nullptr), "IdleTaskSupport::kEnabled");
}
#endif

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
