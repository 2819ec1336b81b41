// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Sizes of collections: how many references an object has, in itself or in the
// array that is its own, such as the table of a map.

#ifndef HALFWORD_ANALYSIS_FINDINGS_COLLECTION_SIZES_H_
#define HALFWORD_ANALYSIS_FINDINGS_COLLECTION_SIZES_H_

#include <cstdint>
#include <vector>

#include "analysis/figures.h"
#include "analysis/file/snapshot.h"

namespace halfword::analysis {

// By node; 0 for what is no object. Of an object that has several arrays, the
// largest counts. figures: of the same snapshot, with the scope kNodes.
// Throws SnapshotError.
std::vector<uint32_t> FindCollectionSizes(const Snapshot& snapshot,
                                          const Figures& figures);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FINDINGS_COLLECTION_SIZES_H_
