// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A counter that everybody takes the next part from. The platform owns the job,
// and may run a part of it late or, where it fails, after it has said so: what
// that reads lives as long as the job, and the function is called only while
// there are parts.

#include "gc/platform/shared_parts.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <thread>
#include <utility>

namespace halfword::inline HALFWORD_ABI::internal::shared_parts {

namespace {

class Parts {
 public:
  Parts(const Sharing& sharing, size_t count, Call call, void* context)
      : count_(count),
        helper_count_max_(sharing.thread_count_max - 1),
        call_(call),
        context_(context) {}

  // Calls the function as long as there are parts.
  void Take() {
    active_count_.fetch_add(1, std::memory_order_acq_rel);
    for (;;) {
      const size_t part = next_.fetch_add(1, std::memory_order_acq_rel);
      if (part >= count_) break;
      try {
        call_(context_, part);
      } catch (const std::bad_alloc&) {
        has_failed_.store(true, std::memory_order_relaxed);
        next_.store(count_, std::memory_order_release);
      }
    }
    active_count_.fetch_sub(1, std::memory_order_acq_rel);
  }

  // Requires: the caller's Take() has returned, so that whoever has a part was
  // counted before.
  void Wait() const {
    while (active_count_.load(std::memory_order_acquire) != 0) {
      std::this_thread::yield();
    }
  }

  size_t helper_count() const {
    const size_t next = next_.load(std::memory_order_relaxed);
    return next < count_ ? std::min(count_ - next, helper_count_max_) : 0;
  }
  bool has_failed() const {
    return has_failed_.load(std::memory_order_relaxed);
  }

 private:
  const size_t count_;
  const size_t helper_count_max_;
  const Call call_;
  void* const context_;
  std::atomic<size_t> next_{0};
  std::atomic<size_t> active_count_{0};  // who may have a part
  std::atomic<bool> has_failed_{false};
};

class Job final : public JobTask {
 public:
  explicit Job(std::shared_ptr<Parts> parts) : parts_(std::move(parts)) {}
  void Run(JobDelegate*) override { parts_->Take(); }
  size_t GetMaxConcurrency(size_t) const override {
    return parts_->helper_count();
  }

 private:
  const std::shared_ptr<Parts> parts_;
};

// Null: malloc has no memory.
std::shared_ptr<Parts> Make(const Sharing& sharing, size_t count, Call call,
                            void* context) {
  try {
    return std::make_shared<Parts>(sharing, count, call, context);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

// Null: nobody helps, or nobody whom the platform knows of. What it throws is
// no reason to give up what the caller can do alone.
std::unique_ptr<JobHandle> Post(Platform* platform,
                                const std::shared_ptr<Parts>& parts) {
  try {
    return platform->PostJob(TaskPriority::kUserBlocking,
                             std::make_unique<Job>(parts));
  } catch (...) {
    return nullptr;
  }
}

}  // namespace

void ForEach(const Sharing& sharing, size_t part_count, Call call,
             void* context) {
  const bool is_shared = sharing.platform != nullptr &&
                         sharing.thread_count_max > 1 && part_count > 1;
  const std::shared_ptr<Parts> parts =
      is_shared ? Make(sharing, part_count, call, context) : nullptr;
  if (parts == nullptr) {
    for (size_t part = 0; part < part_count; ++part) call(context, part);
    return;
  }
  const std::unique_ptr<JobHandle> job = Post(sharing.platform, parts);
  parts->Take();
  parts->Wait();
  if (job != nullptr) job->Cancel();
  if (parts->has_failed()) throw std::bad_alloc();
}

}  // namespace halfword::inline HALFWORD_ABI::internal::shared_parts
