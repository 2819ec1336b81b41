// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One set of handlers for all, so that their order is that of ForkLock and not
// that in which parts of the library were used first.

#include "base/fork_locks.h"

#include <pthread.h>

#include <atomic>
#include <cstddef>

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

constexpr size_t kLockCount = static_cast<size_t>(ForkLock::kCage) + 1;

// Each is set once. Acquire and release: a mutex is made before it is seen.
constinit std::atomic<std::mutex*> mutexes[kLockCount] = {};

// Taken first, and while a mutex gets its place: `held` is that of one fork.
constinit std::mutex fork_mutex;
constinit std::mutex* held[kLockCount] = {};

void BeforeFork() {
  fork_mutex.lock();
  for (size_t i = 0; i < kLockCount; ++i) {
    held[i] = mutexes[i].load(std::memory_order_acquire);
    if (held[i] != nullptr) held[i]->lock();
  }
  OwnForkLock::ForEachOfThread([](std::mutex* mutex) { mutex->lock(); });
}

void AfterFork() {
  OwnForkLock::ForEachOfThread([](std::mutex* mutex) { mutex->unlock(); });
  for (size_t i = kLockCount; i != 0; --i) {
    if (held[i - 1] != nullptr) held[i - 1]->unlock();
  }
  fork_mutex.unlock();
}

// Before main() as a rule: a thread that did it later might be forked in it.
// Where the system has no memory for it, forks do not wait.
__attribute__((constructor)) void WatchForks() {
  pthread_atfork(&BeforeFork, &AfterFork, &AfterFork);
}

}  // namespace

void HoldWhileForking(ForkLock lock, std::mutex* mutex) {
  std::atomic<std::mutex*>& place = mutexes[static_cast<size_t>(lock)];
  if (place.load(std::memory_order_acquire) == mutex) return;
  // A fork that has begun does not take it: its caller must not, either.
  const NoForkScope scope;
  place.store(mutex, std::memory_order_release);
}

constinit thread_local OwnForkLock* OwnForkLock::first = nullptr;

OwnForkLock::OwnForkLock(std::mutex* mutex) : mutex_(mutex), next_(first) {
  first = this;
}

OwnForkLock::~OwnForkLock() {
  OwnForkLock** place = &first;
  while (*place != nullptr && *place != this) place = &(*place)->next_;
  if (*place == this) *place = next_;
}

NoForkScope::NoForkScope() { fork_mutex.lock(); }
NoForkScope::~NoForkScope() { fork_mutex.unlock(); }

}  // namespace halfword::inline HALFWORD_ABI::internal
