// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The job that helpers share, its beginning and end on the heap's thread, and
// what a Marker exchanges with others there.

#include "gc/marking/parallel_marking.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "base/processor_count.h"
#include "gc/marking/mark_bits.h"
#include "gc/marking/mark_pool.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// More helpers than this wait for memory, and for each other, more than they
// mark; a program that has measured otherwise says how many it wants.
constexpr size_t kUsualMarkerCountMax = 4;
constexpr size_t kHelperCountMax = kMarkerNumberMax - 1;
// Each has some kilobytes, and a thread of the platform, whatever there is to
// be marked.
constexpr size_t kMarkerCountMax = 64;
static_assert(kMarkerCountMax - 1 <= kHelperCountMax);
constexpr MarkerNumber kOwnNumber = 1;  // helpers have those after it

// What helpers and the heap's thread both see. The job keeps it until the last
// thread has left it.
class Helpers {
 public:
  Helpers(const Marker& marker, size_t count)
      : pool_(static_cast<MarkerNumber>(count + 1)) {
    for (size_t i = 0; i < count; ++i) {
      markers_.push_back(std::make_unique<Marker>(marker.heap()));
    }
  }

  MarkPool& pool() { return pool_; }

  // How many threads could do something.
  size_t WishedCount(size_t active_count) const {
    const size_t begun = begun_count_.load();
    if (has_ended_.load() || begun >= markers_.size()) return active_count;
    return std::min(active_count + markers_.size() - begun, markers_.size());
  }
  void NoteEnd() { has_ended_.store(true); }

  // On a helper's thread; returns when all is marked. What a Trace() throws
  // ends the process, as it does on the heap's thread.
  void Help() noexcept {
    active_count_.fetch_add(1);
    const size_t index = begun_count_.fetch_add(1);
    // A platform may run a job where it is posted; whoever waits there for more
    // to mark waits for himself.
    const bool is_own = std::this_thread::get_id() == own_thread_;
    if (!is_own && index < markers_.size() && pool_.Enter()) {
      try {
        markers_[index]->DrainWith(&pool_,
                                   static_cast<MarkerNumber>(index + 2));
      } catch (const std::bad_alloc&) {
        pool_.Fail();
      }
    }
    active_count_.fetch_sub(1);
  }

  // The job could not be posted, though a helper may have begun: nobody will
  // help. Requires: the heap's thread has shared nothing yet.
  void GiveUp() {
    pool_.Fail();
    while (active_count_.load() != 0) std::this_thread::yield();
  }

  // Requires: no helper is at work.
  void HandOverTo(Marker* marker) {
    for (const auto& helper : markers_) marker->Absorb(helper.get());
  }

 private:
  MarkPool pool_;
  std::vector<std::unique_ptr<Marker>> markers_;
  const std::thread::id own_thread_ = std::this_thread::get_id();
  std::atomic<size_t> begun_count_{0};
  std::atomic<size_t> active_count_{0};
  std::atomic<bool> has_ended_{false};
};

class MarkingJob final : public JobTask {
 public:
  explicit MarkingJob(std::shared_ptr<Helpers> helpers)
      : helpers_(std::move(helpers)) {}
  void Run(JobDelegate*) override { helpers_->Help(); }
  size_t GetMaxConcurrency(size_t worker_count) const override {
    return helpers_->WishedCount(worker_count);
  }

 private:
  const std::shared_ptr<Helpers> helpers_;
};

// False: the platform has failed, as one that finds no thread or no memory.
// Null: it has no threads.
bool Post(Platform& platform, const std::shared_ptr<Helpers>& helpers,
          std::unique_ptr<JobHandle>* job) {
  try {
    *job = platform.PostJob(TaskPriority::kUserBlocking,
                            std::make_unique<MarkingJob>(helpers));
    return true;
  } catch (...) {
    helpers->GiveUp();
    return false;
  }
}

// Ends the job, also where the heap's thread finds no memory.
class PostedHelpers {
 public:
  PostedHelpers(std::unique_ptr<JobHandle> job, Helpers* helpers)
      : job_(std::move(job)), helpers_(*helpers) {}
  ~PostedHelpers() {
    if (job_ == nullptr) return;
    if (!has_ended_) helpers_.pool().Fail();
    job_->Cancel();
  }
  PostedHelpers(const PostedHelpers&) = delete;
  PostedHelpers& operator=(const PostedHelpers&) = delete;

  void NoteEnd() {
    has_ended_ = true;
    helpers_.NoteEnd();
  }

 private:
  const std::unique_ptr<JobHandle> job_;
  Helpers& helpers_;
  bool has_ended_ = false;
};

}  // namespace

size_t MarkerCountMax(size_t wished) {
  if (wished != 0) return std::min(wished, kMarkerCountMax);
  return std::clamp(ProcessorCount(), size_t{1}, kUsualMarkerCountMax);
}

void Marker::DrainWith(MarkPool* pool, MarkerNumber number) {
  pool_ = pool;
  number_ = number;
  outboxes_.resize(pool->marker_count_max());
  do {
    Drain<Mode::kShared>();
  } while (SendLast() || pool->Take(number_, &stack_));
}

// In pages of this marker, as nearly all are, by plain writes and without a
// branch for each that is marked. The others come last.
size_t Marker::ClaimShared(const Word* words, size_t count, Word* claimed) {
  uint64_t* const marked = side_tables.marked;
  PageRecord* const records = side_tables.records;
  const MarkerNumber number = number_;
  Word others[kBatchSize];
  size_t other_count = 0;
  size_t claimed_count = 0;
  for (size_t i = count; i-- != 0;) {
    const size_t granule = WindowGranule(words[i]);
    if (__builtin_expect(!IsOwnedBy(records[granule / kPageGranules], number),
                         false)) {
      others[other_count++] = words[i];
      continue;
    }
    claimed[claimed_count] = words[i];
    claimed_count += static_cast<size_t>(1 + SetBit(marked, granule));
  }
  for (size_t i = 0; i < other_count; ++i) {
    const size_t granule = WindowGranule(others[i]);
    if (IsSet(marked, granule)) continue;
    const MarkerNumber owner =
        OwnerOf(&records[granule / kPageGranules], number);
    const bool is_open = owner == kEverybody;
    if (!is_open && owner != number) {
      Send(owner, others[i]);
    } else if (is_open ? TestAndSet<true>(marked, granule)
                       : TestAndSet(marked, granule)) {
      claimed[claimed_count++] = others[i];
    }
  }
  return claimed_count;
}

void Marker::ShareWithPool() {
  SendAll();
  pool_->Share(number_, &stack_);
}

void Marker::Send(MarkerNumber to, Word word) {
  std::vector<Word>& words = outboxes_[to - 1];
  words.push_back(word);
  if (words.size() >= kWordsAtOnce) pool_->Send(to, &words);
}

// When nothing is left here. Returns whether something is again.
bool Marker::SendLast() {
  bool has_any = false;
  for (size_t i = 0; i < outboxes_.size(); ++i) {
    if (outboxes_[i].empty()) continue;
    has_any |= pool_->SendOrOpen(static_cast<MarkerNumber>(i + 1),
                                 &outboxes_[i], &stack_);
  }
  return has_any;
}

void Marker::SendAll() {
  for (size_t i = 0; i < outboxes_.size(); ++i) {
    if (outboxes_[i].empty()) continue;
    pool_->Send(static_cast<MarkerNumber>(i + 1), &outboxes_[i]);
  }
}

void MarkWithHelpers(Marker* marker, Platform& platform, size_t helper_count) {
  const auto helpers = std::make_shared<Helpers>(
      *marker, std::min(helper_count, kHelperCountMax));
  helpers->pool().Enter();
  std::unique_ptr<JobHandle> job;
  if (!Post(platform, helpers, &job)) return;
  {
    PostedHelpers posted(std::move(job), helpers.get());
    marker->DrainWith(&helpers->pool(), kOwnNumber);
    posted.NoteEnd();
  }
  if (helpers->pool().has_failed()) throw std::bad_alloc();
  helpers->HandOverTo(marker);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
