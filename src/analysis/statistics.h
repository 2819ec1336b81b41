// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// SnapshotStatistics: the pie of the Statistics view.

#ifndef HALFWORD_ANALYSIS_STATISTICS_H_
#define HALFWORD_ANALYSIS_STATISTICS_H_

#include <cstdint>
#include <vector>

#include "analysis/file/heap_graph.h"
#include "analysis/file/string_table.h"

namespace halfword::analysis {

struct SnapshotStatistics {
  uint64_t total_bytes = 0;
  uint64_t native_bytes = 0;
  uint64_t typed_array_bytes = 0;  // of the native ones
  uint64_t code_bytes = 0;
  uint64_t string_bytes = 0;
  uint64_t js_array_bytes = 0;
  uint64_t system_bytes = 0;
};

// total_bytes: of all nodes, and what the header tells of beside.
SnapshotStatistics FindStatistics(const HeapGraph& graph,
                                  const StringTable& strings,
                                  const std::vector<bool>& is_renamed);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_STATISTICS_H_
