// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A child can take what another thread of its parent held.

#include "base/fork_locks.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <thread>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constinit std::mutex guards_pair;
constinit std::mutex guards_pair_too;
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

// Adds to both halves under a mutex, on a thread of its own.
class PairWriter {
 public:
  explicit PairWriter(std::mutex* mutex)
      : thread_([this, mutex] {
          while (!stops_) {
            const std::lock_guard<std::mutex> lock(*mutex);
            ++left_half;
            for (int i = 0; i < 1000; ++i) {
              std::atomic_signal_fence(std::memory_order_seq_cst);
            }
            ++right_half;
          }
        }) {}
  ~PairWriter() {
    stops_ = true;
    thread_.join();
  }
  PairWriter(const PairWriter&) = delete;
  PairWriter& operator=(const PairWriter&) = delete;

 private:
  std::atomic<bool> stops_ = false;
  std::thread thread_;
};

TEST_F(ForkLocksTest, AThreadHoldsThoseOfItsOwnWhileItForks) {
  std::mutex other;
  const OwnForkLock before(&other);
  std::mutex mutex;
  std::optional<OwnForkLock> lock(&mutex);
  const OwnForkLock after(&guards_pair_too);
  int failed_count = 0;
  {
    const PairWriter writer(&mutex);
    for (int i = 0; i < 50 && failed_count == 0; ++i) {
      const pid_t child = fork();
      if (child == 0) {
        alarm(20);
        const std::scoped_lock all(mutex, other, guards_pair_too);
        _exit(left_half == right_half ? 0 : 1);
      }
      int status = -1;
      EXPECT_EQ(waitpid(child, &status, 0), child);
      failed_count += status == 0 ? 0 : 1;
    }
  }
  EXPECT_EQ(failed_count, 0);
  // Those of other threads, and what has ended, are left alone.
  lock.reset();
  const std::lock_guard<std::mutex> held(mutex);
  std::thread([] {
    std::mutex own;
    const OwnForkLock own_lock(&own);
    const pid_t child = fork();
    if (child == 0) _exit(0);
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    EXPECT_TRUE(own.try_lock());
    own.unlock();
  }).join();
}

TEST_F(ForkLocksTest, AChildFindsThemFreeAndWhatTheyGuardWhole) {
  const PairWriter writer(&guards_pair);
  int failed_count = 0;
  for (int i = 0; i < 50 && failed_count == 0; ++i) {
    failed_count += StatusOfChild() == 0 ? 0 : 1;
  }
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
