// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// CountedHeap: the reference-counted objects that one thread made, and their
// pages. Part of what garbage-collected heaps are made of, differently put
// together: a bin a size class, runs from the bitmap, free pages in a pool.
//
//   allocation   a run's cursor, inline; else the next run (Allocate)
//   free         the slot's bit, inline; else NoteFreed()
//   elsewhere    Return() links the slot to a list that the owner takes over
//                whenever it opens a run
//
// Pages of a bin, apart from the one being allocated from, are in `full` until
// an eighth of their slots is free, then in `available`, and back in the pool
// when the last object goes. A bin's `unswept` is never used.
//
// Threads: all but Return() and is_parked() are for the thread whose heap it is
// (src/heap/counted_threads.h), or, when it is parked, for who holds the lock.

#ifndef HALFWORD_HEAP_COUNTED_HEAP_H_
#define HALFWORD_HEAP_COUNTED_HEAP_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "halfword/internal/counted_memory.h"
#include "heap/bin.h"
#include "heap/page_pool.h"

namespace halfword::inline HALFWORD_ABI::internal {

class CountedHeap : public CountedBuffers {
 public:
  CountedHeap();
  // Requires: every object was freed.
  ~CountedHeap();
  CountedHeap(const CountedHeap&) = delete;
  CountedHeap& operator=(const CountedHeap&) = delete;

  // A slot that is not cleared; null if the cage or the system has no more.
  void* Allocate(size_t bytes);

  // Makes a slot of this heap free.
  void Free(void* slot);

  // The rare part of a free: the page became reusable, or empty.
  void NoteFreed(PageIndex page);

  // Hands over a slot of this heap. Threads: any. Nothing of the slot, or of
  // the heap's pages, is touched once the owner can see it.
  void Return(void* slot);

  // Frees the slots that other threads handed over.
  void TakeReturned();

  // For a thread that ends, or a cage that is full: closes the runs, frees what
  // was handed over, and gives free memory back. May be repeated.
  void Park();

  // Whether no thread has this heap.
  std::atomic<bool>& is_parked() { return is_parked_; }
  CountedHeap*& next_parked() { return next_parked_; }

  const std::array<Bin, kSizeClassCount>& bins() const { return bins_; }
  const PagePool& pool() const { return pool_; }
  size_t used_page_count() const { return used_page_count_; }

 private:
  // Free pages up to 1 MiB, and as many as are in use, keep their memory.
  static constexpr size_t kKeptPageCount = 64;

  void* AllocateLarge(size_t bytes);
  bool Refill(Bin& bin);
  bool OpenRun(Bin& bin);
  void CloseRun(Bin& bin);
  bool FindPage(Bin& bin);
  PageIndex TakePages(uint32_t page_count);
  void ReleasePages(PageIndex page, uint32_t page_count);

  PagePool pool_{this};
  std::array<Bin, kSizeClassCount> bins_;
  size_t used_page_count_ = 0;
  std::atomic<uintptr_t> returned_{0};  // the slot that was handed over last
  std::atomic<bool> is_parked_{false};
  CountedHeap* next_parked_ = nullptr;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_HEAP_COUNTED_HEAP_H_
