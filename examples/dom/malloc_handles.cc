// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How a tree of unique_ptrs dies without recursion, and what it took. A
// collected heap needs none of this.

#include "examples/dom/malloc_handles.h"

#include <memory>

#include "examples/dom/document.h"

namespace dom {

// Walks down to a node without children, frees it, and goes on with its next
// sibling, or with its parent, which has then lost all children. A node's link
// to its parent stays valid for as long, since parents are freed last.
void Destroyer::operator()(Node* detached) const {
  Node* node = detached;
  while (node != nullptr) {
    if (Node* child = node->first_child_.Release()) {
      node = child;
      continue;
    }
    Node* next = nullptr;
    if (node != detached) {
      next = node->next_sibling_.Release();
      if (next == nullptr) next = node->parent_;
    }
    FreeEmptied(node);
    node = next;
  }
}

void Destroyer::operator()(Attr* first) const { FreeList(first); }

void Destroyer::operator()(Listener* first) const { FreeList(first); }

// One after the other, each free of the rest.
template <typename T>
void Destroyer::FreeList(T* first) {
  while (first != nullptr) {
    T* const object = first;
    first = object->next_.Release();
    std::destroy_at(object);
    mi_free(object);
  }
}

// Frees a node that owns no other node any more. Its class is known by its kind
// alone, as there is no virtual destructor.
void Destroyer::FreeEmptied(Node* node) {
  if (auto* element = DynamicTo<Element>(node)) {
    std::destroy_at(element);
  } else if (auto* text = DynamicTo<Text>(node)) {
    std::destroy_at(text);
  } else if (auto* comment = DynamicTo<Comment>(node)) {
    std::destroy_at(comment);
  } else {
    std::destroy_at(static_cast<Document*>(node));
  }
  mi_free(node);
}

void NodeHeap::Discard(Document& document, Node* removed) {
  for (Node* node = removed; node != nullptr;
       node = node->NextInDocument(removed)) {
    if (auto* element = DynamicTo<Element>(node)) document.Unregister(element);
  }
  Destroyer()(removed);
}

}  // namespace dom
