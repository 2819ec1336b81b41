// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One lock: it is taken when a marker runs dry and when another one notices,
// which is seldom beside the batches in between.

#include "gc/mark_pool.h"

#include "base/spin.h"

namespace halfword::inline HALFWORD_ABI::internal {

bool MarkPool::Enter() {
  const Lock lock(mutex_);
  if (has_ended_) return false;
  ++marker_count_;
  return true;
}

void MarkPool::Share(MarkStack* stack) {
  const size_t count = stack->size() / 2;
  if (count == 0) return;
  const Lock lock(mutex_);
  stack->MoveOldest(count, &words_);
  UpdateWants();
  changed_.notify_all();
}

bool MarkPool::Take(MarkStack* stack) {
  Lock lock(mutex_);
  ++waiting_count_;
  if (waiting_count_ == marker_count_ && words_.empty()) End();
  UpdateWants();
  if (words_.empty() && !has_ended_) {
    lock.unlock();
    for (int i = 0; i < kSpinCount && wants_words(); ++i) PauseProcessor();
    lock.lock();
  }
  changed_.wait(lock, [this] { return !words_.empty() || has_ended_; });
  if (has_ended_) return false;
  // As much for each who waits; the rest stays for those who come.
  const size_t count = (words_.size() + waiting_count_ - 1) / waiting_count_;
  words_.MoveOldest(count, stack);
  --waiting_count_;
  UpdateWants();
  return true;
}

void MarkPool::Fail() {
  const Lock lock(mutex_);
  has_failed_ = true;
  End();
}

bool MarkPool::has_failed() {
  const Lock lock(mutex_);
  return has_failed_;
}

void MarkPool::End() {
  has_ended_ = true;
  changed_.notify_all();
}

}  // namespace halfword::inline HALFWORD_ABI::internal
