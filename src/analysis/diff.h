// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// DiffRow: what a class has gained and lost between two snapshots of one
// program. Objects are the same if their ids are, as long as they stay in their
// class; one whose size has changed is neither added nor removed.

#ifndef HALFWORD_ANALYSIS_DIFF_H_
#define HALFWORD_ANALYSIS_DIFF_H_

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/file/progress.h"

namespace halfword::analysis {

struct DiffRow {
  std::string name;
  uint64_t added_count = 0;
  uint64_t removed_count = 0;
  uint64_t added_bytes = 0;
  uint64_t removed_bytes = 0;

  int64_t delta_bytes() const {
    return static_cast<int64_t>(added_bytes) -
           static_cast<int64_t>(removed_bytes);
  }
};

// In the order of the Comparison view: what has added most bytes first, then by
// name. Classes without a change have no row. Throws SnapshotError, with the
// path in front.
std::vector<DiffRow> CompareSnapshots(const std::string& base_path,
                                      const std::string& newer_path,
                                      const Progress& progress = {});

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_DIFF_H_
