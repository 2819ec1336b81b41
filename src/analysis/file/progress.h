// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Progress: what a long computation tells of itself.

#ifndef HALFWORD_ANALYSIS_FILE_PROGRESS_H_
#define HALFWORD_ANALYSIS_FILE_PROGRESS_H_

#include <cstdint>
#include <functional>

namespace halfword::analysis {

// Called now and then: what is being done, and how much of it, from 0 to 1.
using Progress = std::function<void(const char* phase, double part)>;

inline void Tell(const Progress& progress, const char* phase, uint64_t done,
                 uint64_t all) {
  if (!progress) return;
  progress(phase,
           all == 0 ? 1 : static_cast<double>(done) / static_cast<double>(all));
}

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_PROGRESS_H_
