// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Bundles: of what a report does not show one by one, the objects of one class
// right below one row, together. A leak is mostly that: a million objects of
// one class, each too small to be seen.

#ifndef HALFWORD_ANALYSIS_REPORT_BUNDLES_H_
#define HALFWORD_ANALYSIS_REPORT_BUNDLES_H_

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "analysis/class_table.h"

namespace halfword::analysis {

struct Bundle {
  uint32_t row;  // of the tree
  ClassIndex class_index;
  uint32_t first_place = 0;  // one of the objects
  uint64_t count = 0;
  uint64_t bytes = 0;  // retained
};

class BundleCounter {
 public:
  void Add(uint32_t row, ClassIndex class_index, uint32_t place,
           uint64_t bytes);

  // Those of at least two objects and least_bytes, but no more than count_max,
  // the largest. By row; of one row the largest first.
  std::vector<Bundle> Take(uint64_t least_bytes, size_t count_max);

 private:
  std::unordered_map<uint64_t, Bundle> bundles_;  // by row and class
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_REPORT_BUNDLES_H_
