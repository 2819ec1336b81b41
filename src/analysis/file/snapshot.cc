// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Sections, strings, nodes, edges, in this order.

#include "analysis/file/snapshot.h"

#include <utility>

#include "analysis/file/edge_section.h"

namespace halfword::analysis {

Snapshot ReadSnapshot(const std::string& path, const Progress& progress) {
  Snapshot snapshot;
  snapshot.file = std::make_unique<InputFile>(path, progress);
  const InputFile& file = *snapshot.file;
  snapshot.sections = FindSections(file, progress);
  const Sections& sections = snapshot.sections;
  Tell(progress, "reading strings", 0, 1);
  snapshot.strings = std::make_unique<StringTable>(file, sections.strings,
                                                   sections.strings_end);
  snapshot.node_section =
      ReadNodes(file, sections, *snapshot.strings, progress, &snapshot.graph);
  EdgeSection edges =
      ReadEdges(file, sections, *snapshot.strings,
                snapshot.node_section.table_ids, progress, &snapshot.graph);
  snapshot.plain_objects = std::move(edges.plain_objects);
  snapshot.edge_rows = std::move(edges.rows);
  snapshot.locations = ReadLocations(file, sections, snapshot.graph);
  return snapshot;
}

}  // namespace halfword::analysis
