// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// While a tree grows, the collector may run at any allocation. The part that is
// done is held by its Root; a node or a text that was just made is held by the
// local variable that points to it, because the stack is scanned. So the code
// takes no precautions.

#include "examples/dom/tree_builder.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

namespace dom {
namespace {

// The children of a node that may have some; null for others.
const GumboVector* ChildrenOf(const GumboNode& node) {
  switch (node.type) {
    case GUMBO_NODE_DOCUMENT:
      return &node.v.document.children;
    case GUMBO_NODE_ELEMENT:
    case GUMBO_NODE_TEMPLATE:
      return &node.v.element.children;
    default:
      return nullptr;
  }
}

}  // namespace

TreeBuilder::TreeBuilder(NodeHeap& heap, AtomTable& atoms)
    : heap_(heap), atoms_(atoms) {
  for (size_t tag = 0; tag < known_tags_.size(); ++tag) {
    known_tags_[tag] =
        atoms_.Intern(gumbo_normalized_tagname(static_cast<GumboTag>(tag)));
  }
}

Root<Document> TreeBuilder::Build(const Page& page) {
  Root<Document> document(heap_.Make<Document>(MakeCharacters(page.path())));
  struct Level {
    Node* parent;
    const GumboVector* children;
    unsigned int next_index;
  };
  // The nodes whose children are being made, outermost first.
  std::vector<Level> levels;
  levels.push_back({document.get(), ChildrenOf(*page.document()), 0});
  while (!levels.empty()) {
    Level& level = levels.back();
    if (level.next_index == level.children->length) {
      levels.pop_back();
      continue;
    }
    const auto& source = *static_cast<const GumboNode*>(
        level.children->data[level.next_index++]);
    Node* const node = MakeNode(source);
    level.parent->AppendChild(node);
    const GumboVector* const children = ChildrenOf(source);
    if (children != nullptr && children->length > 0) {
      levels.push_back({node, children, 0});
    }
  }
  return document;
}

// A node without its children. Requires: not a document.
Node* TreeBuilder::MakeNode(const GumboNode& source) {
  switch (source.type) {
    case GUMBO_NODE_ELEMENT:
    case GUMBO_NODE_TEMPLATE:
      return MakeElement(source.v.element);
    case GUMBO_NODE_COMMENT:
      return heap_.Make<Comment>(MakeCharacters(source.v.text.text));
    default:  // text, white space, CDATA
      return heap_.Make<Text>(MakeCharacters(source.v.text.text));
  }
}

Element* TreeBuilder::MakeElement(const GumboElement& source) {
  const bool is_written = source.original_tag.length > 0;
  auto* const element = heap_.Make<Element>(
      TagOf(source), is_written ? source.start_pos.offset : 0);
  Attr* previous = nullptr;
  for (unsigned int i = 0; i < source.attributes.length; ++i) {
    const auto& attribute =
        *static_cast<const GumboAttribute*>(source.attributes.data[i]);
    Attr* const attr = heap_.Make<Attr>(atoms_.Intern(attribute.name),
                                        MakeCharacters(attribute.value));
    element->AppendAttribute(previous, attr);
    previous = attr;
  }
  return element;
}

Characters* TreeBuilder::MakeCharacters(std::string_view text) {
  return heap_.MakeWithBytes<Characters>(text.size(), text);
}

// gumbo numbers the tags of HTML, and leaves others as they are written,
// between angle brackets. Some of SVG's have a spelling with capitals.
Atom TreeBuilder::TagOf(const GumboElement& source) {
  const bool is_svg = source.tag_namespace == GUMBO_NAMESPACE_SVG;
  const bool is_known = source.tag != GUMBO_TAG_UNKNOWN;
  if (is_known && !is_svg) return known_tags_[source.tag];
  GumboStringPiece written = source.original_tag;
  gumbo_tag_from_original_text(&written);
  if (is_svg) {
    const char* const name = gumbo_normalize_svg_tagname(&written);
    if (name != nullptr) return atoms_.Intern(name);
  }
  if (is_known) return known_tags_[source.tag];
  std::string name(written.data, written.length);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return atoms_.Intern(name);
}

}  // namespace dom
