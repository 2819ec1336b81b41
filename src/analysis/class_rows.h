// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ClassRow: a row of the Summary view: all objects of one class.

#ifndef HALFWORD_ANALYSIS_CLASS_ROWS_H_
#define HALFWORD_ANALYSIS_CLASS_ROWS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/class_table.h"
#include "analysis/dominators.h"
#include "analysis/file/heap_graph.h"

namespace halfword::analysis {

struct ClassRow {
  ClassIndex index;
  std::string name;
  uint64_t count = 0;
  int32_t distance = 0;  // the least of any
  uint64_t shallow_bytes = 0;
  // Of those that no other of the class dominates.
  uint64_t retained_bytes = 0;
};

// All but what the rows retain, in the order of their first objects. Objects
// without a size are not counted.
std::vector<ClassRow> CountByClass(const HeapGraph& graph,
                                   const ClassTable& classes,
                                   const std::vector<int32_t>& distances);

// Completes the rows, and brings them into the order of the view: what retains
// most first, then by name.
void FinishClassRows(const HeapGraph& graph, const ClassTable& classes,
                     const DominatorTree& tree,
                     const std::vector<uint64_t>& retained,
                     std::vector<ClassRow>* rows);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_CLASS_ROWS_H_
