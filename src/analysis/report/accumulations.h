// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Where bytes accumulate: what is above a large object retains as much, and is
// hardly to blame; what is below many small ones is nothing by itself. An
// object accumulates what it retains, less what large objects right below it
// retain. So every byte is counted once, and a cache of a million small entries
// is one row.

#ifndef HALFWORD_ANALYSIS_REPORT_ACCUMULATIONS_H_
#define HALFWORD_ANALYSIS_REPORT_ACCUMULATIONS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/figures.h"
#include "analysis/report/report_tree.h"

namespace halfword::analysis {

struct Accumulation {
  // An object is large if it retains one of so many parts of all.
  static constexpr uint64_t kLargeParts = 100;
  // What it accumulates is worth a line if it is one of so many.
  static constexpr uint64_t kShownParts = 1000;

  uint32_t row;  // of the tree
  uint64_t bytes;
  // The class of which most of the bytes are, among what is right below.
  ClassIndex class_index = 0;
  uint64_t class_count = 0;  // 0: there is nothing below
  uint64_t class_bytes = 0;
};

// Of large objects, those that accumulate most, that one first.
std::vector<Accumulation> FindAccumulations(const ReportTree& tree,
                                            const Figures& figures,
                                            size_t count_max);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_REPORT_ACCUMULATIONS_H_
