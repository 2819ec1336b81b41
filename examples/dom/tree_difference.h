// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How the trees of two versions of a page differ: whether they do, byte by
// byte, and by how many nodes, in the way that a reader would count.

#ifndef EXAMPLES_DOM_TREE_DIFFERENCE_H_
#define EXAMPLES_DOM_TREE_DIFFERENCE_H_

#include <cstdint>

#include "examples/dom/document.h"
#include "examples/dom/tree_outline.h"

namespace dom {

enum class Likeness {
  kEqual,      // the same nodes, tags, attributes and texts in document order
  kMoved,      // those; but tags stand at other places of the page
  kDifferent,  // not even those
};

// The trees may be in different heaps. Cost: linear; no recursion.
Likeness Compare(const Document& before, const Document& after);

struct NodeDifference {
  uint64_t added_count = 0;
  uint64_t removed_count = 0;

  friend bool operator==(const NodeDifference&,
                         const NodeDifference&) = default;
};

// How many nodes one has and the other has not. The children of a node are set
// against those of the same node before: first those whose whole trees are
// equal, wherever among their siblings they stand; of the rest one is set
// against another of the same tag, and their children in turn. An element with
// other attributes, or a text that changed, is one node removed and one added.
// A node that got another parent is removed and added, with what is below it.
//
// Cost: n log n for n nodes; no recursion.
NodeDifference CountDifference(const TreeOutline& before,
                               const TreeOutline& after);

}  // namespace dom

#endif  // EXAMPLES_DOM_TREE_DIFFERENCE_H_
