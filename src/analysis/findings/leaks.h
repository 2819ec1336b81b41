// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Leaks: what in a heap looks as if it should not be there. None of it is
// proof; each kind is what leaks have turned out to be again and again:
//
//   detached     parts of a document that is not shown any more; not what
//                Node.js calls so, objects of its own that belong to scripts
//   collections  what holds very many objects, and may grow without end
//   closures     functions, and the variables that they share, that hold much
//   dominators   single objects at which much of the heap hangs by many small
//                parts, and that are not among the collections; the array of
//                an object, such as the table of a map, is that object

#ifndef HALFWORD_ANALYSIS_FINDINGS_LEAKS_H_
#define HALFWORD_ANALYSIS_FINDINGS_LEAKS_H_

#include <cstdint>
#include <vector>

#include "analysis/figures.h"
#include "analysis/file/snapshot.h"

namespace halfword::analysis {

struct Suspect {
  Node node;
  // Of the detached: all such natives that it dominates, and itself. Of
  // collections: references in it. Otherwise 0.
  uint64_t count;
  uint64_t retained_bytes;
};

struct Leaks {
  // Each with those that retain most first. None lies below another one of its
  // kind in the tree of dominators, but for collections.
  std::vector<Suspect> detached;
  std::vector<Suspect> collections;
  std::vector<Suspect> closures;
  std::vector<Suspect> dominators;
};

// What a collection has at least.
inline constexpr uint32_t kReferencesMin = 1000;

// figures: of the same snapshot, with the scope kNodes. Throws SnapshotError.
Leaks FindLeaks(const Snapshot& snapshot, const Figures& figures,
                const Progress& progress = {});

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FINDINGS_LEAKS_H_
