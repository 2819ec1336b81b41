// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// TreeBuilder: our document object model from gumbo's tree of a page. This is
// the work that build_ms measures: one object for each node, attribute and
// text, linked to its neighbours; gumbo's own parsing came before.

#ifndef EXAMPLES_DOM_TREE_BUILDER_H_
#define EXAMPLES_DOM_TREE_BUILDER_H_

#include <gumbo.h>

#include <array>
#include <string_view>

#include "examples/dom/atoms.h"
#include "examples/dom/dom.h"
#include "examples/dom/page.h"

namespace dom {

class TreeBuilder {
 public:
  // Makes objects in `heap`, and names in `atoms`. Both must outlive it.
  TreeBuilder(NodeHeap& heap, AtomTable& atoms);

  // Cost: linear in the page; no recursion, so a tree may be of any depth.
  Root<Document> Build(const Page& page);

 private:
  Node* MakeNode(const GumboNode& source);
  Element* MakeElement(const GumboElement& source);
  Characters* MakeCharacters(std::string_view text);
  Atom TagOf(const GumboElement& source);

  NodeHeap& heap_;
  AtomTable& atoms_;
  std::array<Atom, GUMBO_TAG_UNKNOWN> known_tags_;
};

}  // namespace dom

#endif  // EXAMPLES_DOM_TREE_BUILDER_H_
