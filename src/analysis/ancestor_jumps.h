// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// AncestorJumps: a tree that grows leaf by leaf, in which the first ancestor
// that is low enough is found in steps of the logarithm of the depth. Each node
// knows its parent and one ancestor farther up, by the skew binary numbers of
// Myers ("An applicative random-access stack", 1983).
//
// Nodes are numbers; a parent is lower than its children.

#ifndef HALFWORD_ANALYSIS_ANCESTOR_JUMPS_H_
#define HALFWORD_ANALYSIS_ANCESTOR_JUMPS_H_

#include <cstdint>

#include "analysis/file/word_array.h"

namespace halfword::analysis {

class AncestorJumps {
 public:
  // Of a tree of so many nodes, of which only the root, 0, is there.
  explicit AncestorJumps(uint32_t count) : depths_(count), jumps_(count) {
    depths_[0] = 0;
    jumps_[0] = 0;
  }

  // Adds a node. Its ancestors have been added.
  void Add(uint32_t node, uint32_t parent) {
    const uint32_t jump = jumps_[parent];
    const bool are_equal = depths_[parent] - depths_[jump] ==
                           depths_[jump] - depths_[jumps_[jump]];
    depths_[node] = depths_[parent] + 1;
    jumps_[node] = are_equal ? jumps_[jump] : parent;
  }

  // The node, or its nearest ancestor that is not above the bound. parents: of
  // all that have been added.
  uint32_t FirstUpTo(uint32_t bound, uint32_t node,
                     const WordArray& parents) const {
    while (node > bound) {
      node = jumps_[node] > bound ? jumps_[node] : parents[node];
    }
    return node;
  }

 private:
  WordArray depths_;
  WordArray jumps_;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_ANCESTOR_JUMPS_H_
