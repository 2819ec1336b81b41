// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What helpers do with pages, and how the heap's thread keeps them away.

#include "heap/shared_sweep.h"

#include <thread>

#include "base/bits.h"
#include "base/spin.h"
#include "halfword/internal/checks.h"
#include "heap/slot_ids.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Sweeping waits for little but bitmaps.
void PrefetchForSweep(PageIndex page) {
  constexpr size_t kCacheLineWords = 8;
  for (size_t i = 0; i < kPageBitmapWords; i += kCacheLineWords) {
    __builtin_prefetch(&MarkedBits(page)[i], 1);
    __builtin_prefetch(&AllocatedBits(page)[i], 1);
  }
}

}  // namespace

PageIndex TakeForSweep(PageList* unswept) {
  const PageIndex page = unswept->PopFront();
  const PageIndex next = unswept->first();
  if (next != kNoPage) PrefetchForSweep(next);
  return page;
}

uint32_t KeepMarked(PageIndex page) {
  uint64_t* const allocated = AllocatedBits(page);
  uint64_t* const marked = MarkedBits(page);
  if (SlotIds* const ids = SlotIdsOf(page)) ids->KeepOnly(marked);
  uint64_t live = 0;
  for (size_t word = 0; word < kPageBitmapWords; ++word) {
    allocated[word] = marked[word];
    live += PopCount(marked[word]);
  }
  // The barrier of another heap that marks may look at them meanwhile, and does
  // not care what it finds.
  for (size_t word = 0; word < kPageBitmapWords; ++word) {
    __atomic_store_n(&marked[word], 0, __ATOMIC_RELAXED);
  }
  return static_cast<uint32_t>(live);
}

SharedSweep::ListsLock::ListsLock(std::mutex* mutex) : mutex_(mutex) {
  // Some microseconds. Whoever has it longer has lost his processor.
  constexpr int kTryCount = 200;
  for (int i = 0; i < kTryCount; ++i) {
    if (mutex_->try_lock()) return;
    PauseProcessor();
  }
  mutex_->lock();
}

SharedSweep::SharedSweep(std::vector<Bin*> bins, uint32_t cycle)
    : cycle_(cycle), bins_(std::move(bins)), fork_lock_(&pages_mutex_) {}

SharedSweep::~SharedSweep() {
  HALFWORD_DCHECK(has_ended_, "a SharedSweep ends before its heap forgets it");
}

bool SharedSweep::SweepSome() {
  while (is_wanted_.load(std::memory_order_relaxed)) std::this_thread::yield();
  const std::lock_guard<std::mutex> lock(pages_mutex_);
  PageIndex pages[kPagesAtOnce];
  size_t count = 0;
  Bin* const bin = TakeSome(pages, &count);
  PageList swept;
  for (size_t i = 0; i < count; ++i) {
    if (i + 1 < count) PrefetchForSweep(pages[i + 1]);
    PageRecord& record = RecordAt(pages[i]);
    record.live_slots =
        static_cast<uint16_t>(KeepMarked(pages[i]) | kUnfiledPage);
    __atomic_store_n(&record.swept_cycle, cycle_, __ATOMIC_RELEASE);
    swept.PushBack(pages[i]);
  }
  if (bin == nullptr) return false;
  const ListsLock lists(&lists_mutex_);
  bin->handed.Append(swept);
  return true;
}

// Pages of one bin; null: there are none. Requires: pages_mutex_ is held.
Bin* SharedSweep::TakeSome(PageIndex* pages, size_t* count) {
  if (has_ended_) return nullptr;
  const ListsLock lists(&lists_mutex_);
  while (!bins_.empty() && bins_.back()->unswept.empty()) bins_.pop_back();
  if (bins_.empty()) {
    has_work_.store(false, std::memory_order_relaxed);
    return nullptr;
  }
  Bin* const bin = bins_.back();
  while (*count < kPagesAtOnce && !bin->unswept.empty()) {
    pages[(*count)++] = bin->unswept.PopFront();
  }
  return bin;
}

SharedSweep::Taken SharedSweep::Take(Bin* bin) {
  if (bin->swept.empty()) {
    const ListsLock lists(&lists_mutex_);
    bin->swept.Append(bin->handed);
    if (bin->swept.empty()) return {TakeForSweep(&bin->unswept), false};
  }
  return {bin->swept.PopFront(), true};
}

SharedSweep::Pause::Pause(SharedSweep* sweep) : sweep_(sweep) {
  if (sweep_ == nullptr) return;
  sweep_->is_wanted_.store(true, std::memory_order_relaxed);
  sweep_->pages_mutex_.lock();
  sweep_->is_wanted_.store(false, std::memory_order_relaxed);
  sweep_->is_paused_ = true;
}

SharedSweep::Pause::~Pause() {
  if (sweep_ == nullptr) return;
  sweep_->is_paused_ = false;
  sweep_->pages_mutex_.unlock();
}

void SharedSweep::End() {
  const Pause pause(this);
  has_ended_ = true;
  has_work_.store(false, std::memory_order_relaxed);
  fork_lock_.reset();
}

}  // namespace halfword::inline HALFWORD_ABI::internal
