// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One thread at a time sweeps: it waits for memory, which a second one would
// not fetch sooner, and the heap's thread sweeps as well.

#include "gc/concurrent_sweeper.h"

#include <atomic>
#include <thread>
#include <utility>
#include <vector>

#include "base/clock.h"

namespace halfword::inline HALFWORD_ABI::internal {

class ConcurrentSweeper::Job final : public JobTask {
 public:
  explicit Job(std::shared_ptr<SharedSweep> sweep) : sweep_(std::move(sweep)) {}

  void Run(JobDelegate* delegate) override {
    // A platform may run a job where it is posted, in the program's way.
    if (std::this_thread::get_id() == own_thread_) {
      is_refused_ = true;
      return;
    }
    while (!delegate->ShouldYield() && sweep_->SweepSome()) {
    }
  }

  size_t GetMaxConcurrency(size_t) const override {
    return sweep_->has_work() && !is_refused_ ? 1 : 0;
  }

 private:
  const std::shared_ptr<SharedSweep> sweep_;
  const std::thread::id own_thread_ = std::this_thread::get_id();
  std::atomic<bool> is_refused_{false};
};

ConcurrentSweeper::ConcurrentSweeper(std::shared_ptr<SharedSweep> sweep,
                                     Platform& platform)
    : process_(ProcessId()),
      job_(platform.PostJob(TaskPriority::kUserVisible,
                            std::make_unique<Job>(std::move(sweep)))) {}

ConcurrentSweeper::~ConcurrentSweeper() {
  if (job_ == nullptr) return;
  if (ProcessId() == process_) {
    job_->CancelAndDetach();
    return;
  }
  // A helper may have held any lock when the process was forked, so that
  // nothing of its job is touched, nor freed.
  [[maybe_unused]] static auto* const kept =
      new std::vector<JobHandle*>;  // NOLINT: without memory the child ends
  kept->push_back(job_.release());
}

}  // namespace halfword::inline HALFWORD_ABI::internal
