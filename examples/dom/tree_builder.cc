// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// While a tree grows, the collector may run at any allocation. The part that is
// done is held by its Root; a node or a string that was just made is held by
// the local variable that refers to it, because the stack is scanned, and so is
// what the TreeBuilder, which lives there, has in its fields. So the code takes
// no precautions.

#include "examples/dom/tree_builder.h"

#include <gumbo.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "examples/dom/atom_cache.h"

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

bool IsBlank(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  });
}

// Makes one tree. On the stack only: its atoms would die elsewhere.
class TreeBuilder {
 public:
  TreeBuilder(NodeHeap& heap, const Page& page, Place first)
      : heap_(heap),
        page_(page),
        first_(first),
        document_(heap.Make<Document>(String(page.path()))) {}

  Root<Document> Build();

 private:
  Node* MakeNode(const GumboNode& source);
  Element* MakeElement(const GumboElement& source);
  String MakeText(std::string_view text);
  Atom TagOf(const GumboElement& source);
  const Atom& KnownTag(GumboTag tag);

  NodeHeap& heap_;
  const Page& page_;
  const Place first_;
  Root<Document> document_;
  std::array<Atom, GUMBO_TAG_UNKNOWN> known_tags_;  // empty: not used yet
  AtomCache atoms_;
};

Root<Document> TreeBuilder::Build() {
  struct Level {
    Node* parent;
    const GumboVector* children;
    unsigned int next_index;
  };
  // The nodes whose children are being made, outermost first.
  std::vector<Level> levels;
  levels.push_back({document_.get(), ChildrenOf(*page_.document()), 0});
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
  return std::move(document_);
}

// A node without its children. Requires: not a document.
Node* TreeBuilder::MakeNode(const GumboNode& source) {
  switch (source.type) {
    case GUMBO_NODE_ELEMENT:
    case GUMBO_NODE_TEMPLATE:
      return MakeElement(source.v.element);
    case GUMBO_NODE_COMMENT:
      return heap_.Make<Comment>(String(source.v.text.text));
    default:  // text, white space, CDATA
      return heap_.Make<Text>(MakeText(source.v.text.text));
  }
}

Element* TreeBuilder::MakeElement(const GumboElement& source) {
  const bool is_written = source.original_tag.length > 0;
  auto* const element = heap_.Make<Element>(
      TagOf(source),
      is_written ? PlaceAt(first_, source.start_pos.offset) : kNoPlace);
  Attr* previous = nullptr;
  for (unsigned int i = 0; i < source.attributes.length; ++i) {
    const auto& attribute =
        *static_cast<const GumboAttribute*>(source.attributes.data[i]);
    Attr* const attr = heap_.Make<Attr>(atoms_.Intern(attribute.name),
                                        atoms_.Intern(attribute.value));
    element->AppendAttribute(previous, attr);
    document_->Register(heap_, *attr);
    previous = attr;
  }
  return element;
}

// What stands between tags is mostly white space, in few ways: one body each.
String TreeBuilder::MakeText(std::string_view text) {
  return IsBlank(text) ? atoms_.Intern(text) : String(text);
}

// gumbo numbers the tags of HTML, and leaves others as they are written,
// between angle brackets. Some of SVG's have a spelling with capitals.
Atom TreeBuilder::TagOf(const GumboElement& source) {
  const bool is_svg = source.tag_namespace == GUMBO_NAMESPACE_SVG;
  const bool is_known = source.tag != GUMBO_TAG_UNKNOWN;
  if (is_known && !is_svg) return KnownTag(source.tag);
  GumboStringPiece written = source.original_tag;
  gumbo_tag_from_original_text(&written);
  if (is_svg) {
    const char* const name = gumbo_normalize_svg_tagname(&written);
    if (name != nullptr) return atoms_.Intern(name);
  }
  if (is_known) return KnownTag(source.tag);
  std::string name(written.data, written.length);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return Atom(name);
}

const Atom& TreeBuilder::KnownTag(GumboTag tag) {
  Atom& atom = known_tags_[tag];
  if (atom.empty()) atom = Atom(gumbo_normalized_tagname(tag));
  return atom;
}

}  // namespace

Root<Document> BuildTree(NodeHeap& heap, const Page& page, Place first) {
  return TreeBuilder(heap, page, first).Build();
}

Forest PlantForest(NodeHeap& heap, const Pages& pages,
                   const PagePlaces& places) {
  Forest forest;
  forest.reserve(pages.size());
  for (size_t i = 0; i < pages.size(); ++i) {
    forest.push_back(BuildTree(heap, *pages[i], places.First(i)));
  }
  return forest;
}

}  // namespace dom
