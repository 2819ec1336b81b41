// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The job, and which of its threads uses which marker.

#include "gc/marking/concurrent_markers.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "base/system_memory.h"

namespace halfword::inline HALFWORD_ABI::internal {

// What helpers and the heap's thread both see. The job keeps it until the last
// thread has left it.
class ConcurrentMarkers::Helpers {
 public:
  Helpers(const PageHeap* heap, const ConstructionList* constructing,
          std::shared_ptr<MarkExchange> exchange, size_t count)
      : exchange_(std::move(exchange)) {
    for (size_t i = 0; i < count; ++i) {
      markers_.push_back(std::make_unique<Marker>(heap));
      markers_.back()->MarkBeside({exchange_.get(), constructing, true});
      idle_.push_back(markers_.back().get());
    }
  }

  MarkExchange& exchange() { return *exchange_; }

  // On a helper's thread; returns when there is nothing to do. What a Trace()
  // throws ends the process, as it does on the heap's thread.
  void Help(JobDelegate* delegate) noexcept {
    active_count_.fetch_add(1);
    // Whoever has set the flag and sees no count waits for nobody.
    const bool is_refused = exchange_->is_stopping() || has_given_up_.load();
    Marker* const marker = is_refused ? nullptr : TakeIdle();
    if (marker != nullptr) {
      try {
        Mark(marker, delegate);
      } catch (const std::bad_alloc&) {
        exchange_->Fail();
      }
      PutIdle(marker);
    }
    active_count_.fetch_sub(1);
  }

  // How many threads could do something.
  size_t WishedCount(size_t active_count) const {
    if (exchange_->is_stopping() || has_given_up_.load()) return 0;
    const size_t more = exchange_->has_work() ? 1 : 0;
    return std::min(active_count + more, markers_.size());
  }

  // Who leaves has given what he has by then, perhaps since the first look.
  bool IsIdle() const {
    return !exchange_->has_work() && active_count_.load() == 0 &&
           !exchange_->has_work();
  }

  // The job could not be posted, though a helper may have begun, or begins
  // later: nobody will help, and what was taken is in the exchange again.
  // Errors: std::bad_alloc; then no helper is at work either.
  void GiveUp() {
    has_given_up_.store(true);
    exchange_->Stop();
    while (active_count_.load() != 0) std::this_thread::yield();
    exchange_->Resume();
    for (const auto& marker : markers_) marker->GiveAll();
  }

  // Requires: no helper is at work.
  void HandOverTo(Marker* marker) {
    for (const auto& helper : markers_) marker->Absorb(helper.get());
  }

 private:
  // Between two looks at whether the platform wants its thread back.
  static constexpr size_t kObjectsAtOnce = size_t{1} << 14;

  void Mark(Marker* marker, JobDelegate* delegate) {
    while (!marker->DrainBeside(kObjectsAtOnce) || exchange_->SiftSome()) {
      if (exchange_->is_stopping()) return;
      if (delegate->ShouldYield()) {
        marker->GiveAll();
        return;
      }
    }
  }

  Marker* TakeIdle() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (idle_.empty()) return nullptr;
    Marker* const marker = idle_.back();
    idle_.pop_back();
    return marker;
  }

  void PutIdle(Marker* marker) {
    const std::lock_guard<std::mutex> lock(mutex_);
    idle_.push_back(marker);  // has room
  }

  const std::shared_ptr<MarkExchange> exchange_;
  std::vector<std::unique_ptr<Marker>> markers_;
  std::mutex mutex_;
  std::vector<Marker*> idle_;  // under the lock
  std::atomic<size_t> active_count_{0};
  std::atomic<bool> has_given_up_{false};
};

class ConcurrentMarkers::Job final : public JobTask {
 public:
  explicit Job(std::shared_ptr<Helpers> helpers)
      : helpers_(std::move(helpers)) {}
  void Run(JobDelegate* delegate) override { helpers_->Help(delegate); }
  size_t GetMaxConcurrency(size_t worker_count) const override {
    return helpers_->WishedCount(worker_count);
  }

 private:
  const std::shared_ptr<Helpers> helpers_;
};

ConcurrentMarkers::ConcurrentMarkers(const PageHeap* heap,
                                     const ConstructionList* constructing,
                                     std::shared_ptr<MarkExchange> exchange,
                                     size_t count, Platform& platform)
    : helpers_(std::allocate_shared<Helpers>(SystemAllocator<Helpers>(), heap,
                                             constructing, std::move(exchange),
                                             count)) {
  // A platform that fails may have started a helper already, which must set no
  // bits any more: this thread goes on as if it were alone.
  try {
    job_ = platform.PostJob(TaskPriority::kUserVisible,
                            std::make_unique<Job>(helpers_));
  } catch (...) {
    helpers_->GiveUp();
  }
}

ConcurrentMarkers::~ConcurrentMarkers() { Stop(); }

bool ConcurrentMarkers::IsIdle() const { return helpers_->IsIdle(); }

void ConcurrentMarkers::Stop() {
  if (job_ == nullptr) return;
  helpers_->exchange().Stop();
  job_->Cancel();
  job_.reset();
}

void ConcurrentMarkers::HandOverTo(Marker* marker) {
  Stop();
  helpers_->HandOverTo(marker);
}

// A helper may have held any lock when the process was forked, so that nothing
// of theirs is touched, nor freed.
void ConcurrentMarkers::Abandon() {
  [[maybe_unused]] static auto* const kept =
      new std::vector<std::pair<std::shared_ptr<Helpers>, JobHandle*>>;
  kept->emplace_back(std::move(helpers_), job_.release());
}

}  // namespace halfword::inline HALFWORD_ABI::internal
