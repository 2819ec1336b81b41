// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Each in a process of its own, since handlers are the process's.

#include "base/signal_count.h"

#include <unistd.h>

#include <csignal>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// Ends with 0 if the body is true.
template <typename Body>
void ExpectInChild(Body body) {
  EXPECT_EXIT(_exit(body() ? 0 : 1), ::testing::ExitedWithCode(0), "");
}

TEST(SignalCountTest, CountsASignal) {
  ExpectInChild([] {
    if (!CountSignal(SIGUSR2) || SignalCount() != 0) return false;
    raise(SIGUSR2);
    raise(SIGUSR2);
    return SignalCount() == 2;
  });
}

TEST(SignalCountTest, LeavesAHandlerOfTheProgramAlone) {
  ExpectInChild([] {
    static volatile sig_atomic_t calls = 0;
    std::signal(SIGUSR2, [](int) { calls = calls + 1; });
    if (CountSignal(SIGUSR2)) return false;
    raise(SIGUSR2);
    return calls == 1 && SignalCount() == 0;
  });
}

TEST(SignalCountTest, LeavesAnIgnoredSignalIgnored) {
  ExpectInChild([] {
    std::signal(SIGHUP, SIG_IGN);
    if (CountSignal(SIGHUP)) return false;
    raise(SIGHUP);
    return SignalCount() == 0;
  });
}

TEST(SignalCountTest, RefusesWhatIsNoSignal) {
  ExpectInChild([] { return !CountSignal(12345); });
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
