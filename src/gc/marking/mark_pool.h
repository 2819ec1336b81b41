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
// What a marker finds in a page of another one (gc/marking/page_owner.h) it
// sends there, many words at a time.
//
// Marking has ended when all that entered wait, the pool is empty, and all mail
// is taken.
//
// Threads: any.

#ifndef HALFWORD_GC_MARKING_MARK_POOL_H_
#define HALFWORD_GC_MARKING_MARK_POOL_H_

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <vector>

#include "gc/marking/mark_stack.h"
#include "gc/marking/page_owner.h"

namespace halfword::inline HALFWORD_ABI::internal {

class MarkPool {
 public:
  // For markers with numbers up to this one.
  explicit MarkPool(MarkerNumber marker_count_max)
      : inboxes_(marker_count_max),
        is_waiting_(marker_count_max),
        has_mail_(marker_count_max) {}

  MarkerNumber marker_count_max() const {
    return static_cast<MarkerNumber>(inboxes_.size());
  }

  // A marker begins. False: marking has ended, or has failed.
  bool Enter();

  // Whether somebody waits for what the pool does not have.
  bool wants_words() const {
    return wants_words_.load(std::memory_order_relaxed);
  }

  // Moves the older half of a marker's stack here, but for what lies in its own
  // pages. Where all does, these are opened: in a graph without any order
  // whoever comes first owns them all.
  void Share(MarkerNumber marker, MarkStack* stack);

  // Words for the owner of their pages, which has entered. Empties them.
  void Send(MarkerNumber to, std::vector<Word>* words);

  // The same by a marker that has nothing else to do. If the owner neither has,
  // the pages are opened here, and the words go to the marker's stack: one of
  // the two walks a list, and not both by turns. Returns whether that was so.
  bool SendOrOpen(MarkerNumber owner, std::vector<Word>* words,
                  MarkStack* stack);

  // Whether a marker should take its mail.
  bool has_mail(MarkerNumber marker) const {
    return has_mail_[marker - 1].load(std::memory_order_relaxed);
  }
  void TakeMail(MarkerNumber marker, MarkStack* stack);

  // Moves words from here to a marker's stack, its mail or others', waiting for
  // them. False: all is marked, or marking has failed. Requires: the stack is
  // empty, and all that was to be sent is.
  bool Take(MarkerNumber marker, MarkStack* stack);

  // Ends marking: somebody could not go on. Take() refuses from now on.
  void Fail();
  bool has_failed();

 private:
  using Lock = std::unique_lock<std::mutex>;

  // Some 20 to 50 microseconds: what waking a thread takes.
  static constexpr int kSpinCount = 1000;

  // With the lock held.
  void UpdateWants() { wants_words_ = waiting_count_ != 0 && words_.empty(); }
  void MoveMail(MarkerNumber marker, MarkStack* stack);
  void Put(MarkerNumber to, std::vector<Word>* words);
  void NoteMail(MarkerNumber to, size_t word_count);
  void End();

  std::mutex mutex_;
  std::condition_variable changed_;
  MarkStack words_;
  std::vector<std::vector<Word>> inboxes_;  // by number - 1
  size_t mail_count_ = 0;                   // words in all of these
  std::vector<bool> is_waiting_;            // by number - 1
  size_t marker_count_ = 0;
  size_t waiting_count_ = 0;
  bool has_ended_ = false;
  bool has_failed_ = false;
  // Written under the lock, read without.
  std::atomic<bool> wants_words_{false};
  std::vector<std::atomic<bool>> has_mail_;  // by number - 1
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_MARKING_MARK_POOL_H_
