// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// AllocationTraces: what a tracker knows, as a snapshot shows it: its tree of
// call stacks without the frames of Halfword and of the standard library that
// are innermost. All allocations end in the same few of those, and what people
// want to see is who called them.
//
//   main - Parse - ParseNumber - MakeGarbageCollected<Number> - TryAllocate
//                  ^ the site that is shown
//
// Such a frame further out, behind which the program is called back, stays.
//
// Threads: one. Reads the program's files for the names of functions.

#ifndef HALFWORD_SNAPSHOT_ALLOCATION_TRACES_H_
#define HALFWORD_SNAPSHOT_ALLOCATION_TRACES_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "snapshot/allocation_tracker.h"
#include "snapshot/name_table.h"

namespace halfword::inline HALFWORD_ABI::internal {

// The tracker's tree stays where it is: what is kept here is a bit a node, and
// the functions' names.
class AllocationTraces {
 public:
  using NodeIndex = TraceTree::NodeIndex;

  struct Function {
    NameNumber name;
    NameNumber module;
  };
  struct Amount {
    uint64_t count;
    uint64_t bytes;
  };

  // The names that it needs are added to *names.
  AllocationTraces(const AllocationTracker& tracker, NameTable* names);

  // By number; the first is that of the root.
  const std::vector<Function>& functions() const { return functions_; }
  const std::vector<AllocationSamples::Sample>& samples() const {
    return samples_;
  }

  // Nodes are those of the tree, whose root is the first; some are not shown.
  const TraceTree& tree() const { return tree_; }
  bool IsShown(NodeIndex node) const { return is_shown_[node]; }
  uint32_t FunctionOf(NodeIndex node) const {
    return node == TraceTree::kRoot ? 0 : tree_.nodes()[node].function + 1;
  }
  // What was allocated there, and in what counts as the node's.
  Amount AmountOf(NodeIndex node) const;

  // The id of the node that stands for a site of the tracker.
  uint32_t IdOfSite(uint32_t site) const;
  static uint32_t IdOfNode(NodeIndex node) { return node + 1; }

  size_t bytes() const;
  // While names were read.
  size_t bytes_max() const { return bytes_max_; }

 private:
  void AddFunctions(const FunctionTable& table, NameTable* names);
  void ShowNodes();
  bool IsInner(NodeIndex node) const { return is_inner_[FunctionOf(node)]; }
  void AddInner(NodeIndex node, Amount* amount) const;

  const TraceTree& tree_;
  std::vector<Function> functions_;
  std::vector<bool> is_inner_;  // by function
  std::vector<bool> is_shown_;  // by node
  std::vector<AllocationSamples::Sample> samples_;
  size_t bytes_max_ = 0;
};

// Whether a function, named as the linker knows it, is Halfword's own or the
// standard library's.
bool IsLibraryFunction(std::string_view name);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_ALLOCATION_TRACES_H_
