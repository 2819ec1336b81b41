// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Mutexes of the whole process that a fork() waits for. The child has one
// thread: a mutex that another one held at that moment would be held there for
// ever, by nobody. So these are taken before a fork and given back after it, on
// both sides, and what they guard is whole in the child.
//
// Threads: any. A mutex of one heap, which its thread shares with helpers, is
// held only while that thread forks: the heap of another one is of no use in
// the child, which does not have that thread.

#ifndef HALFWORD_BASE_FORK_LOCKS_H_
#define HALFWORD_BASE_FORK_LOCKS_H_

#include <mutex>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

// In the order in which a fork takes them; who holds one may take later ones.
enum class ForkLock : unsigned char {
  kHandles,      // of handles that all threads may use
  kParkedHeaps,  // of threads that ended
  kTypes,
  kHomeWords,
  kCage,
};

// Has forks wait for it from now on. Any number of times, always with the same
// one. Requires: the mutex is never destroyed, and the caller holds none of
// these. Cost: a load, from the second time on.
void HoldWhileForking(ForkLock lock, std::mutex* mutex);

// While one lives, its thread holds the mutex when it forks, which it takes
// after those above. Requires: it ends on that thread, which does not fork with
// the mutex.
class OwnForkLock {
 public:
  explicit OwnForkLock(std::mutex* mutex);
  ~OwnForkLock();
  OwnForkLock(const OwnForkLock&) = delete;
  OwnForkLock& operator=(const OwnForkLock&) = delete;

  // For the handlers of a fork.
  template <typename Function>
  static void ForEachOfThread(Function function) {
    for (OwnForkLock* lock = first; lock != nullptr; lock = lock->next_) {
      function(lock->mutex_);
    }
  }

 private:
  static constinit thread_local OwnForkLock* first;

  std::mutex* const mutex_;
  OwnForkLock* next_;
};

// No thread forks while one lives, nor makes another. For what is done once in
// a process: the child of a fork would wait for its end.
class NoForkScope {
 public:
  NoForkScope();
  ~NoForkScope();
  NoForkScope(const NoForkScope&) = delete;
  NoForkScope& operator=(const NoForkScope&) = delete;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_FORK_LOCKS_H_
