// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The handler adds one, which is all that a handler may safely do.

#include "base/signal_count.h"

#include <atomic>
#include <csignal>

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Written by the handler on any thread, read by all; it orders nothing.
constinit std::atomic<uint32_t> signal_count{0};
static_assert(std::atomic<uint32_t>::is_always_lock_free);

}  // namespace

bool CountSignal(int signal) {
  struct sigaction present = {};
  if (sigaction(signal, nullptr, &present) != 0) return false;
  if ((present.sa_flags & SA_SIGINFO) != 0 || present.sa_handler != SIG_DFL) {
    return false;
  }
  struct sigaction counting = {};
  counting.sa_handler = [](int) {
    signal_count.fetch_add(1, std::memory_order_relaxed);
  };
  sigemptyset(&counting.sa_mask);
  counting.sa_flags = SA_RESTART;
  return sigaction(signal, &counting, nullptr) == 0;
}

uint32_t SignalCount() { return signal_count.load(std::memory_order_relaxed); }

}  // namespace halfword::inline HALFWORD_ABI::internal
