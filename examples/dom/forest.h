// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Forest: the trees of all pages, and what a measurement does to them: walk
// over every node, follow the links, and take half of the nodes away.

#ifndef EXAMPLES_DOM_FOREST_H_
#define EXAMPLES_DOM_FOREST_H_

#include <cstdint>
#include <vector>

#include "examples/dom/document.h"

namespace dom {

// The roots: what they do not lead to is garbage.
using Forest = std::vector<Root<Document>>;

// Calls visit(node) for each node, in document order. A loop over the links of
// the trees, so that neither their depth nor their length matters.
template <typename Visit>
void ForEachNode(const Forest& forest, Visit visit) {
  for (const Root<Document>& document : forest) {
    const Node* const root = document.get();
    for (const Node* node = root; node != nullptr;
         node = node->NextInDocument(root)) {
      visit(node);
    }
  }
}

// What a walk finds. Two forests of the same pages give the same census,
// whatever memory they are in.
struct Census {
  uint64_t node_count = 0;    // documents, elements, texts and comments
  uint64_t anchor_count = 0;  // of the elements, <a>
  uint64_t attribute_count = 0;
  uint64_t id_count = 0;    // of the attributes, id=""
  uint64_t text_bytes = 0;  // of texts, comments and attribute values

  friend bool operator==(const Census&, const Census&) = default;
};

// Reads every node with its attributes, their names and the lengths of strings.
Census Walk(const Forest& forest);

// How many links within their page there are, and how many lead somewhere.
struct Links {
  uint64_t count = 0;
  uint64_t resolved_count = 0;

  friend bool operator==(const Links&, const Links&) = default;
};

// Looks for the element that each link means, by its id.
Links FollowLinks(const Forest& forest);

// Entries of the documents' tables.
uint64_t CountIds(const Forest& forest);
uint64_t CountListeningElements(const Forest& forest);

// Removes what follows the first `keep_count` nodes in document order. The
// nodes that stay and those that go were made one after the other, as with a
// browser's tabs: pages of the heap become free as a whole.
void Truncate(NodeHeap& heap, Forest& forest, uint64_t keep_count);

}  // namespace dom

#endif  // EXAMPLES_DOM_FOREST_H_
