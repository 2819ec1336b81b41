// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The locations of a snapshot: for each object whose class says where it comes
// from, the source, the line and the column (halfword/source_position.h).

#ifndef HALFWORD_SNAPSHOT_LOCATION_SECTION_H_
#define HALFWORD_SNAPSHOT_LOCATION_SECTION_H_

#include <cstddef>

#include "snapshot/json_output.h"
#include "snapshot/snapshot_graph.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Everything between the brackets. Returns how many objects name a place that
// their source does not have.
size_t WriteLocations(SnapshotGraph* graph, JsonOutput* output);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_LOCATION_SECTION_H_
