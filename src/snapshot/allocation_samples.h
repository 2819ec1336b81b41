// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// AllocationSamples: when objects were allocated, as DevTools' timeline shows
// it: pairs of a time and the last number given until then. An object belongs
// to the first sample whose number is not below its own.
//
// However long a program runs, they stay few: when there are kCountMax, every
// other is dropped, and from then on samples are twice as far apart.
//
// Threads: one.

#ifndef HALFWORD_SNAPSHOT_ALLOCATION_SAMPLES_H_
#define HALFWORD_SNAPSHOT_ALLOCATION_SAMPLES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

class AllocationSamples {
 public:
  struct Sample {
    uint64_t time_us;  // since the first
    uint32_t last_number;
  };

  static constexpr size_t kCountMax = 4096;
  // As DevTools asks V8 for.
  static constexpr uint64_t kFirstIntervalUs = 50'000;

  // now_us: of any clock that does not go back. last_number: given before.
  AllocationSamples(uint64_t now_us, uint32_t last_number)
      : start_us_(now_us), samples_{{0, last_number}} {}

  // Before a number is given: notes the last one, if a sample is due.
  void Note(uint64_t now_us, uint32_t last_number) {
    const uint64_t time_us = now_us - start_us_;
    if (time_us - samples_.back().time_us < interval_us_) return;
    samples_.push_back({time_us, last_number});
    if (samples_.size() == kCountMax) DropEveryOther();
  }

  // With one that covers all that is there now.
  std::vector<Sample> Until(uint64_t now_us, uint32_t last_number) const {
    std::vector<Sample> samples = samples_;
    samples.push_back({now_us - start_us_, last_number});
    return samples;
  }

 private:
  // What belonged to a dropped one belongs to the next.
  void DropEveryOther() {
    size_t kept = 0;
    for (size_t i = 0; i < samples_.size(); i += 2) {
      samples_[kept++] = samples_[i];
    }
    samples_.resize(kept);
    interval_us_ *= 2;
  }

  const uint64_t start_us_;
  uint64_t interval_us_ = kFirstIntervalUs;
  std::vector<Sample> samples_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_ALLOCATION_SAMPLES_H_
