// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Batches: the times of pieces of a program's work, the longest of which tell
// how long it is stopped. By the processor time of its thread, which other
// programs of a busy machine do not lengthen, and by the wall clock.

#ifndef HALFWORD_BENCH_BATCHES_H_
#define HALFWORD_BENCH_BATCHES_H_

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <vector>

#include "bench/measure.h"

namespace bench {

inline constexpr uint64_t kBatchCount = 256;

inline double ThreadCpuMs() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 +
         static_cast<double>(time.tv_nsec) * 1e-6;
}

inline double WallMs() {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

class Batches {
 public:
  template <typename Function>
  void Run(uint64_t operation_count, Function operation) {
    for (uint64_t i = 0; i < operation_count; i += kBatchCount) {
      const double cpu_ms = ThreadCpuMs();
      const double wall_ms = WallMs();
      for (uint64_t j = 0; j < kBatchCount; ++j) operation();
      cpu_ms_.push_back(ThreadCpuMs() - cpu_ms);
      wall_ms_.push_back(WallMs() - wall_ms);
    }
    std::sort(cpu_ms_.begin(), cpu_ms_.end());
    std::sort(wall_ms_.begin(), wall_ms_.end());
  }

  void AddTo(Row* row) const {
    row->Add("batch_ms_max", cpu_ms_.back());
    row->Add("batch_ms_p999", cpu_ms_[cpu_ms_.size() * 999 / 1000]);
    row->Add("batch_wall_ms_max", wall_ms_.back());
    row->Add("batch_wall_ms_p999", wall_ms_[wall_ms_.size() * 999 / 1000]);
    row->CompareBy("batch_ms_max");
  }

 private:
  std::vector<double> cpu_ms_;
  std::vector<double> wall_ms_;
};

}  // namespace bench

#endif  // HALFWORD_BENCH_BATCHES_H_
