// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// MarkPool: where markers of one heap that work at the same time leave
// references for each other, and where they learn that all is marked.
//
// Nothing goes through the pool as long as every marker has something to do:
// each has its own mark stack. Who runs out says so by waiting; the next marker
// that sees it, between two batches, gives half of its stack away, the oldest
// half, which in a tree has the largest branches. Who waits spins for a while,
// since work mostly comes sooner than the system would wake a thread, and
// sleeps then, since it may have no processor to itself.
//
//   Enter() -> at work -> Take() -> waiting -> at work | ended
//
// Marking has ended when all that entered wait and the pool is empty.
//
// Threads: any.

#ifndef HALFWORD_GC_MARK_POOL_H_
#define HALFWORD_GC_MARK_POOL_H_

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>

#include "gc/mark_stack.h"

namespace halfword::inline HALFWORD_ABI::internal {

class MarkPool {
 public:
  // A marker begins. False: marking has ended, or has failed.
  bool Enter();

  // Whether somebody waits for what the pool does not have.
  bool wants_words() const {
    return wants_words_.load(std::memory_order_relaxed);
  }

  // Moves the older half of the stack here.
  void Share(MarkStack* stack);

  // Moves words from here to a stack, waiting for them. False: all is marked,
  // or marking has failed. Requires: the stack is empty.
  bool Take(MarkStack* stack);

  // Ends marking: somebody could not go on. Take() refuses from now on.
  void Fail();
  bool has_failed();

 private:
  using Lock = std::unique_lock<std::mutex>;

  // Some 20 to 50 microseconds: what waking a thread takes.
  static constexpr int kSpinCount = 1000;

  // With the lock held.
  void UpdateWants() { wants_words_ = waiting_count_ != 0 && words_.empty(); }
  void End();

  std::mutex mutex_;
  std::condition_variable changed_;
  MarkStack words_;
  size_t marker_count_ = 0;
  size_t waiting_count_ = 0;
  bool has_ended_ = false;
  bool has_failed_ = false;
  // Written under the lock, read without.
  std::atomic<bool> wants_words_{false};
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_MARK_POOL_H_
