// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The strings of a snapshot, which end the file: bytes of the heap's strings,
// read where they are, and names (the order is that of StringLayout).

#ifndef HALFWORD_SNAPSHOT_STRING_SECTION_H_
#define HALFWORD_SNAPSHOT_STRING_SECTION_H_

#include "snapshot/json_output.h"
#include "snapshot/snapshot_graph.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Everything between the brackets.
void WriteStrings(SnapshotGraph* graph, JsonOutput* output);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_STRING_SECTION_H_
