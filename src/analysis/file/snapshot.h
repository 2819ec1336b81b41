// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Snapshot: a .heapsnapshot file in memory, as far as figures need it.
//
// The file is walked over twice: once to find its sections and read the
// strings, which stand last, and once for the nodes and the edges, which cannot
// be understood without them.
//
// Memory is bounded by the file: what a header claims is believed only as far
// as the file has bytes for it.

#ifndef HALFWORD_ANALYSIS_FILE_SNAPSHOT_H_
#define HALFWORD_ANALYSIS_FILE_SNAPSHOT_H_

#include <memory>
#include <string>

#include "analysis/file/heap_graph.h"
#include "analysis/file/input_file.h"
#include "analysis/file/locations.h"
#include "analysis/file/node_section.h"
#include "analysis/file/progress.h"
#include "analysis/file/property_lists.h"
#include "analysis/file/sections.h"
#include "analysis/file/string_table.h"

namespace halfword::analysis {

struct Snapshot {
  std::unique_ptr<InputFile> file;
  Sections sections;
  std::unique_ptr<StringTable> strings;
  HeapGraph graph;
  NodeSection node_section;
  PropertyLists plain_objects;
  RowIndex edge_rows;
  Locations locations;
};

// path: "-" is standard input. Throws SnapshotError.
Snapshot ReadSnapshot(const std::string& path, const Progress& progress = {});

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_SNAPSHOT_H_
