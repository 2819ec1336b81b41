// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The sections of a snapshot that tell where and when objects were allocated.
// Where allocations were not tracked they are empty.

#ifndef HALFWORD_SNAPSHOT_TRACE_SECTIONS_H_
#define HALFWORD_SNAPSHOT_TRACE_SECTIONS_H_

#include "snapshot/graph_writer.h"
#include "snapshot/json_output.h"
#include "snapshot/snapshot_graph.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Each writes what stands between the brackets.
void WriteTraceFunctions(const SnapshotGraph& graph, const StringLayout& layout,
                         JsonOutput* output);
void WriteTraceTree(const SnapshotGraph& graph, JsonOutput* output);
void WriteSamples(const SnapshotGraph& graph, JsonOutput* output);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_TRACE_SECTIONS_H_
