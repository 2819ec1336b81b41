// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Walks over the nodes.

#include "analysis/file/node_ids.h"

#include "analysis/file/row_reader.h"

namespace halfword::analysis {

std::optional<Node> FindNode(const InputFile& file, const Sections& sections,
                             uint32_t id) {
  const SnapshotHeader& header = sections.header;
  RowReader rows(file, sections.nodes, header.node.count);
  for (Node node = 0; node < header.node_count; ++node) {
    if (rows.Next("nodes")[header.node.id] == id) return node;
  }
  return std::nullopt;
}

std::vector<uint32_t> ReadNodeIds(const InputFile& file,
                                  const Sections& sections) {
  const SnapshotHeader& header = sections.header;
  RowReader rows(file, sections.nodes, header.node.count);
  std::vector<uint32_t> ids(header.node_count);
  for (uint32_t& id : ids) id = rows.Next("nodes")[header.node.id];
  return ids;
}

}  // namespace halfword::analysis
