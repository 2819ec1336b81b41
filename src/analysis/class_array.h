// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ClassArray: a class for each node. Most snapshots have some thousand classes
// and millions of nodes, so that 16 bits of each are kept first, and the others
// from the first class that has any.

#ifndef HALFWORD_ANALYSIS_CLASS_ARRAY_H_
#define HALFWORD_ANALYSIS_CLASS_ARRAY_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/file/heap_graph.h"

namespace halfword::analysis {

using ClassIndex = uint32_t;

class ClassArray {
 public:
  // All of class 0.
  void Resize(Node node_count) { low_.resize(node_count); }

  ClassIndex operator[](Node node) const {
    return low_[node] | (high_.empty() ? 0 : ClassIndex{high_[node]} << 16);
  }
  void Set(Node node, ClassIndex index) {
    low_[node] = static_cast<uint16_t>(index);
    if (index >> 16 != 0 && high_.empty()) high_.resize(low_.size());
    if (!high_.empty()) high_[node] = static_cast<uint16_t>(index >> 16);
  }

 private:
  std::vector<uint16_t> low_;
  std::vector<uint16_t> high_;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_CLASS_ARRAY_H_
