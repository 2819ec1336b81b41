// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One row an edge, source by source.

#include "analysis/file/edge_section.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analysis/file/edge_types.h"
#include "analysis/file/row_reader.h"
#include "analysis/file/snapshot_error.h"

namespace halfword::analysis {

namespace {

constexpr Node kNodesATell = 1 << 16;

class EdgeReader {
 public:
  EdgeReader(const InputFile& file, const Sections& sections,
             const StringTable& strings, const NodeNumbers& table_ids,
             HeapGraph* graph)
      : header_(sections.header),
        strings_(strings),
        table_ids_(table_ids),
        rows_(file, sections.edges, header_.edge.count, &section_.rows),
        types_(header_.edge_types),
        node_field_count_(static_cast<uint32_t>(header_.node.count)),
        graph_(*graph) {}

  EdgeSection ReadAll(const Progress& progress) {
    graph_.edges.Resize(header_.edge_count);
    graph_.pair_count = strings_.pair_text_count();
    for (Node node = 0; node < graph_.node_count(); ++node) {
      if (node % kNodesATell == 0) {
        Tell(progress, "reading edges", graph_.FirstEdge(node),
             header_.edge_count);
      }
      BeginSource(node);
      const uint32_t end = graph_.EndEdge(node);
      for (uint32_t i = graph_.FirstEdge(node); i != end; ++i) {
        ReadOne(i, rows_.Next("edges"));
      }
      if (is_plain_object_) section_.plain_objects.Add(node, properties_);
    }
    return std::move(section_);
  }

 private:
  void BeginSource(Node node) {
    const NodeKind kind = graph_.KindOf(node);
    const KnownName name = strings_.TraitsOf(graph_.names[node]).known();
    source_ = node;
    is_context_ =
        kind == NodeKind::kHidden && name == KnownName::kNativeContext;
    is_descriptors_ =
        kind == NodeKind::kArray && name == KnownName::kMapDescriptors;
    is_plain_object_ = kind == NodeKind::kObject &&
                       name == KnownName::kObject && node >= graph_.root;
    wants_elements_ = name == KnownName::kArray;
    properties_.clear();
  }

  void ReadOne(uint32_t edge, const uint32_t* row) {
    const uint32_t to_node = row[header_.edge.to_node];
    const Node target = to_node / node_field_count_;
    if (to_node % node_field_count_ != 0 || target >= graph_.node_count()) {
      throw SnapshotError(rows_.FindOffset(), "edge " + std::to_string(edge) +
                                                  " leads to " +
                                                  std::to_string(to_node) +
                                                  ", where no node begins");
    }
    const EdgeType type = types_[row[header_.edge.type]];
    const uint32_t name = row[header_.edge.name_or_index];
    if (!type.has_index && name >= strings_.count()) {
      throw SnapshotError(rows_.FindOffset(),
                          "the name of edge " + std::to_string(edge) +
                              " is string " + std::to_string(name) + " of " +
                              std::to_string(strings_.count()));
    }
    graph_.edges[edge] =
        HeapGraph::PackEdge(target, KindOf(edge, type, name, target));
  }

  // Notes what the edge has beside its target; returns the kind to keep.
  EdgeKind KindOf(uint32_t edge, EdgeType type, uint32_t name, Node target) {
    const NameTraits traits =
        type.has_index ? NameTraits() : strings_.TraitsOf(name);
    if (is_plain_object_ && type.is_property &&
        traits.known() != KnownName::kProto) {
      properties_.push_back(name);
    }
    if (wants_elements_ && type.kind == EdgeKind::kInternal &&
        traits.known() == KnownName::kElements) {
      graph_.array_elements.emplace_back(source_, target);
      wants_elements_ = false;  // the first one counts
    }
    SpecialEdge special = {.edge = edge,
                           .kind = type.kind,
                           .is_refused = IsRefused(type, name, traits),
                           .is_of_table = false,
                           .waits_for_pair = false,
                           .pair = SpecialEdge::kNoPair};
    if (type.kind == EdgeKind::kInternal &&
        traits.known() == KnownName::kPair) {
      const StringTable::Pair& pair = strings_.PairOf(name);
      special.pair = pair.text;
      special.waits_for_pair = !is_descriptors_;
      special.is_of_table = IsTable(source_, pair.table_id);
    }
    if (!special.is_refused && special.pair == SpecialEdge::kNoPair) {
      return type.kind;
    }
    graph_.special_edges.push_back(special);
    return EdgeKind::kSpecial;
  }

  bool IsRefused(EdgeType type, uint32_t name, NameTraits traits) const {
    if (is_context_) return traits.known() == KnownName::kSloppyFunctionMap;
    if (!is_descriptors_) return false;
    return type.has_index ? IsDescriptorLink(name)
                          : traits.is_descriptor_link();
  }

  bool IsTable(Node node, uint32_t id) const {
    const std::pair<Node, uint32_t> wanted(node, id);
    return std::binary_search(table_ids_.begin(), table_ids_.end(), wanted);
  }

  EdgeSection section_;
  const SnapshotHeader& header_;
  const StringTable& strings_;
  const NodeNumbers& table_ids_;
  RowReader rows_;
  const EdgeTypes types_;
  const uint32_t node_field_count_;
  HeapGraph& graph_;
  // Of the node whose edges are read.
  Node source_ = 0;
  bool is_context_ = false;
  bool is_descriptors_ = false;
  bool is_plain_object_ = false;
  bool wants_elements_ = false;
  std::vector<NameSlot> properties_;
};

}  // namespace

EdgeSection ReadEdges(const InputFile& file, const Sections& sections,
                      const StringTable& strings, const NodeNumbers& table_ids,
                      const Progress& progress, HeapGraph* graph) {
  return EdgeReader(file, sections, strings, table_ids, graph)
      .ReadAll(progress);
}

}  // namespace halfword::analysis
