// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How the tree is linked and unlinked. Each store to an Owned or a Link is, on
// the collected heap, a store to a Member with its write barrier; nothing here
// has to know.

#include "examples/dom/dom.h"

namespace dom {

void Node::AppendChild(Node* child) {
  Node* const last = last_child();
  child->parent_ = this;
  child->previous_sibling_ = last;
  (last != nullptr ? last->next_sibling_ : first_child_) = child;
  last_child_ = child;
}

Node* Node::RemoveChild(Node* child) {
  Node* const previous = child->previous_sibling();
  Owned<Node>& owner =
      previous != nullptr ? previous->next_sibling_ : first_child_;
  // Released first, so that no owner ever frees what another one takes over.
  owner.Release();
  Node* const next = child->next_sibling_.Release();
  owner = next;
  if (next != nullptr) {
    next->previous_sibling_ = previous;
  } else {
    last_child_ = previous;
  }
  child->parent_ = nullptr;
  child->previous_sibling_ = nullptr;
  return child;
}

Node* Node::NextInDocument(const Node* root) const {
  if (Node* child = first_child()) return child;
  for (const Node* node = this; node != root; node = node->parent()) {
    if (Node* next = node->next_sibling()) return next;
  }
  return nullptr;
}

const Attr* Element::FindAttribute(const Atom& name) const {
  const Attr* attribute = first_attribute();
  while (attribute != nullptr && !(attribute->name() == name)) {
    attribute = attribute->next();
  }
  return attribute;
}

void Element::AppendAttribute(Attr* previous, Attr* attribute) {
  attribute->owner_ = this;
  (previous != nullptr ? previous->next_ : first_attribute_) = attribute;
}

}  // namespace dom
