// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// EdgeWalk: all edges of a file once more, source by source, with their names,
// which a graph does not keep.
//
//   EdgeWalk walk(snapshot);
//   while (walk.NextSource()) {
//     while (const auto edge = walk.NextEdge()) Use(walk.source(), *edge);
//   }
//
// Cost: some 40 ns an edge, and two buffers.

#ifndef HALFWORD_ANALYSIS_FILE_EDGE_WALK_H_
#define HALFWORD_ANALYSIS_FILE_EDGE_WALK_H_

#include <cstdint>
#include <optional>

#include "analysis/file/edge_types.h"
#include "analysis/file/row_reader.h"
#include "analysis/file/snapshot.h"

namespace halfword::analysis {

struct NamedEdge {
  EdgeType type;
  uint32_t name;  // a slot, or an index, as the type tells
  Node target;
};

class EdgeWalk {
 public:
  // The snapshot was read without an error, and outlives this.
  explicit EdgeWalk(const Snapshot& snapshot);

  // Goes to the next node, past edges that were not asked for. False: there is
  // none.
  bool NextSource();
  Node source() const { return next_source_ - 1; }
  // The source's row in the file.
  const uint32_t* node_row() const { return node_row_; }

  // The next edge of the source, if it has one more.
  std::optional<NamedEdge> NextEdge();

 private:
  const SnapshotHeader& header_;
  const EdgeTypes types_;
  RowReader nodes_;
  RowReader edges_;
  Node next_source_ = 0;
  const uint32_t* node_row_ = nullptr;
  uint64_t edges_left_;
  uint64_t edges_left_here_ = 0;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_EDGE_WALK_H_
