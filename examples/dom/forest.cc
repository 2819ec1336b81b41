// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Walking and cutting. Both are loops over the links of the tree, so that
// neither depth nor length of a tree matters.

#include "examples/dom/forest.h"

namespace dom {
namespace {

// Adds to a Census; the checksum is FNV-1a over 32-bit words.
class Counter {
 public:
  void Visit(const Node* node) {
    ++census_.node_count;
    if (const auto* element = DynamicTo<Element>(node)) {
      Mix(static_cast<uint32_t>(element->tag()));
      Mix(element->offset());
      VisitAttributes(element);
    } else if (const auto* text = DynamicTo<Text>(node)) {
      AddText(text->text());
    } else if (const auto* comment = DynamicTo<Comment>(node)) {
      AddText(comment->text());
    }
  }

  const Census& census() const { return census_; }

 private:
  void VisitAttributes(const Element* element) {
    for (const Attr* attribute = element->first_attribute();
         attribute != nullptr; attribute = attribute->next()) {
      ++census_.attribute_count;
      Mix(static_cast<uint32_t>(attribute->name()));
      AddText(attribute->value());
    }
  }

  void AddText(std::string_view text) {
    census_.text_bytes += text.size();
    Mix(static_cast<uint32_t>(text.size()));
  }

  void Mix(uint32_t word) {
    census_.checksum = (census_.checksum ^ word) * 16777619u;
  }

  Census census_{.checksum = 2166136261u};
};

// Removes `first` and every node behind it in document order: its own subtree,
// then, level by level, the later siblings of it and of its ancestors.
// Requires: `first` has a parent.
void RemoveFrom(NodeHeap& heap, Node* first) {
  Node* node = first;
  while (Node* parent = node->parent()) {
    while (Node* next = node->next_sibling()) {
      heap.Discard(parent->RemoveChild(next));
    }
    node = parent;
  }
  heap.Discard(first->parent()->RemoveChild(first));
}

}  // namespace

Census Walk(const Forest& forest) {
  Counter counter;
  for (const Root<Document>& document : forest) {
    const Node* const root = document.get();
    for (const Node* node = root; node != nullptr;
         node = node->NextInDocument(root)) {
      counter.Visit(node);
    }
  }
  return counter.census();
}

void Truncate(NodeHeap& heap, Forest& forest, uint64_t keep_count) {
  uint64_t seen_count = 0;
  for (size_t i = 0; i < forest.size(); ++i) {
    Node* const root = forest[i].get();
    Node* node = root;
    while (node != nullptr && seen_count < keep_count) {
      ++seen_count;
      node = node->NextInDocument(root);
    }
    if (node == nullptr) continue;
    if (node != root) RemoveFrom(heap, node);
    const size_t kept_document_count = node == root ? i : i + 1;
    while (forest.size() > kept_document_count) forest.pop_back();
    return;
  }
}

}  // namespace dom
