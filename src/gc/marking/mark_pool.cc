// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One lock: it is taken when a marker runs dry and when another one notices,
// which is seldom beside the batches in between.

#include "gc/marking/mark_pool.h"

#include "base/spin.h"
#include "halfword/internal/page_record.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

PageRecord& PageOf(Word word) {
  return side_tables.records[WindowGranule(word) / kPageGranules];
}

}  // namespace

bool MarkPool::Enter() {
  const Lock lock(mutex_);
  if (has_ended_) return false;
  ++marker_count_;
  return true;
}

void MarkPool::Share(MarkerNumber marker, MarkStack* stack) {
  const size_t count = stack->size() / 2;
  if (count == 0) return;
  const Lock lock(mutex_);
  stack->MoveOldestIf(count, &words_, [marker](Word word) {
    return !IsOwnedBy(PageOf(word), marker);
  });
  if (words_.empty()) {
    stack->MoveOldestIf(count, &words_, [marker](Word word) {
      OpenPage(&PageOf(word), marker);
      return true;
    });
  }
  UpdateWants();
  changed_.notify_all();
}

void MarkPool::Send(MarkerNumber to, std::vector<Word>* words) {
  const Lock lock(mutex_);
  Put(to, words);
}

// Who waits sets no bits, and set its last ones before it took the lock.
bool MarkPool::SendOrOpen(MarkerNumber owner, std::vector<Word>* words,
                          MarkStack* stack) {
  const Lock lock(mutex_);
  if (!is_waiting_[owner - 1] || !inboxes_[owner - 1].empty()) {
    Put(owner, words);
    return false;
  }
  for (const Word word : *words) OpenPage(&PageOf(word), owner);
  stack->PushMany(words->data(), words->size());
  words->clear();
  return true;
}

void MarkPool::Put(MarkerNumber to, std::vector<Word>* words) {
  std::vector<Word>& inbox = inboxes_[to - 1];
  inbox.insert(inbox.end(), words->begin(), words->end());
  NoteMail(to, words->size());
  words->clear();
}

void MarkPool::NoteMail(MarkerNumber to, size_t word_count) {
  mail_count_ += word_count;
  has_mail_[to - 1] = true;
  if (is_waiting_[to - 1]) changed_.notify_all();
}

void MarkPool::TakeMail(MarkerNumber marker, MarkStack* stack) {
  const Lock lock(mutex_);
  MoveMail(marker, stack);
}

void MarkPool::MoveMail(MarkerNumber marker, MarkStack* stack) {
  std::vector<Word>& inbox = inboxes_[marker - 1];
  for (const Word word : inbox) NoteSentWord(&PageOf(word), marker);
  stack->PushMany(inbox.data(), inbox.size());
  mail_count_ -= inbox.size();
  inbox.clear();
  has_mail_[marker - 1] = false;
}

bool MarkPool::Take(MarkerNumber marker, MarkStack* stack) {
  const std::vector<Word>& inbox = inboxes_[marker - 1];
  Lock lock(mutex_);
  ++waiting_count_;
  is_waiting_[marker - 1] = true;
  if (waiting_count_ == marker_count_ && words_.empty() && mail_count_ == 0) {
    End();
  }
  UpdateWants();
  if (words_.empty() && inbox.empty() && !has_ended_) {
    lock.unlock();
    for (int i = 0; i < kSpinCount && wants_words() && !has_mail(marker); ++i) {
      PauseProcessor();
    }
    lock.lock();
  }
  changed_.wait(
      lock, [&] { return !words_.empty() || !inbox.empty() || has_ended_; });
  if (has_ended_) return false;
  if (!inbox.empty()) {
    MoveMail(marker, stack);
  } else {
    // As much for each who waits; the rest stays for those who come.
    const size_t count = (words_.size() + waiting_count_ - 1) / waiting_count_;
    words_.MoveOldest(count, stack);
  }
  --waiting_count_;
  is_waiting_[marker - 1] = false;
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
