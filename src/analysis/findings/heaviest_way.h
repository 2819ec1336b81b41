// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The heaviest way to an object: of all by which the program reaches it, the
// one on which the lightest object retains most. Where the shortest way leads
// over whatever happens to be near, this one leads through what holds much.
//
// Of several, one with the fewest steps.

#ifndef HALFWORD_ANALYSIS_FINDINGS_HEAVIEST_WAY_H_
#define HALFWORD_ANALYSIS_FINDINGS_HEAVIEST_WAY_H_

#include <cstdint>
#include <vector>

#include "analysis/file/snapshot.h"
#include "analysis/findings/ways.h"

namespace halfword::analysis {

// From a user root, or from the root if no user root holds the object, to the
// object, both included. Weak edges are no way. retained_bytes: by node.
// Cost: three walks over the file's edges; 4 bytes an edge. Throws
// SnapshotError.
std::vector<WayStep> FindHeaviestWay(
    const Snapshot& snapshot, const std::vector<Node>& user_roots,
    const std::vector<uint64_t>& retained_bytes, Node node);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FINDINGS_HEAVIEST_WAY_H_
