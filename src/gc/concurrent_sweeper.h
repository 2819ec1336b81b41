// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ConcurrentSweeper: the job of a platform that sweeps pages beside the program
// (heap/shared_sweep.h). Its thread leaves when there are no more, or when the
// heap's thread wants all of them; nobody waits for it.
//
// Threads: the heap's own.

#ifndef HALFWORD_GC_CONCURRENT_SWEEPER_H_
#define HALFWORD_GC_CONCURRENT_SWEEPER_H_

#include <memory>

#include "halfword/platform.h"
#include "heap/shared_sweep.h"

namespace halfword::inline HALFWORD_ABI::internal {

class ConcurrentSweeper {
 public:
  // Posts the job, if the platform has threads. Errors: std::bad_alloc, or what
  // the platform throws; then a helper may be at work all the same, until the
  // sweep ends.
  ConcurrentSweeper(std::shared_ptr<SharedSweep> sweep, Platform& platform);
  // Requires: the sweep has ended.
  ~ConcurrentSweeper();
  ConcurrentSweeper(const ConcurrentSweeper&) = delete;
  ConcurrentSweeper& operator=(const ConcurrentSweeper&) = delete;

  // Whether the platform has given threads.
  bool has_job() const { return job_ != nullptr; }

 private:
  class Job;

  const int process_;
  std::unique_ptr<JobHandle> job_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_CONCURRENT_SWEEPER_H_
