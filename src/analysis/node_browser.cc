// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Rows by their index, and names made of other names.

#include "analysis/node_browser.h"

#include <cstddef>

#include "analysis/file/json_text.h"
#include "analysis/file/valid_text.h"
#include "analysis/name_rules.h"

namespace halfword::analysis {

namespace {

// Texts that are kept at the same time.
constexpr size_t kTextCountMax = 10'000;
// Where the text of a concatenation ends.
constexpr size_t kTextUnitsMin = 1024;
// What names may walk over, concatenations and their edges: one name may have
// to go down through a million concatenations to its first letter, but those
// that have none at all, and cycles, would never end.
constexpr uint64_t kPartsOfOne = 1 << 16;
constexpr uint64_t kPartsMin = 1 << 20;
constexpr uint64_t kPartsANode = 16;

}  // namespace

NodeBrowser::NodeBrowser(const Snapshot& snapshot,
                         const std::vector<bool>& is_renamed)
    : snapshot_(snapshot),
      is_renamed_(is_renamed),
      nodes_(*snapshot.file, snapshot.node_section.rows,
             snapshot.sections.header.node.count),
      edges_(*snapshot.file, snapshot.edge_rows,
             snapshot.sections.header.edge.count),
      parts_left_(kPartsMin + kPartsANode * snapshot.graph.node_count()) {}

NodeDetails NodeBrowser::DetailsOf(Node node) const {
  const SnapshotHeader& header = snapshot_.sections.header;
  const Node group = node / RowIndex::kStride;
  uint32_t first_edge = snapshot_.node_section.first_edges[group];
  for (Node i = group * RowIndex::kStride; i != node; ++i) {
    first_edge += nodes_[i][header.node.edge_count];
  }
  const uint32_t* const row = nodes_[node];
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

EdgeDetails NodeBrowser::EdgeAt(uint32_t edge) const {
  const SnapshotHeader& header = snapshot_.sections.header;
  const uint32_t* const row = edges_[edge];
  EdgeDetails details = {
      .type = std::string(TypeName(header.edge_types, row[header.edge.type])),
      .name = "",
      .target =
          row[header.edge.to_node] / static_cast<uint32_t>(header.node.count)};
  const uint32_t name = row[header.edge.name_or_index];
  if (details.type == "element" || details.type == "hidden") {
    details.name = std::to_string(name);
  } else {
    details.name = TextOf(name);
    if (details.type == "shortcut") details.name = ShortcutName(details.name);
  }
  return details;
}

const std::string& NodeBrowser::TextOf(NameSlot slot) const {
  if (texts_.size() == kTextCountMax) texts_.clear();
  const auto [place, is_new] = texts_.try_emplace(slot);
  if (is_new) place->second = snapshot_.strings->TextOf(slot);
  return place->second;
}

std::string NodeBrowser::NameOf(Node node) const {
  const NodeKind kind = snapshot_.graph.KindOf(node);
  if (kind == NodeKind::kConcatenatedString) return TextOfConcatenation(node);
  const std::string& name = TextOf(snapshot_.graph.names[node]);
  if (node < is_renamed_.size() && is_renamed_[node]) {
    return "Detached " + name;
  }
  if (kind == NodeKind::kObject && name == "Object") {
    return LabelOf(DetailsOf(node));
  }
  return name;
}

// Of its leaves, from left to right.
std::string NodeBrowser::TextOfConcatenation(Node node) const {
  std::string text;
  std::vector<Node> waiting = {node};
  uint64_t left = kPartsOfOne + kPartsANode * snapshot_.graph.node_count();
  while (!waiting.empty() && Utf16Length(text) < kTextUnitsMin) {
    const Node next = waiting.back();
    waiting.pop_back();
    const NodeDetails details = DetailsOf(next);
    const uint64_t parts = uint64_t{details.edge_count} + 1;
    if (left < parts || parts_left_ < parts) break;
    left -= parts;
    parts_left_ -= parts;
    if (details.type != "concatenated string") {
      AppendWtf8(snapshot_.strings->TextOf(details.name), &text);
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

bool NodeBrowser::IsShownProperty(uint32_t edge) const {
  const SnapshotHeader& header = snapshot_.sections.header;
  const uint32_t* const row = edges_[edge];
  return TypeName(header.edge_types, row[header.edge.type]) == "property" &&
         snapshot_.strings->TraitsOf(row[header.edge.name_or_index]).known() !=
             KnownName::kProto;
}

// What it has beside properties is passed over.
std::string NodeBrowser::LabelOf(const NodeDetails& details) const {
  PropertyLabel label;
  uint32_t begin = details.first_edge;
  uint32_t end = begin + details.edge_count;
  while (begin != end) {
    const bool is_first = label.wants_first();
    const uint32_t edge = is_first ? begin : end - 1;
    if (IsShownProperty(edge) && !label.Add(EdgeAt(edge).name)) break;
    is_first ? ++begin : --end;
  }
  return label.Finish(begin == end);
}

}  // namespace halfword::analysis
