// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Edges are read into a batch, whose texts are then read at once.

#include "analysis/export/edge_rows.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <string_view>

#include "analysis/export/tables.h"
#include "analysis/file/row_reader.h"
#include "analysis/name_rules.h"

namespace halfword::analysis {

namespace {

constexpr size_t kRowsMax = size_t{1} << 16;

// A type of edges, by its number in the file.
struct Type {
  std::string_view name;
  bool has_index = false;
  bool is_shortcut = false;
  bool is_internal = false;
};

std::vector<Type> TypesOf(const std::vector<std::string>& names) {
  std::vector<Type> types;
  // One more, for all numbers that no type has.
  for (uint32_t i = 0; i <= names.size(); ++i) {
    const std::string_view name = TypeName(names, i);
    types.push_back({.name = name,
                     .has_index = name == "element" || name == "hidden",
                     .is_shortcut = name == "shortcut",
                     .is_internal = name == "internal"});
  }
  return types;
}

class EdgeWriter {
 public:
  EdgeWriter(const Snapshot& snapshot, const std::vector<uint32_t>& ids,
             TextCache* texts, Concatenations* sums, TableWriter* writer)
      : snapshot_(snapshot),
        header_(snapshot.sections.header),
        ids_(ids),
        types_(TypesOf(header_.edge_types)),
        nodes_(*snapshot.file, snapshot.sections.nodes, header_.node.count),
        edges_(*snapshot.file, snapshot.sections.edges, header_.edge.count),
        texts_(*texts),
        sums_(*sums),
        writer_(*writer) {}

  void WriteAll(const Progress& progress) {
    writer_.BeginTable(kEdgeTable);
    uint64_t edge = 0;
    for (Node node = 0; node < header_.node_count; ++node) {
      const uint64_t end = edge + nodes_.Next("nodes")[header_.node.edge_count];
      // What is left over belongs to the last.
      const bool is_last = node + 1 == header_.node_count;
      for (; edge < (is_last ? header_.edge_count : end); ++edge) {
        if (batch_.size() == kRowsMax) {
          WriteBatch();
          Tell(progress, "writing edges", edge, header_.edge_count);
        }
        Add(node, edges_.Next("edges"));
      }
    }
    WriteBatch();
    writer_.EndTable();
  }

 private:
  struct Row {
    Node source;
    Node target;
    uint32_t type;
    uint32_t name;
  };

  void Add(Node source, const uint32_t* row) {
    const uint32_t raw_type = row[header_.edge.type];
    const auto type =
        static_cast<uint32_t>(std::min<size_t>(raw_type, types_.size() - 1));
    const uint32_t name = row[header_.edge.name_or_index];
    if (!types_[type].has_index) texts_.Want(name);
    batch_.push_back(
        {source,
         row[header_.edge.to_node] / static_cast<uint32_t>(header_.node.count),
         type, name});
  }

  void WriteBatch() {
    texts_.Load();
    for (const Row& row : batch_) WriteRow(row);
    batch_.clear();
    texts_.BeginBatch();
  }

  void WriteRow(const Row& row) {
    const Type& type = types_[row.type];
    writer_.AddNumber(ids_[row.source]);
    writer_.AddText(type.name);
    if (type.has_index) {
      std::array<char, 10> digits;
      const auto end =
          std::to_chars(digits.begin(), digits.end(), row.name).ptr;
      writer_.AddText({digits.begin(), end});
    } else {
      const std::string_view name = texts_.TextOf(row.name);
      writer_.AddText(type.is_shortcut ? ShortcutName(std::string(name))
                                       : name);
      if (type.is_internal) NotePart(row, name);
    }
    writer_.AddNumber(ids_[row.target]);
    writer_.EndRow();
  }

  void NotePart(const Row& row, std::string_view name) {
    if (snapshot_.graph.KindOf(row.source) != NodeKind::kConcatenatedString) {
      return;
    }
    if (name == "first") sums_.SetFirst(row.source, row.target);
    if (name == "second") sums_.SetSecond(row.source, row.target);
  }

  const Snapshot& snapshot_;
  const SnapshotHeader& header_;
  const std::vector<uint32_t>& ids_;
  const std::vector<Type> types_;
  RowReader nodes_;
  RowReader edges_;
  TextCache& texts_;
  Concatenations& sums_;
  TableWriter& writer_;
  std::vector<Row> batch_;
};

}  // namespace

void WriteEdges(const Snapshot& snapshot, const std::vector<uint32_t>& ids,
                const Progress& progress, TextCache* texts,
                Concatenations* sums, TableWriter* writer) {
  EdgeWriter(snapshot, ids, texts, sums, writer).WriteAll(progress);
}

}  // namespace halfword::analysis
