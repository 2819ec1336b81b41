// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// NodeBrowser: single nodes of a snapshot, as views show them: names, ids,
// edges by name. All of it is read from the file again, near where it stands,
// so that nothing of it is kept for the millions of nodes that nobody looks at.
//
// Cost: some ten microseconds for a node or an edge far from the last one;
// names that it has seen are kept, up to a bound.
//
// Threads: one.

#ifndef HALFWORD_ANALYSIS_NODE_BROWSER_H_
#define HALFWORD_ANALYSIS_NODE_BROWSER_H_

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/file/row_lookup.h"
#include "analysis/file/snapshot.h"

namespace halfword::analysis {

struct NodeDetails {
  std::string type;
  uint32_t id;
  NameSlot name;
  uint32_t first_edge;
  uint32_t edge_count;
};

struct EdgeDetails {
  std::string type;
  std::string name;  // of an element or a hidden edge, its index
  Node target;
};

class NodeBrowser {
 public:
  // is_renamed: see SpreadDetachedness().
  NodeBrowser(const Snapshot& snapshot, const std::vector<bool>& is_renamed);

  NodeDetails DetailsOf(Node node) const;
  EdgeDetails EdgeAt(uint32_t edge) const;

  // Requires: the graph has its kinds and names.
  // As rows show it: "Foo", "{x, y}", the text of a string, also of one that is
  // put together from others.
  std::string NameOf(Node node) const;

 private:
  const std::string& TextOf(NameSlot slot) const;
  std::string TextOfConcatenation(Node node) const;
  std::string LabelOf(const NodeDetails& details) const;
  bool IsShownProperty(uint32_t edge) const;

  const Snapshot& snapshot_;
  const std::vector<bool>& is_renamed_;
  mutable std::unordered_map<NameSlot, std::string> texts_;
  mutable RowLookup nodes_;
  mutable RowLookup edges_;
  // Concatenations that all names together may still walk over.
  mutable uint64_t parts_left_;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_NODE_BROWSER_H_
