// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The edges of a snapshot, from the file into a graph; and what only the names
// of edges tell: pairs of ephemerons, ways that distances do not go, properties
// of plain objects.

#ifndef HALFWORD_ANALYSIS_FILE_EDGE_SECTION_H_
#define HALFWORD_ANALYSIS_FILE_EDGE_SECTION_H_

#include "analysis/file/heap_graph.h"
#include "analysis/file/input_file.h"
#include "analysis/file/node_section.h"
#include "analysis/file/progress.h"
#include "analysis/file/property_lists.h"
#include "analysis/file/row_reader.h"
#include "analysis/file/sections.h"
#include "analysis/file/string_table.h"

namespace halfword::analysis {

struct EdgeSection {
  // Of objects named Object, from the root on.
  PropertyLists plain_objects;
  RowIndex rows;
};

// Completes a graph that has its nodes. Throws SnapshotError.
EdgeSection ReadEdges(const InputFile& file, const Sections& sections,
                      const StringTable& strings, const NodeNumbers& table_ids,
                      const Progress& progress, HeapGraph* graph);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_EDGE_SECTION_H_
