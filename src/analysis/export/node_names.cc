// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Labels of plain objects are made from the lists of properties, of which
// there are few.

#include "analysis/export/node_names.h"

#include <algorithm>
#include <span>

#include "analysis/name_rules.h"
#include "analysis/node_browser.h"

namespace halfword::analysis {

bool NodeNames::ListCursor::Find(const PropertyLists& lists, Node node,
                                 PropertyLists::List* list) {
  const std::vector<PropertyLists::Object>& objects = lists.objects();
  while (next_ < objects.size() && objects[next_].node < node) ++next_;
  if (next_ == objects.size() || objects[next_].node != node) return false;
  *list = objects[next_].list;
  return true;
}

void NodeNames::Want(Node node) {
  const HeapGraph& graph = snapshot_.graph;
  if (graph.KindOf(node) == NodeKind::kConcatenatedString) {
    sums_.ForEachLeaf(node, [this](NameSlot slot) { texts_.Want(slot); });
    return;
  }
  texts_.Want(graph.names[node]);
  PropertyLists::List list;
  if (!wanted_lists_.Find(snapshot_.plain_objects, node, &list)) return;
  const std::span<const NameSlot> slots = snapshot_.plain_objects[list];
  const size_t count = std::min(slots.size(), PropertyLabel::kPropertiesMax);
  for (const NameSlot slot : slots.first(count)) texts_.Want(slot);
  for (const NameSlot slot : slots.last(count)) texts_.Want(slot);
}

std::string_view NodeNames::NameOf(Node node) {
  const HeapGraph& graph = snapshot_.graph;
  const NodeKind kind = graph.KindOf(node);
  if (kind == NodeKind::kConcatenatedString) {
    name_.clear();
    sums_.ForEachLeaf(node,
                      [this](NameSlot slot) { name_ += texts_.TextOf(slot); });
    return name_;
  }
  if (is_renamed_[node]) {
    name_ = "Detached ";
    return name_ += texts_.TextOf(graph.names[node]);
  }
  PropertyLists::List list;
  if (named_lists_.Find(snapshot_.plain_objects, node, &list)) {
    return name_ = LabelOf(list);
  }
  const std::string_view text = texts_.TextOf(graph.names[node]);
  if (kind == NodeKind::kObject && node < graph.root && text == "Object") {
    // Shapes do not look in front of the root; rows do.
    return name_ = NodeBrowser(snapshot_, is_renamed_).NameOf(node);
  }
  return text;
}

std::string NodeNames::LabelOf(PropertyLists::List list) const {
  std::span<const NameSlot> left = snapshot_.plain_objects[list];
  PropertyLabel label;
  // Only a file that no JavaScript has written has more that fit: many without
  // a name.
  for (size_t i = 0; !left.empty() && i < 2 * PropertyLabel::kPropertiesMax;
       ++i) {
    const bool is_first = label.wants_first();
    const NameSlot slot = is_first ? left.front() : left.back();
    if (!label.Add(std::string(texts_.TextOf(slot)))) break;
    left = is_first ? left.subspan(1) : left.first(left.size() - 1);
  }
  return label.Finish(left.empty());
}

}  // namespace halfword::analysis
