// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ThreadEndHook: a function that is called when a thread ends.
//
// A thread_local object would do, but for two things: it is destroyed among the
// program's own, which may still need what it gives back, and it cannot come
// back to life. The hook is called behind all of them, and again if the thread
// armed it once more meanwhile.

#ifndef HALFWORD_BASE_THREAD_END_H_
#define HALFWORD_BASE_THREAD_END_H_

#include <pthread.h>

#include <mutex>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Invariant: the key exists once made_ is set. Never destroyed: threads may end
// as late as the process.
class ThreadEndHook {
 public:
  using Callback = void (*)(void* argument);

  constexpr explicit ThreadEndHook(Callback callback) : callback_(callback) {}

  // Has the callback called with the argument, which is not null, when the
  // calling thread ends. The main thread ends with the process, unnoticed.
  // Errors: false if the system has no room for one more such hook.
  bool Arm(void* argument);

 private:
  const Callback callback_;
  std::once_flag once_;
  bool made_ = false;
  pthread_key_t key_ = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_THREAD_END_H_
