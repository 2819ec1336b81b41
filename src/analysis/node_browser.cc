// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Rows by their index, and names made of other names.

#include "analysis/node_browser.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "analysis/file/json_text.h"
#include "analysis/file/row_reader.h"
#include "analysis/shapes.h"

namespace halfword::analysis {

namespace {

// Where a label of properties ends, in UTF-16 code units.
constexpr size_t kLabelUnitsMax = 100;
// Texts that are kept at the same time.
constexpr size_t kTextCountMax = 10'000;
// Where the text of a concatenation ends.
constexpr size_t kTextUnitsMin = 1024;

std::string TypeName(const std::vector<std::string>& types, uint32_t type) {
  return type < types.size() ? types[type] : "undefined";
}

// A shortcut whose name begins with a number is shown as that number.
std::string ShortcutName(const std::string& name) {
  const size_t begin = name.find_first_not_of(" \t\n\v\f\r");
  if (begin == std::string::npos) return name;
  const size_t digits =
      begin + (name[begin] == '-' || name[begin] == '+' ? 1 : 0);
  size_t end = digits;
  while (end < name.size() && name[end] >= '0' && name[end] <= '9') ++end;
  if (end == digits) return name;
  return std::to_string(std::strtoll(name.c_str() + begin, nullptr, 10));
}

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
  return {.type = TypeName(header.node_types, row[header.node.type]),
          .id = row[header.node.id],
          .name = row[header.node.name],
          .first_edge = first_edge,
          .edge_count =
              is_last ? static_cast<uint32_t>(header.edge_count) - first_edge
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
      .type = TypeName(header.edge_types, row[header.edge.type]),
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

// "{a, b, ..., z}": properties from the front and from the back by turns.
std::string NodeBrowser::LabelOf(const NodeDetails& details) const {
  std::string front = "{";
  std::string back = "}";
  uint32_t begin = details.first_edge;
  uint32_t end = begin + details.edge_count;
  bool from_front = true;
  while (begin != end) {
    const EdgeDetails edge = EdgeAt(from_front ? begin : end - 1);
    const bool is_property =
        edge.type == "property" && edge.name != "__proto__";
    if (!is_property) {
      if (from_front) {
        ++begin;
      } else {
        --end;
      }
      continue;
    }
    const std::string name = QuotedProperty(edge.name);
    if (front.size() > 1 &&
        Utf16Length(front) + Utf16Length(back) + Utf16Length(name) >
            kLabelUnitsMax) {
      break;
    }
    if (from_front) {
      ++begin;
      if (front.size() > 1) front += ", ";
      front += name;
    } else {
      --end;
      if (back.size() > 1) back = ", " + back;
      back = name + back;
    }
    from_front = !from_front;
  }
  if (begin != end) front += ", \u2026";
  if (back.size() > 1) front += ", ";
  return front + back;
}

}  // namespace halfword::analysis
