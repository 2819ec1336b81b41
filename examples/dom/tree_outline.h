// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// TreeOutline: the tree of a page as one array of hashes, so that two of them
// can be compared part by part, also when they are in different heaps. A part
// that is equal in both has one number.
//
// Next to read: tree_difference.h.

#ifndef EXAMPLES_DOM_TREE_OUTLINE_H_
#define EXAMPLES_DOM_TREE_OUTLINE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "examples/dom/document.h"

namespace dom {

// A node. Hashes are of names, values and texts, never of places or of the
// document's path; they mean something in this process only, and equal ones of
// unequal nodes are possible.
struct OutlineEntry {
  uint64_t name_hash = 0;  // the tag, or what kind of node it is
  uint64_t own_hash = 0;   // that with attributes, or the text
  uint64_t tree_hash = 0;  // that with all that is below it
  size_t node_count = 1;   // of the tree below it, and it
};

// In document order: the first child of entry i is i + 1, and what follows the
// tree of i is i + node_count. The document is entry 0.
using TreeOutline = std::vector<OutlineEntry>;

// Cost: linear in the tree; no recursion.
TreeOutline OutlineOf(const Document& document);

}  // namespace dom

#endif  // EXAMPLES_DOM_TREE_OUTLINE_H_
