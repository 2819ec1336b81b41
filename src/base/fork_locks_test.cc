// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A child can take what another thread of its parent held.

#include "base/fork_locks.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constinit std::mutex guards_pair;
constinit int left_half = 0;
constinit int right_half = 0;

// Of the test's own, in the place of the last, which may be in use: this
// program uses nothing else of the library.
class ForkLocksTest : public ::testing::Test {
 protected:
  ForkLocksTest() { HoldWhileForking(ForkLock::kCage, &guards_pair); }
};

// What the child saw: 0 for a whole pair.
int StatusOfChild() {
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    const std::lock_guard<std::mutex> lock(guards_pair);
    _exit(left_half == right_half ? 0 : 1);
  }
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return status;
}

TEST_F(ForkLocksTest, AChildFindsThemFreeAndWhatTheyGuardWhole) {
  std::atomic<bool> stops = false;
  std::thread other([&] {
    while (!stops) {
      const std::lock_guard<std::mutex> lock(guards_pair);
      ++left_half;
      for (int i = 0; i < 1000; ++i) {
        std::atomic_signal_fence(std::memory_order_seq_cst);
      }
      ++right_half;
    }
  });

  int failed_count = 0;
  for (int i = 0; i < 50 && failed_count == 0; ++i) {
    failed_count += StatusOfChild() == 0 ? 0 : 1;
  }
  stops = true;
  other.join();

  EXPECT_EQ(failed_count, 0);
}

TEST_F(ForkLocksTest, TheParentGoesOn) {
  HoldWhileForking(ForkLock::kCage, &guards_pair);
  ASSERT_EQ(StatusOfChild(), 0);

  EXPECT_TRUE(guards_pair.try_lock());
  guards_pair.unlock();
}

TEST_F(ForkLocksTest, AForkWaitsForTheEndOfAScope) {
  std::atomic<bool> has_begun = false;
  std::atomic<int> done = 0;
  std::atomic<bool> may_end = false;
  std::thread other([&] {
    {
      const NoForkScope scope;
      has_begun = true;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      done = 7;
    }
    while (!may_end) std::this_thread::yield();
  });
  while (!has_begun) std::this_thread::yield();
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    const NoForkScope scope;
    _exit(done);
  }
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  may_end = true;
  other.join();

  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

TEST_F(ForkLocksTest, AChildOfAChildFindsThemFree) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    _exit(StatusOfChild());
  }
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
