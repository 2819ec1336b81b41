// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The clocks of POSIX.

#include "base/clock.h"

#include <time.h>
#include <unistd.h>

#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

double ReadMs(clockid_t clock) {
  timespec now;
  const int result = clock_gettime(clock, &now);
  HALFWORD_CHECK(result == 0, "Halfword needs POSIX clocks");
  return static_cast<double>(now.tv_sec) * 1e3 +
         static_cast<double>(now.tv_nsec) * 1e-6;
}

}  // namespace

double MonotonicMs() { return ReadMs(CLOCK_MONOTONIC); }

std::string LocalTimeText() {
  const time_t now = time(nullptr);
  tm parts = {};
  localtime_r(&now, &parts);
  char text[32];
  const size_t bytes = strftime(text, sizeof(text), "%Y%m%d-%H%M%S", &parts);
  return {text, bytes};
}

int ProcessId() { return getpid(); }

double ThreadCpuMs() { return ReadMs(CLOCK_THREAD_CPUTIME_ID); }

}  // namespace halfword::inline HALFWORD_ABI::internal
