// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// SharedSweep: pages of a heap that other threads may sweep, too, while its own
// thread goes on (design/heap.md#req.heap.shared-sweep).
//
// They are those of classes without destructors: to sweep one is to copy bits.
// A helper takes some from the unswept ones of a bin, sweeps them, and hands
// them over. All else stays with the heap's thread: it takes over what was
// handed, all at once, files it, gives empty pages to the pool, and sweeps by
// itself what it comes to first.
//
//   bin.unswept -> (a helper has it) -> bin.handed
//       -> bin.swept -> as if swept by the heap
//
// States: shared -> End(). From then on no helper touches anything of the heap;
// the object lives as long as one has it.
//
// Threads: while it is shared, `unswept` and `handed` of its bins are guarded
// by the mutex of lists, `swept` is the heap's thread's. What describes a page
// that is unswept (its bits, slot ids and the record's live_slots) is guarded
// by the mutex of pages, which a helper holds as long as it has any;
// swept_cycle is published by a release. A fork of the heap's thread holds the
// latter, so that no page is half swept in the child.

#ifndef HALFWORD_HEAP_SHARED_SWEEP_H_
#define HALFWORD_HEAP_SHARED_SWEEP_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/fork_locks.h"
#include "heap/bin.h"

namespace halfword::inline HALFWORD_ABI::internal {

class SharedSweep {
 public:
  // cycle: of the heap. Errors: std::bad_alloc.
  SharedSweep(std::vector<Bin*> bins, uint32_t cycle);
  ~SharedSweep();
  SharedSweep(const SharedSweep&) = delete;
  SharedSweep& operator=(const SharedSweep&) = delete;

  // Of a helper: sweeps some pages. False: nothing is left for it.
  // Threads: any.
  bool SweepSome();
  // Whether there may be something. Threads: any.
  bool has_work() const { return has_work_.load(std::memory_order_relaxed); }

  // The rest is of the heap's thread.

  struct Taken {
    PageIndex page;  // in no list; kNoPage: the bin has none in its lists
    bool is_swept;
  };
  // Takes a page of the bin: what is swept first.
  Taken Take(Bin* bin);

  // While one lives no helper has a page. Of nothing: none has one anyway.
  class Pause {
   public:
    explicit Pause(SharedSweep* sweep);
    ~Pause();
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    SharedSweep* const sweep_;
  };
  bool is_paused() const { return is_paused_; }

  void End();

 private:
  // Lists wait for no longer than it takes to unlink so many pages.
  static constexpr size_t kPagesAtOnce = 8;

  // Nobody sleeps for what is held for about a microsecond, unless whoever has
  // it lost his processor: to wake him is a system call. After a marking, when
  // most pages that a program comes to are full, it did so 300 times in a row,
  // 8 ms in which it made 256 small trees.
  class ListsLock {
   public:
    explicit ListsLock(std::mutex* mutex);
    ~ListsLock() { mutex_->unlock(); }
    ListsLock(const ListsLock&) = delete;
    ListsLock& operator=(const ListsLock&) = delete;

   private:
    std::mutex* const mutex_;
  };

  Bin* TakeSome(PageIndex* pages, size_t* count);

  const uint32_t cycle_;
  std::mutex pages_mutex_;  // taken before the other one
  std::mutex lists_mutex_;
  std::vector<Bin*> bins_;  // of pages; the last ones first
  bool has_ended_ = false;  // of pages
  std::atomic<bool> has_work_{true};
  // The heap's thread waits for pages_mutex_, which a helper would otherwise
  // take again at once.
  std::atomic<bool> is_wanted_{false};
  bool is_paused_ = false;                // of the heap's thread
  std::optional<OwnForkLock> fork_lock_;  // of the heap's thread
};

// Makes what is marked all that is allocated in a page, and clears the marks.
// Returns how many objects that is.
uint32_t KeepMarked(PageIndex page);

// The first of the pages, no longer one of them. The bitmaps of the next one
// are fetched meanwhile.
PageIndex TakeForSweep(PageList* unswept);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_HEAP_SHARED_SWEEP_H_
