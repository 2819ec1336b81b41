// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The number of a thread. Unlike std::thread::id, or the address of what is
// thread_local, none is given to a second thread when the first one has ended.

#ifndef HALFWORD_BASE_THREAD_NUMBER_H_
#define HALFWORD_BASE_THREAD_NUMBER_H_

#include <cstdint>

#include "halfword/internal/build_config.h"
#include "halfword/internal/compiler.h"

namespace halfword::inline HALFWORD_ABI::internal {

// 0: the thread has not asked yet. Written by itself alone.
extern constinit HALFWORD_INITIAL_EXEC thread_local uint64_t thread_number;

uint64_t GiveThreadNumber();

// Of the calling thread, never 0. A child of fork() has that of the thread
// which called it.
// Cost: a load and a test, but for the first time.
HALFWORD_ALWAYS_INLINE uint64_t ThreadNumber() {
  const uint64_t number = thread_number;
  return __builtin_expect(number != 0, true) ? number : GiveThreadNumber();
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_THREAD_NUMBER_H_
