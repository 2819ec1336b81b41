// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The nodes of a snapshot, from the file into a graph.

#ifndef HALFWORD_ANALYSIS_FILE_NODE_SECTION_H_
#define HALFWORD_ANALYSIS_FILE_NODE_SECTION_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "analysis/file/heap_graph.h"
#include "analysis/file/input_file.h"
#include "analysis/file/progress.h"
#include "analysis/file/row_reader.h"
#include "analysis/file/sections.h"
#include "analysis/file/string_table.h"

namespace halfword::analysis {

// Pairs of a node and what few nodes have beside, by node.
using NodeNumbers = std::vector<std::pair<Node, uint32_t>>;

struct NodeSection {
  // The type in the file of nodes whose kind is kOther.
  NodeNumbers other_types;
  // The ids of tables that names of pairs tell of.
  NodeNumbers table_ids;
  RowIndex rows;
  // The first edge of every RowIndex::kStride-th node.
  std::vector<uint32_t> first_edges;
};

// Fills all of the graph but its edges. Throws SnapshotError.
NodeSection ReadNodes(const InputFile& file, const Sections& sections,
                      const StringTable& strings, const Progress& progress,
                      HeapGraph* graph);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_NODE_SECTION_H_
