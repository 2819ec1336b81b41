// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How the tree is linked and unlinked. Each store to an Owned or a Link is, on
// the collected heap, a store to a Member with its write barrier; nothing here
// has to know.

#include "examples/dom/dom.h"

#include <string_view>

namespace dom {

namespace {

// Of a name: some pages have ids of many kilobytes, and a list of objects has
// no room for them.
constexpr size_t kShownIdBytesMax = 64;

// The beginning of a text of UTF-8, with whole characters only.
std::string_view Cut(std::string_view text, size_t bytes_max) {
  if (text.size() <= bytes_max) return text;
  size_t end = bytes_max;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) {
    --end;
  }
  return text.substr(0, end);
}

}  // namespace

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

std::string Element::GetHumanReadableName() const {
  std::string name = "<";
  name.append(tag_.view());
  // "id" is short enough to be in the Atom: to make it allocates nothing.
  if (const Attr* const id = FindAttribute(Atom("id"))) {
    const std::string_view value = id->value().view();
    const std::string_view shown = Cut(value, kShownIdBytesMax);
    name.append(" id=\"").append(shown);
    name.append(shown.size() < value.size() ? "...\"" : "\"");
  }
  return name += '>';
}

void Element::AppendAttribute(Attr* previous, Attr* attribute) {
  attribute->owner_ = this;
  (previous != nullptr ? previous->next_ : first_attribute_) = attribute;
}

}  // namespace dom
