// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Nodes and edges side by side.

#include "analysis/file/edge_walk.h"

namespace halfword::analysis {

EdgeWalk::EdgeWalk(const Snapshot& snapshot)
    : header_(snapshot.sections.header),
      types_(header_.edge_types),
      nodes_(*snapshot.file, snapshot.sections.nodes, header_.node.count),
      edges_(*snapshot.file, snapshot.sections.edges, header_.edge.count),
      edges_left_(header_.edge_count) {}

bool EdgeWalk::NextSource() {
  while (edges_left_here_ != 0) NextEdge();
  if (next_source_ == header_.node_count) return false;
  node_row_ = nodes_.Next("nodes");
  ++next_source_;
  // What is left over belongs to the last.
  edges_left_here_ = next_source_ == header_.node_count
                         ? edges_left_
                         : node_row_[header_.node.edge_count];
  return true;
}

std::optional<NamedEdge> EdgeWalk::NextEdge() {
  if (edges_left_here_ == 0) return std::nullopt;
  --edges_left_here_;
  --edges_left_;
  const uint32_t* const row = edges_.Next("edges");
  return NamedEdge{.type = types_[row[header_.edge.type]],
                   .name = row[header_.edge.name_or_index],
                   .target = row[header_.edge.to_node] /
                             static_cast<uint32_t>(header_.node.count)};
}

}  // namespace halfword::analysis
