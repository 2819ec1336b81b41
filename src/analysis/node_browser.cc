// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Rows by their index, and names made of other names.

#include "analysis/node_browser.h"

#include <cstddef>

#include "analysis/file/json_text.h"
#include "analysis/file/row_reader.h"
#include "analysis/name_rules.h"

namespace halfword::analysis {

namespace {

// Where the text of a concatenation ends.
constexpr size_t kTextUnitsMin = 1024;

}  // namespace

NodeDetails NodeBrowser::DetailsOf(Node node) const {
  const SnapshotHeader& header = snapshot_.sections.header;
  const NodeSection& section = snapshot_.node_section;
  RowReader rows(*snapshot_.file, section.rows.OffsetOf(node),
                 header.node.count);
  uint32_t first_edge = section.first_edges[node / RowIndex::kStride];
  for (uint32_t i = node % RowIndex::kStride; i != 0; --i) {
    first_edge += rows.Next("nodes")[header.node.edge_count];
  }
  const uint32_t* const row = rows.Next("nodes");
  const bool is_last = node + 1 == header.node_count;
  return {
      .type = std::string(TypeName(header.node_types, row[header.node.type])),
      .id = row[header.node.id],
      .name = row[header.node.name],
      .first_edge = first_edge,
      .edge_count = is_last
                        ? static_cast<uint32_t>(header.edge_count) - first_edge
                        : row[header.node.edge_count]};
}

std::vector<uint32_t> NodeBrowser::EdgeRow(uint32_t edge) const {
  const SnapshotHeader& header = snapshot_.sections.header;
  RowReader rows(*snapshot_.file, snapshot_.edge_rows.OffsetOf(edge),
                 header.edge.count);
  for (uint32_t i = edge % RowIndex::kStride; i != 0; --i) rows.Next("edges");
  const uint32_t* const row = rows.Next("edges");
  return {row, row + header.edge.count};
}

EdgeDetails NodeBrowser::EdgeAt(uint32_t edge) const {
  const SnapshotHeader& header = snapshot_.sections.header;
  const std::vector<uint32_t> row = EdgeRow(edge);
  EdgeDetails details = {
      .type = std::string(TypeName(header.edge_types, row[header.edge.type])),
      .name = "",
      .target =
          row[header.edge.to_node] / static_cast<uint32_t>(header.node.count)};
  const uint32_t name = row[header.edge.name_or_index];
  if (details.type == "element" || details.type == "hidden") {
    details.name = std::to_string(name);
  } else {
    details.name = snapshot_.strings->TextOf(name);
    if (details.type == "shortcut") details.name = ShortcutName(details.name);
  }
  return details;
}

std::string NodeBrowser::NameOf(Node node) const {
  const NodeDetails details = DetailsOf(node);
  if (details.type == "concatenated string") return TextOfConcatenation(node);
  std::string name = snapshot_.strings->TextOf(details.name);
  if (node < is_renamed_.size() && is_renamed_[node]) {
    return "Detached " + name;
  }
  if (details.type == "object" && name == "Object") return LabelOf(details);
  return name;
}

// Of its leaves, from left to right.
std::string NodeBrowser::TextOfConcatenation(Node node) const {
  std::string text;
  std::vector<Node> waiting = {node};
  // A cycle has no leaves; it ends here.
  size_t steps_left = 1 << 16;
  while (!waiting.empty() && Utf16Length(text) < kTextUnitsMin &&
         steps_left-- != 0) {
    const Node next = waiting.back();
    waiting.pop_back();
    const NodeDetails details = DetailsOf(next);
    if (details.type != "concatenated string") {
      text += snapshot_.strings->TextOf(details.name);
      continue;
    }
    Node first = 0;
    Node second = 0;
    for (uint32_t i = 0; i < details.edge_count; ++i) {
      const EdgeDetails edge = EdgeAt(details.first_edge + i);
      if (edge.type != "internal") continue;
      if (edge.name == "first") first = edge.target;
      if (edge.name == "second") second = edge.target;
    }
    waiting.push_back(second);
    waiting.push_back(first);
  }
  return text;
}

// What it has beside properties is passed over.
std::string NodeBrowser::LabelOf(const NodeDetails& details) const {
  PropertyLabel label;
  uint32_t begin = details.first_edge;
  uint32_t end = begin + details.edge_count;
  while (begin != end) {
    const bool is_first = label.wants_first();
    const EdgeDetails edge = EdgeAt(is_first ? begin : end - 1);
    const bool is_property =
        edge.type == "property" && edge.name != "__proto__";
    if (is_property && !label.Add(edge.name)) break;
    is_first ? ++begin : --end;
  }
  return label.Finish(begin == end);
}

}  // namespace halfword::analysis
