// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One lock and one condition for all jobs: what changes is seldom, and parts of
// a job are large. GetMaxConcurrency() is asked under the lock, as Oilpan's
// users expect; Run() is not.

#include "gc/platform/worker_threads.h"

#include <algorithm>
#include <bit>
#include <system_error>
#include <utility>

#include "base/clock.h"
#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::internal {

class WorkerThreads::Delegate final : public JobDelegate {
 public:
  Delegate(WorkerThreads* threads, Job* job, uint8_t id, bool is_joining)
      : threads_(threads), job_(job), id_(id), is_joining_(is_joining) {}

  bool ShouldYield() override { return job_->has_ended; }
  void NotifyConcurrencyIncrease() override {
    const Lock lock(threads_->mutex_);
    threads_->changed_.notify_all();
  }
  uint8_t GetTaskId() override { return id_; }
  bool IsJoiningThread() const override { return is_joining_; }

 private:
  WorkerThreads* const threads_;
  Job* const job_;
  const uint8_t id_;
  const bool is_joining_;
};

class WorkerThreads::PostedJob final : public JobHandle {
 public:
  PostedJob(std::shared_ptr<WorkerThreads> threads, std::shared_ptr<Job> job)
      : threads_(std::move(threads)), job_(std::move(job)) {}
  ~PostedJob() override {
    HALFWORD_DCHECK(!IsValid(),
                    "a job is ended by Join(), Cancel() or CancelAndDetach() "
                    "before its handle");
  }

  void NotifyConcurrencyIncrease() override {
    const Lock lock(threads_->mutex_);
    threads_->changed_.notify_all();
  }

  void Join() override {
    Lock lock(threads_->mutex_);
    while (true) {
      if (AllowsOneMore(*job_)) {
        threads_->RunPart(job_, true, lock);
      } else if (job_->active_count != 0) {
        threads_->changed_.wait(lock);
      } else {
        break;
      }
    }
    threads_->End(job_);
  }

  void Cancel() override {
    Lock lock(threads_->mutex_);
    threads_->End(job_);
    threads_->changed_.wait(lock, [&] { return job_->active_count == 0; });
  }

  void CancelAndDetach() override {
    const Lock lock(threads_->mutex_);
    threads_->End(job_);
  }

  bool IsActive() override {
    const Lock lock(threads_->mutex_);
    return job_->active_count != 0 ||
           (!job_->has_ended && job_->task->GetMaxConcurrency(0) != 0);
  }

  bool IsValid() override { return !job_->has_ended; }

 private:
  const std::shared_ptr<WorkerThreads> threads_;
  const std::shared_ptr<Job> job_;
};

std::unique_ptr<JobHandle> WorkerThreads::Post(std::unique_ptr<JobTask> task) {
  // In the child of a fork there are none, and one of them may have had the
  // lock.
  const int process = process_.load();
  if (process != 0 && process != ProcessId()) return nullptr;
  const auto job = std::make_shared<Job>();
  job->task = std::move(task);
  // Before a thread may begin: without memory nothing has been posted.
  auto handle = std::make_unique<PostedJob>(shared_from_this(), job);
  const Lock lock(mutex_);
  try {
    jobs_.push_back(job);
  } catch (...) {
    job->has_ended = true;
    throw;
  }
  StartThreads();
  changed_.notify_all();
  return handle;
}

// A job is then done by fewer, and in the end by who joins it: a collection is
// no time to fail because the system allows no more threads, or malloc has no
// memory for one.
void WorkerThreads::StartThreads() {
  try {
    while (!is_stopping_ && threads_.size() < thread_count_) {
      threads_.emplace_back([this] { RunThread(); });
      process_ = ProcessId();
    }
  } catch (const std::system_error&) {
    return;
  } catch (const std::bad_alloc&) {
    return;
  }
}

// The child of a fork has none of them, so that none will ever end, nor leave
// what it waits for: that is never destroyed there, nor are the threads, which
// could be neither joined nor detached.
void WorkerThreads::ForgetThreads() {
  using Forgotten =
      std::pair<std::shared_ptr<WorkerThreads>, std::vector<std::thread>>;
  [[maybe_unused]] static auto* const kept = new std::vector<Forgotten>;
  kept->emplace_back(shared_from_this(), std::move(threads_));
  threads_.clear();
}

void WorkerThreads::Stop() {
  if (!threads_.empty() && process_ != ProcessId()) {
    ForgetThreads();
    return;
  }
  {
    const Lock lock(mutex_);
    is_stopping_ = true;
    changed_.notify_all();
  }
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void WorkerThreads::RunThread() {
  Lock lock(mutex_);
  while (!is_stopping_) {
    if (const std::shared_ptr<Job> job = FindWork()) {
      RunPart(job, false, lock);
    } else {
      changed_.wait(lock);
    }
  }
}

std::shared_ptr<WorkerThreads::Job> WorkerThreads::FindWork() const {
  for (const std::shared_ptr<Job>& job : jobs_) {
    if (AllowsOneMore(*job)) return job;
  }
  return nullptr;
}

bool WorkerThreads::AllowsOneMore(const Job& job) {
  return !job.has_ended && job.active_count < kActiveCountMax &&
         job.task->GetMaxConcurrency(job.active_count) > job.active_count;
}

void WorkerThreads::RunPart(const std::shared_ptr<Job>& job, bool is_joining,
                            Lock& lock) {
  const int id = std::countr_one(job->used_ids);
  job->used_ids |= uint64_t{1} << id;
  ++job->active_count;
  lock.unlock();
  Delegate delegate(this, job.get(), static_cast<uint8_t>(id), is_joining);
  job->task->Run(&delegate);
  lock.lock();
  --job->active_count;
  job->used_ids &= ~(uint64_t{1} << id);
  changed_.notify_all();
}

void WorkerThreads::End(const std::shared_ptr<Job>& job) {
  HALFWORD_DCHECK(!job->has_ended, "a job is joined or cancelled once");
  job->has_ended = true;
  std::erase(jobs_, job);
  changed_.notify_all();
}

}  // namespace halfword::inline HALFWORD_ABI::internal
