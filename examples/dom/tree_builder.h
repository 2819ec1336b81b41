// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// From gumbo's tree of a page to our document object model. This is the work
// that build_ms measures: a node for each node, linked to its neighbours, with
// its names and strings, and the tables of the document; gumbo's own parsing
// came before.

#ifndef EXAMPLES_DOM_TREE_BUILDER_H_
#define EXAMPLES_DOM_TREE_BUILDER_H_

#include "examples/dom/document.h"
#include "examples/dom/forest.h"
#include "examples/dom/page.h"
#include "examples/dom/page_places.h"

namespace dom {

// `first`: the place of the page's first byte among those of all pages.
// Cost: linear in the page; no recursion, so a tree may be of any depth.
Root<Document> BuildTree(NodeHeap& heap, const Page& page,
                         Place first = kFirstPlace);

// The trees of all pages. Requires: the places are theirs.
Forest PlantForest(NodeHeap& heap, const Pages& pages,
                   const PagePlaces& places);

}  // namespace dom

#endif  // EXAMPLES_DOM_TREE_BUILDER_H_
