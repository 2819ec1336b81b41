// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Walking, asking and cutting.

#include "examples/dom/forest.h"

namespace dom {
namespace {

class Counter {
 public:
  void Visit(const Node* node) {
    ++census_.node_count;
    if (const auto* element = DynamicTo<Element>(node)) {
      if (element->tag() == anchor_) ++census_.anchor_count;
      VisitAttributes(element);
    } else if (const auto* text = DynamicTo<Text>(node)) {
      census_.text_bytes += text->text().size();
    } else if (const auto* comment = DynamicTo<Comment>(node)) {
      census_.text_bytes += comment->text().size();
    }
  }

  const Census& census() const { return census_; }

 private:
  void VisitAttributes(const Element* element) {
    for (const Attr* attribute = element->first_attribute();
         attribute != nullptr; attribute = attribute->next()) {
      ++census_.attribute_count;
      if (attribute->name() == id_) ++census_.id_count;
      census_.text_bytes += attribute->value().size();
    }
  }

  const Atom anchor_{"a"};
  const Atom id_{"id"};
  Census census_;
};

// Removes `first` and every node behind it in document order: its own subtree,
// then, level by level, the later siblings of it and of its ancestors.
// Requires: `first` has a parent.
void RemoveFrom(NodeHeap& heap, Document& document, Node* first) {
  Node* node = first;
  while (Node* parent = node->parent()) {
    while (Node* next = node->next_sibling()) {
      heap.Discard(document, parent->RemoveChild(next));
    }
    node = parent;
  }
  heap.Discard(document, first->parent()->RemoveChild(first));
}

}  // namespace

Census Walk(const Forest& forest) {
  Counter counter;
  ForEachNode(forest, [&](const Node* node) { counter.Visit(node); });
  return counter.census();
}

Links FollowLinks(const Forest& forest) {
  Links links;
  for (const Root<Document>& document : forest) {
    for (const auto& entry : document->listeners()) {
      for (const Listener* listener = entry.second.get(); listener != nullptr;
           listener = listener->next()) {
        if (listener->target_id().empty()) continue;
        ++links.count;
        if (document->FindById(listener->target_id())) ++links.resolved_count;
      }
    }
  }
  return links;
}

uint64_t CountIds(const Forest& forest) {
  uint64_t count = 0;
  for (const auto& document : forest) count += document->ids().size();
  return count;
}

uint64_t CountListeningElements(const Forest& forest) {
  uint64_t count = 0;
  for (const auto& document : forest) count += document->listeners().size();
  return count;
}

void Truncate(NodeHeap& heap, Forest& forest, uint64_t keep_count) {
  uint64_t seen_count = 0;
  for (size_t i = 0; i < forest.size(); ++i) {
    Document& document = *forest[i];
    Node* const root = &document;
    Node* node = root;
    while (node != nullptr && seen_count < keep_count) {
      ++seen_count;
      node = node->NextInDocument(root);
    }
    if (node == nullptr) continue;
    if (node != root) RemoveFrom(heap, document, node);
    const size_t kept_document_count = node == root ? i : i + 1;
    while (forest.size() > kept_document_count) forest.pop_back();
    return;
  }
}

}  // namespace dom
