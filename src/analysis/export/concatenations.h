// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Concatenations: of what strings that V8 has put together consist. A row shows
// the text of such a string's leaves, from left to right, until it has 1024
// UTF-16 code units; and a program that builds a string by a million `+=` has a
// million of them, each inside of the next.
//
// So each is brought into a form in which a walk does not pass parts that show
// nothing: a sum whose first part fills the text alone, or whose other part is
// empty, is replaced by that part. A walk then takes at most two steps for each
// unit of the text, wherever it starts.
//
// A sum inside of itself, which no producer writes, counts as empty there.
//
// Cost: 28 bytes a sum; while Finish() runs, 6 for each different leaf.

#ifndef HALFWORD_ANALYSIS_EXPORT_CONCATENATIONS_H_
#define HALFWORD_ANALYSIS_EXPORT_CONCATENATIONS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "analysis/file/heap_graph.h"
#include "analysis/file/string_table.h"

namespace halfword::analysis {

class Concatenations {
 public:
  // Where a text is long enough, in UTF-16 code units.
  static constexpr uint32_t kUnitsMin = 1024;

  // Of all nodes of that kind. A part that is never set is the node 0, as in
  // DevTools. The graph must outlive this.
  explicit Concatenations(const HeapGraph& graph);

  // Requires: the node is one of them.
  void SetFirst(Node node, Node part) { Find(node)->first.index = part; }
  void SetSecond(Node node, Node part) { Find(node)->second.index = part; }
  // After all parts are set; before the first ForEachLeaf().
  void Finish(const StringTable& strings);

  // Calls visit(NameSlot) for the leaves whose texts are that of the node.
  // Requires: the node is one of them.
  template <typename Visit>
  void ForEachLeaf(Node node, Visit visit) const {
    std::vector<Part> waiting = {Find(node)->shown};
    uint32_t units = 0;
    while (!waiting.empty() && units < kUnitsMin) {
      const Part part = waiting.back();
      waiting.pop_back();
      if (part.is_sum) {
        waiting.push_back(sums_[part.index].second);
        waiting.push_back(sums_[part.index].first);
      } else if (part.units != 0) {
        units += part.units;
        visit(NameSlot{part.index});
      }
    }
  }

 private:
  struct Part {
    uint32_t index;  // a node; by Finish() a slot, or a place in sums_
    uint16_t units;  // kUnitsMin stands for more, too
    bool is_sum;
  };
  struct Sum {
    Node node;
    Part first;
    Part second;
    Part shown;  // what has the same text
  };

  const Sum* Find(Node node) const {
    return &*std::lower_bound(
        sums_.begin(), sums_.end(), node,
        [](const Sum& sum, Node wanted) { return sum.node < wanted; });
  }
  Sum* Find(Node node) {
    return const_cast<Sum*>(std::as_const(*this).Find(node));
  }
  void ResolveParts(const StringTable& strings);
  void Simplify(Sum* sum);
  void SimplifyAll();

  const HeapGraph& graph_;
  std::vector<Sum> sums_;  // by node
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_EXPORT_CONCATENATIONS_H_
