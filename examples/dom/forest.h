// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Forest: the trees of all pages, and what a measurement does to them: walk
// over every node, and take half of them away.

#ifndef EXAMPLES_DOM_FOREST_H_
#define EXAMPLES_DOM_FOREST_H_

#include <cstdint>
#include <vector>

#include "examples/dom/dom.h"

namespace dom {

// The roots: what they do not lead to is garbage.
using Forest = std::vector<Root<Document>>;

// What a walk finds. Two forests of the same pages give the same census,
// whatever memory they are in.
struct Census {
  uint64_t node_count = 0;  // documents, elements, texts and comments
  uint64_t attribute_count = 0;
  uint64_t text_bytes = 0;  // of texts, comments and attribute values
  uint32_t checksum = 0;    // of all names, positions and lengths, in order

  friend bool operator==(const Census&, const Census&) = default;
};

// Reads every node with its attributes and the length of its text, in document
// order.
Census Walk(const Forest& forest);

// Removes what follows the first `keep_count` nodes in document order. The
// nodes that stay and those that go were made one after the other, as with a
// browser's tabs: pages of the heap become free as a whole.
void Truncate(NodeHeap& heap, Forest& forest, uint64_t keep_count);

}  // namespace dom

#endif  // EXAMPLES_DOM_FOREST_H_
