// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ObjectRetention: all that tells why one object is in the heap.

#ifndef HALFWORD_ANALYSIS_FINDINGS_OBJECT_RETENTION_H_
#define HALFWORD_ANALYSIS_FINDINGS_OBJECT_RETENTION_H_

#include <cstdint>
#include <vector>

#include "analysis/file/progress.h"
#include "analysis/file/snapshot.h"
#include "analysis/findings/ways.h"
#include "analysis/retainers.h"

namespace halfword::analysis {

struct ObjectRetention {
  Node node;
  int32_t distance;
  uint64_t self_bytes;  // as DevTools shows it
  uint64_t retained_bytes;
  std::vector<Retainer> retainers;
  std::vector<Retainer> weak_holders;
  std::vector<Retainer> path;  // from the object on
  // From the root on; the second by step.
  std::vector<WayStep> heaviest_way;
  std::vector<uint64_t> heaviest_retained_bytes;
  std::vector<bool> is_renamed;  // for a NodeBrowser
};

// Of the object with an id. Takes the edges of the snapshot's graph. Throws
// SnapshotError, also where no object has the id.
ObjectRetention FindRetention(Snapshot* snapshot, uint32_t id,
                              const Progress& progress = {});

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FINDINGS_OBJECT_RETENTION_H_
