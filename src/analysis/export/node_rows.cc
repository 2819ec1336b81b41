// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Batches of nodes: their texts, then their rows.

#include "analysis/export/node_rows.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "analysis/distances.h"
#include "analysis/export/node_names.h"
#include "analysis/export/tables.h"
#include "analysis/file/valid_text.h"
#include "analysis/name_rules.h"

namespace halfword::analysis {

namespace {

class NodeWriter {
 public:
  NodeWriter(const Snapshot& snapshot, const Figures& figures,
             const std::vector<uint32_t>& ids, const Concatenations& sums,
             TextCache* texts, TableWriter* writer)
      : snapshot_(snapshot),
        figures_(figures),
        ids_(ids),
        texts_(*texts),
        names_(snapshot, figures.is_renamed, sums, texts),
        writer_(*writer),
        places_(figures.tree.count()) {
    const DominatorTree& tree = figures.tree;
    for (uint32_t i = 0; i < tree.count(); ++i) places_[tree.nodes[i]] = i;
  }

  void WriteAll(const Progress& progress) {
    writer_.BeginTable(kNodeTable);
    const Node count = snapshot_.graph.node_count();
    for (Node node = 0; node < count;) {
      Tell(progress, "writing nodes", node, count);
      const Node begin = node;
      texts_.BeginBatch();
      while (node < count && node - begin < TextCache::kRowsMax &&
             texts_.wanted_count() < TextCache::kTextsMax) {
        names_.Want(node++);
      }
      texts_.Load();
      for (Node i = begin; i < node; ++i) WriteRow(i);
    }
    writer_.EndTable();
  }

 private:
  void WriteRow(Node node) {
    const HeapGraph& graph = snapshot_.graph;
    const DominatorTree& tree = figures_.tree;
    const uint32_t place = places_[node];
    const int32_t distance = figures_.distances[node];
    writer_.AddNumber(ids_[node]);
    writer_.AddText(TypeOf(node));
    writer_.AddText(names_.NameOf(node));
    writer_.AddText(ValidText(
        figures_.classes.NameOf(figures_.classes.ClassOf(node)), &class_name_));
    writer_.AddNumber(graph.self_bytes[node]);
    writer_.AddNumber(figures_.retained_bytes[place]);
    if (distance == kNoDistance) {
      writer_.AddNull();
    } else {
      writer_.AddNumber(static_cast<uint32_t>(distance));
    }
    if (tree.parents[place] == place) {
      writer_.AddNull();
    } else {
      writer_.AddNumber(ids_[tree.nodes[tree.parents[place]]]);
    }
    writer_.AddNumber(static_cast<uint32_t>(graph.detachedness[node]));
    writer_.EndRow();
  }

  std::string_view TypeOf(Node node) const {
    const NodeKind kind = snapshot_.graph.KindOf(node);
    if (kind != NodeKind::kOther) return TypeNameOf(kind);
    const NodeNumbers& types = snapshot_.node_section.other_types;
    const auto place = std::lower_bound(types.begin(), types.end(),
                                        NodeNumbers::value_type(node, 0));
    return TypeName(snapshot_.sections.header.node_types, place->second);
  }

  const Snapshot& snapshot_;
  const Figures& figures_;
  const std::vector<uint32_t>& ids_;
  TextCache& texts_;
  NodeNames names_;
  TableWriter& writer_;
  std::vector<uint32_t> places_;  // in the tree, by node
  std::string class_name_;
};

}  // namespace

void WriteNodes(const Snapshot& snapshot, const Figures& figures,
                const std::vector<uint32_t>& ids, const Concatenations& sums,
                const Progress& progress, TextCache* texts,
                TableWriter* writer) {
  NodeWriter(snapshot, figures, ids, sums, texts, writer).WriteAll(progress);
}

}  // namespace halfword::analysis
