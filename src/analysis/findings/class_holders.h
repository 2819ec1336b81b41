// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Who holds the objects of a class: of which classes their holders are, and by
// which edges they hold them. Where one object has one retainer, ten thousand
// mostly have one kind of retainer.

#ifndef HALFWORD_ANALYSIS_FINDINGS_CLASS_HOLDERS_H_
#define HALFWORD_ANALYSIS_FINDINGS_CLASS_HOLDERS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/figures.h"
#include "analysis/file/snapshot.h"

namespace halfword::analysis {

struct ClassHolder {
  static constexpr ClassIndex kNoOwner = UINT32_MAX;

  ClassIndex holder;  // the class of those that hold
  // Of arrays: the class of the objects that have them to themselves.
  ClassIndex owner;
  // "[]": an element or a slot of a table, whatever its index.
  std::string edge;
  uint64_t count;  // of edges
};

// Most edges first. Weak ones and those of the root are left out. nodes: in the
// order of the file. figures: of the same snapshot, with the scope kNodes.
// Throws SnapshotError.
std::vector<ClassHolder> FindClassHolders(const Snapshot& snapshot,
                                          const Figures& figures,
                                          const std::vector<Node>& nodes);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FINDINGS_CLASS_HOLDERS_H_
