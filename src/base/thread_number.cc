// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Numbers are given in the order in which threads ask.

#include "base/thread_number.h"

#include <atomic>

namespace halfword::inline HALFWORD_ABI::internal {

constinit HALFWORD_INITIAL_EXEC thread_local uint64_t thread_number = 0;

uint64_t GiveThreadNumber() {
  // Any thread.
  static constinit std::atomic<uint64_t> given{0};
  thread_number = given.fetch_add(1, std::memory_order_relaxed) + 1;
  return thread_number;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
