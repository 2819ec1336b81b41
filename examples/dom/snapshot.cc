// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// All that a program has to do for a snapshot. What the file says of nodes,
// attributes, strings and tables comes from HALFWORD_FIELDS; only Element says
// more of itself, in two functions.

#include "examples/dom/snapshot.h"

#include <stdexcept>

#include "examples/dom/gc_handles.h"
#include "examples/dom/page_sources.h"
#include "examples/dom/tree_builder.h"
#include "halfword/heap_snapshot.h"

namespace dom {

SnapshotFigures TakeSnapshot(const Pages& pages, const std::string& path,
                             SnapshotContents contents) {
  const PagePlaces places = PlacesOf(pages);
  PageSources sources(pages, places);
  const halfword::SnapshotOptions options = {
      .stack = halfword::StackState::kNoHeapPointers,
      .sources = &sources.table(),
      .redact = contents == SnapshotContents::kRedacted};
  NodeHeap heap;
  // Also for those that HALFWORD_OPTIONS asks for while the trees grow.
  halfword::SetSnapshotOptions(heap.heap(), options);
  const Forest forest = PlantForest(heap, pages, places);
  const halfword::SnapshotReport report =
      halfword::WriteHeapSnapshot(heap.heap(), path, options);
  if (!report.ok()) throw std::runtime_error(report.error);
  return {.path = path,
          .node_count = report.node_count,
          .edge_count = report.edge_count,
          .string_count = report.string_count,
          .file_bytes = report.file_bytes,
          .generation_ms = report.generation_ms,
          .serialization_ms = report.serialization_ms};
}

}  // namespace dom
