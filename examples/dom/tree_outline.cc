// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One walk in document order. A tree's hash is known when the walk has left it,
// so the ancestors of the node at hand stand on a stack.

#include "examples/dom/tree_outline.h"

#include <functional>
#include <string_view>

namespace dom {
namespace {

// Of two numbers, in their order: each bit of either reaches all of the result
// (the finalizer of SplitMix64).
uint64_t Mix(uint64_t a, uint64_t b) {
  uint64_t mixed = a * 0x9e3779b97f4a7c15 + b;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  return mixed ^ (mixed >> 31);
}

uint64_t HashOf(std::string_view text) {
  return std::hash<std::string_view>()(text);
}

// What kind a node is that has no tag.
enum class NameHash : uint64_t { kDocument = 1, kText, kComment };

OutlineEntry EntryOf(const Node* node) {
  OutlineEntry entry;
  if (const auto* element = DynamicTo<Element>(node)) {
    entry.name_hash = Mix(0, HashOf(element->tag()));
    entry.own_hash = entry.name_hash;
    for (const Attr* attribute = element->first_attribute();
         attribute != nullptr; attribute = attribute->next()) {
      entry.own_hash = Mix(entry.own_hash, HashOf(attribute->name()));
      entry.own_hash = Mix(entry.own_hash, HashOf(attribute->value()));
    }
  } else if (const auto* text = DynamicTo<Text>(node)) {
    entry.name_hash = static_cast<uint64_t>(NameHash::kText);
    entry.own_hash = Mix(entry.name_hash, HashOf(text->text()));
  } else if (const auto* comment = DynamicTo<Comment>(node)) {
    entry.name_hash = static_cast<uint64_t>(NameHash::kComment);
    entry.own_hash = Mix(entry.name_hash, HashOf(comment->text()));
  } else {
    entry.name_hash = static_cast<uint64_t>(NameHash::kDocument);
    entry.own_hash = entry.name_hash;
  }
  entry.tree_hash = entry.own_hash;
  return entry;
}

}  // namespace

TreeOutline OutlineOf(const Document& document) {
  struct Open {
    const Node* node;
    size_t index;
  };
  TreeOutline outline;
  std::vector<Open> ancestors;
  const auto close_last = [&] {
    OutlineEntry& closed = outline[ancestors.back().index];
    closed.node_count = outline.size() - ancestors.back().index;
    // The end of a list of children counts: <a><b></b></a> is not <a></a><b>.
    closed.tree_hash = Mix(closed.tree_hash, closed.node_count);
    ancestors.pop_back();
    if (ancestors.empty()) return;
    OutlineEntry& parent = outline[ancestors.back().index];
    parent.tree_hash = Mix(parent.tree_hash, closed.tree_hash);
  };
  for (const Node* node = &document; node != nullptr;
       node = node->NextInDocument(&document)) {
    while (!ancestors.empty() && ancestors.back().node != node->parent()) {
      close_last();
    }
    ancestors.push_back({node, outline.size()});
    outline.push_back(EntryOf(node));
  }
  while (!ancestors.empty()) close_last();
  return outline;
}

}  // namespace dom
