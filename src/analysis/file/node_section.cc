// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One row a node.

#include "analysis/file/node_section.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "analysis/file/row_reader.h"
#include "analysis/file/snapshot_error.h"

namespace halfword::analysis {

namespace {

constexpr Node kNodesATell = 1 << 16;

std::vector<NodeKind> KindsOf(const std::vector<std::string>& types) {
  std::vector<NodeKind> kinds;
  for (const std::string& type : types) {
    const auto* const place =
        std::find(std::begin(kNodeTypes), std::end(kNodeTypes), type);
    kinds.push_back(static_cast<NodeKind>(place - std::begin(kNodeTypes)));
  }
  return kinds;
}

std::vector<uint32_t> TableIdsOf(const StringTable& strings) {
  std::vector<uint32_t> ids;
  for (const StringTable::Pair& pair : strings.pairs()) {
    ids.push_back(pair.table_id);
  }
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

class NodeReader {
 public:
  NodeReader(const InputFile& file, const Sections& sections,
             const StringTable& strings, HeapGraph* graph)
      : header_(sections.header),
        strings_(strings),
        rows_(file, sections.nodes, header_.node.count, &section_.rows),
        kinds_(KindsOf(header_.node_types)),
        table_ids_(TableIdsOf(strings)),
        graph_(*graph) {}

  NodeSection ReadAll(const Progress& progress) {
    const auto node_count = static_cast<Node>(header_.node_count);
    graph_.root = header_.root_index;
    graph_.extra_native_bytes = header_.extra_native_bytes;
    graph_.has_detachedness =
        header_.node.detachedness != SnapshotHeader::kNone;
    graph_.kinds.resize(node_count);
    graph_.detachedness.resize(node_count);
    graph_.self_bytes.resize(node_count);
    graph_.names.resize(node_count);
    graph_.first_edges.Resize(size_t{node_count} + 1);
    for (Node node = 0; node < node_count; ++node) {
      if (node % kNodesATell == 0) {
        Tell(progress, "reading nodes", node, node_count);
      }
      ReadOne(node, rows_.Next("nodes"));
    }
    // What is left over belongs to the last.
    graph_.first_edges[node_count] = static_cast<uint32_t>(header_.edge_count);
    return std::move(section_);
  }

 private:
  void ReadOne(Node node, const uint32_t* row) {
    const SnapshotHeader::NodeFields& fields = header_.node;
    const uint32_t type = row[fields.type];
    const NodeKind kind =
        type < kinds_.size() ? kinds_[type] : NodeKind::kOther;
    if (kind == NodeKind::kOther) {
      section_.other_types.emplace_back(node, type);
    }
    graph_.kinds[node] = kind;
    graph_.names[node] = row[fields.name];
    if (row[fields.name] >= strings_.count()) {
      throw SnapshotError(rows_.FindOffset(),
                          "the name of node " + std::to_string(node) +
                              " is string " + std::to_string(row[fields.name]) +
                              " of " + std::to_string(strings_.count()));
    }
    graph_.self_bytes[node] = row[fields.self_size];
    if (graph_.has_detachedness) {
      graph_.detachedness[node] =
          static_cast<Detachedness>(row[fields.detachedness] & 3);
    }
    graph_.first_edges[node] = static_cast<uint32_t>(edge_count_);
    if (node % RowIndex::kStride == 0) {
      section_.first_edges.push_back(static_cast<uint32_t>(edge_count_));
    }
    edge_count_ += row[fields.edge_count];
    if (edge_count_ > header_.edge_count) {
      throw SnapshotError(rows_.FindOffset(),
                          "up to this node, node " + std::to_string(node) +
                              ", there are more edges than the header tells "
                              "of");
    }
    const uint32_t id = row[fields.id];
    if (std::binary_search(table_ids_.begin(), table_ids_.end(), id)) {
      section_.table_ids.emplace_back(node, id);
    }
  }

  NodeSection section_;
  const SnapshotHeader& header_;
  const StringTable& strings_;
  RowReader rows_;
  const std::vector<NodeKind> kinds_;
  const std::vector<uint32_t> table_ids_;
  HeapGraph& graph_;
  uint64_t edge_count_ = 0;  // of the nodes before
};

}  // namespace

NodeSection ReadNodes(const InputFile& file, const Sections& sections,
                      const StringTable& strings, const Progress& progress,
                      HeapGraph* graph) {
  return NodeReader(file, sections, strings, graph).ReadAll(progress);
}

}  // namespace halfword::analysis
