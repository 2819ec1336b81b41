// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// GrownObject: an object that has become larger since an older snapshot of the
// same program: a list of numbers, a table, whatever refers to nothing new.

#ifndef HALFWORD_ANALYSIS_FINDINGS_GROWN_OBJECTS_H_
#define HALFWORD_ANALYSIS_FINDINGS_GROWN_OBJECTS_H_

#include <cstdint>
#include <vector>

#include "analysis/figures.h"
#include "analysis/file/heap_graph.h"
#include "analysis/file/snapshot.h"

namespace halfword::analysis {

// Shallow sizes as DevTools shows them, those of arrays with their owners. It
// takes 8 bytes an object.
class SizesById {
 public:
  // Requires: the snapshot's figures are computed. Throws SnapshotError.
  static SizesById Of(const Snapshot& snapshot);

  // 0: there is no such object.
  uint32_t BytesOf(uint32_t id) const;

 private:
  struct Row {
    uint32_t id;
    uint32_t bytes;
  };
  std::vector<Row> rows_;  // by id
};

struct GrownObject {
  Node node;
  uint32_t grown_bytes;
};

// What has become so much larger is worth a look.
inline constexpr uint32_t kGrownBytesMin = 1024;

// What has grown most first: objects and arrays, not the engine's own.
// figures: of the same snapshot, with the scope kNodes. Throws SnapshotError.
std::vector<GrownObject> FindGrownObjects(const Snapshot& snapshot,
                                          const Figures& figures,
                                          const SizesById& older);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FINDINGS_GROWN_OBJECTS_H_
