// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A platform that fails half way: a helper has begun, and then there is no
// memory, or no thread, for the rest of the job. Only tests include this file.

#ifndef HALFWORD_GC_HALF_PLATFORM_TESTING_H_
#define HALFWORD_GC_HALF_PLATFORM_TESTING_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

#include "halfword/default_platform.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Of a thread that nobody hurries.
class TestDelegate : public JobDelegate {
  bool ShouldYield() override { return false; }
  void NotifyConcurrencyIncrease() override {}
  uint8_t GetTaskId() override { return 0; }
  bool IsJoiningThread() const override { return false; }
};

class HalfPlatform : public DefaultPlatform {
 public:
  ~HalfPlatform() override { Join(); }

  std::unique_ptr<JobHandle> PostJob(TaskPriority,
                                     std::unique_ptr<JobTask> task) override {
    ++job_count_;
    Join();
    task_ = std::move(task);
    helper_ = std::thread([this] {
      TestDelegate delegate;
      task_->Run(&delegate);
    });
    while (!may_fail_) std::this_thread::yield();
    if (has_memory_) {
      throw std::system_error(
          std::make_error_code(std::errc::resource_unavailable_try_again));
    }
    throw std::bad_alloc();
  }

  bool has_memory_ = false;

  int job_count_ = 0;
  std::atomic<bool> may_fail_{true};  // false: a test sets it meanwhile

 private:
  void Join() {
    if (helper_.joinable()) helper_.join();
  }

  std::unique_ptr<JobTask> task_;
  std::thread helper_;
};

// As a system that starts no more threads, which std::thread says so.
class HalfThreadedPlatform : public HalfPlatform {
 public:
  HalfThreadedPlatform() { has_memory_ = true; }
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_HALF_PLATFORM_TESTING_H_
