// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Ways: for each node one of the shortest ways by which the program reaches it:
// how it comes that the node is there.
//
// Cost: a walk over the file's edges; 9 bytes a node.

#ifndef HALFWORD_ANALYSIS_FINDINGS_WAYS_H_
#define HALFWORD_ANALYSIS_FINDINGS_WAYS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/figures.h"
#include "analysis/file/snapshot.h"

namespace halfword::analysis {

struct WayStep {
  Node node;
  std::string edge;  // that leads to it; "": it is where the way begins
};

class Ways {
 public:
  // figures: of the same snapshot, with the scope kNodes. Throws SnapshotError.
  Ways(const Snapshot& snapshot, const Figures& figures);

  // From a user root, or from the root for what the system holds, to the node,
  // both included. What nothing reaches has a way of itself alone.
  std::vector<WayStep> To(Node node) const;
  // The same with "[]" for each index, be it of an element or of a slot.
  std::vector<WayStep> FoldedTo(Node node) const;

  // Objects whose ways are equal: the same edges, but for indexes, lead through
  // objects of the same classes.
  struct Group {
    Node first;  // of the nodes as they were given
    uint64_t count;
  };
  // Those of most objects first. Cost: 8 bytes a node of the snapshot, while it
  // runs.
  std::vector<Group> GroupByWay(const std::vector<Node>& nodes,
                                const ClassTable& classes) const;

 private:
  enum class Indexes { kShown, kFolded };

  std::vector<WayStep> Collect(Node node, Indexes indexes) const;
  bool IsSlot(Node node) const;

  static constexpr Node kNone = UINT32_MAX;

  const StringTable& strings_;
  // By node: of the way's last step.
  std::vector<Node> sources_;
  std::vector<uint32_t> names_;
  std::vector<bool> has_index_;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FINDINGS_WAYS_H_
