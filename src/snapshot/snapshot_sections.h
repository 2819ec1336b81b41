// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The sections of a snapshot in the order in which DevTools looks for them
// (docs/format/heapsnapshot.md).

#ifndef HALFWORD_SNAPSHOT_SNAPSHOT_SECTIONS_H_
#define HALFWORD_SNAPSHOT_SNAPSHOT_SECTIONS_H_

#include <cstdint>
#include <functional>

#include "halfword/heap_snapshot.h"
#include "snapshot/json_output.h"
#include "snapshot/snapshot_graph.h"

namespace halfword::inline HALFWORD_ABI::internal {

// A snapshot of anything: counts, and functions that write what stands between
// the brackets of each section. Without the optional ones a section is empty.
struct SnapshotContent {
  uint64_t node_count = 0;
  uint64_t edge_count = 0;
  bool is_traced = false;  // nodes have kTracedNodeFieldCount fields
  uint64_t trace_function_count = 0;
  std::function<void()> write_nodes;
  std::function<void()> write_edges;
  std::function<void()> write_trace_functions;  // optional
  std::function<void()> write_trace_tree;       // optional
  std::function<void()> write_samples;          // optional
  std::function<void()> write_locations;        // optional
  std::function<void()> write_strings;
};
void WriteDocument(const SnapshotContent& content, JsonOutput* output);

// Writes a graph that is counted. Adds to the report what it has to say of it;
// error, if the sink refused.
void WriteSections(SnapshotGraph* graph, SnapshotSink& sink,
                   SnapshotReport* report);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_SNAPSHOT_SECTIONS_H_
