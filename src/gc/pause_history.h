// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// PauseHistory: how long collections have stopped the program: the pauses that
// end them, and the steps before. Percentiles come from a histogram of fixed
// size, whose buckets are an eighth apart.
//
// Threads: the heap's own.

#ifndef HALFWORD_GC_PAUSE_HISTORY_H_
#define HALFWORD_GC_PAUSE_HISTORY_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

class PauseHistory {
 public:
  // What a program's clock gives: none is shorter than nothing.
  void Add(double ms) {
    if (!(ms > 0)) ms = 0;
    last_ms_ = ms;
    max_ms_ = std::max(max_ms_, ms);
    total_ms_ += ms;
    ++count_;
    ++buckets_[BucketOf(ms)];
  }

  size_t count() const { return count_; }
  double last_ms() const { return last_ms_; }
  double max_ms() const { return max_ms_; }
  double total_ms() const { return total_ms_; }

  // At least this share of all pauses was no longer than what is returned,
  // which is at most an eighth too large. 0: there was none.
  double PercentileMs(double share) const {
    const auto wanted =
        static_cast<size_t>(std::ceil(share * static_cast<double>(count_)));
    size_t seen = 0;
    for (size_t i = 0; i < kBucketCount; ++i) {
      seen += buckets_[i];
      if (seen < wanted || seen == 0) continue;
      // The last one has no end.
      return i + 1 == kBucketCount ? max_ms_ : std::min(EndMs(i), max_ms_);
    }
    return 0;
  }

 private:
  // From a microsecond on: 8 buckets for each doubling, up to an hour.
  static constexpr double kFirstMs = 0.001;
  static constexpr double kBucketsPerDoubling = 8;
  static constexpr size_t kBucketCount = 256;

  static size_t BucketOf(double ms) {
    if (ms <= kFirstMs) return 0;
    const double place =
        std::ceil(std::log2(ms / kFirstMs) * kBucketsPerDoubling);
    return static_cast<size_t>(
        std::min(place, static_cast<double>(kBucketCount - 1)));
  }
  static double EndMs(size_t bucket) {
    return kFirstMs *
           std::exp2(static_cast<double>(bucket) / kBucketsPerDoubling);
  }

  double last_ms_ = 0;
  double max_ms_ = 0;
  double total_ms_ = 0;
  size_t count_ = 0;
  std::array<uint64_t, kBucketCount> buckets_ = {};
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_PAUSE_HISTORY_H_
