// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Objects that look equal: of one class and size, with edges of the same names,
// in the same order, to the same objects, to equal strings, or to objects that
// look equal themselves.
//
// They look equal, no more: V8 does not write small integers into a snapshot,
// and Halfword no scalars. Functions and symbols are equal to themselves only,
// and so is what holds itself.

#ifndef HALFWORD_ANALYSIS_FINDINGS_DUPLICATE_OBJECTS_H_
#define HALFWORD_ANALYSIS_FINDINGS_DUPLICATE_OBJECTS_H_

#include <cstdint>
#include <vector>

#include "analysis/figures.h"
#include "analysis/file/snapshot.h"

namespace halfword::analysis {

struct DuplicateObjects {
  std::vector<Node> members;  // two or more, in the order of the file
  uint64_t self_bytes = 0;
  // What would be saved if there were one: the sizes of the others, without
  // what they hold.
  uint64_t wasted_bytes = 0;
};

// Those that waste most first. figures: of the same snapshot, with the scope
// kNodes. Objects in objects are followed for eight levels. Cost: a walk over
// the file's edges; 4 bytes an edge and some 40 an object, while it runs.
// Throws SnapshotError.
std::vector<DuplicateObjects> FindDuplicateObjects(
    const Snapshot& snapshot, const Figures& figures,
    const Progress& progress = {});

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FINDINGS_DUPLICATE_OBJECTS_H_
