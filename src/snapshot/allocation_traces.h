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

class AllocationTraces {
 public:
  struct Function {
    NameNumber name;
    NameNumber module;
  };
  struct Node {
    uint32_t parent;
    uint32_t function;
    uint64_t count;
    uint64_t bytes;
    bool is_shown;
  };

  // The names that it needs are added to *names.
  AllocationTraces(const AllocationTracker& tracker, NameTable* names);

  // By number; the first is that of the root.
  const std::vector<Function>& functions() const { return functions_; }
  // By site of the tracker; the root is the first.
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<AllocationSamples::Sample>& samples() const {
    return samples_;
  }

  // The id of the node that stands for a site of the tracker.
  uint32_t IdOfSite(uint32_t site) const { return IdOfNode(shown_site_[site]); }
  static uint32_t IdOfNode(uint32_t node) { return node + 1; }

  size_t bytes() const;

 private:
  void AddFunctions(const FunctionTable& table, NameTable* names);
  void AddNodes(const TraceTree& tree);

  std::vector<Function> functions_;
  std::vector<bool> is_inner_;  // by function
  std::vector<Node> nodes_;
  std::vector<uint32_t> shown_site_;
  std::vector<AllocationSamples::Sample> samples_;
};

// Whether a function, named as the linker knows it, is Halfword's own or the
// standard library's.
bool IsLibraryFunction(std::string_view name);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_ALLOCATION_TRACES_H_
