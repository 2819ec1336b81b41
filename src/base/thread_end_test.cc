// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Hooks of threads that end, among what else goes with a thread.

#include "base/thread_end.h"

#include <thread>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

struct Calls {
  int count = 0;
  bool was_last = true;
};

constinit ThreadEndHook count_hook([](void* calls) {
  ++static_cast<Calls*>(calls)->count;
});

TEST(ThreadEndTest, CallsTheHookOfAThreadThatEnds) {
  Calls calls;

  std::thread([&] {
    EXPECT_TRUE(count_hook.Arm(&calls));
    EXPECT_EQ(calls.count, 0);
  }).join();

  EXPECT_EQ(calls.count, 1);
}

TEST(ThreadEndTest, LeavesThreadsAloneThatDidNotArmIt) {
  Calls calls;
  std::thread([&] { EXPECT_TRUE(count_hook.Arm(&calls)); }).join();

  std::thread([] {}).join();

  EXPECT_EQ(calls.count, 1);
}

// Notes whether the hook had been called when the thread's own went.
struct Local {
  ~Local() {
    if (calls != nullptr) calls->was_last = calls->count == 0;
  }
  Calls* calls = nullptr;
};
thread_local Local ends_with_thread;

TEST(ThreadEndTest, CallsTheHookBehindThreadLocalDestructors) {
  Calls calls;

  std::thread([&] {
    EXPECT_TRUE(count_hook.Arm(&calls));
    ends_with_thread.calls = &calls;
  }).join();

  EXPECT_TRUE(calls.was_last);
  EXPECT_EQ(calls.count, 1);
}

ThreadEndHook& RearmingHook();

void Rearm(void* argument) {
  auto* const calls = static_cast<Calls*>(argument);
  if (++calls->count > 1) return;
  EXPECT_TRUE(RearmingHook().Arm(calls));
}

ThreadEndHook& RearmingHook() {
  static constinit ThreadEndHook hook(&Rearm);
  return hook;
}

TEST(ThreadEndTest, CallsTheHookAgainThatWasArmedInTheHook) {
  Calls calls;

  std::thread([&] { EXPECT_TRUE(RearmingHook().Arm(&calls)); }).join();

  EXPECT_EQ(calls.count, 2);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
