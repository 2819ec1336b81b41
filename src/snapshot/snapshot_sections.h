// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The sections of a snapshot in the order in which DevTools looks for them
// (docs/format/heapsnapshot.md).

#ifndef HALFWORD_SNAPSHOT_SNAPSHOT_SECTIONS_H_
#define HALFWORD_SNAPSHOT_SNAPSHOT_SECTIONS_H_

#include "halfword/heap_snapshot.h"
#include "snapshot/snapshot_graph.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Writes a graph that is counted. Adds to the report what it has to say of it;
// error, if the sink refused.
void WriteSections(SnapshotGraph* graph, SnapshotSink& sink,
                   SnapshotReport* report);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_SNAPSHOT_SECTIONS_H_
