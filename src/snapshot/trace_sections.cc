// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Functions and samples are rows of numbers; the tree is nested arrays.

#include "snapshot/trace_sections.h"

#include <cstdint>
#include <vector>

#include "snapshot/snapshot_state.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

class TreeWriter {
 public:
  TreeWriter(const AllocationTraces& traces, JsonOutput* output)
      : nodes_(traces.nodes()),
        output_(*output),
        first_child_(nodes_.size(), kNone),
        next_sibling_(nodes_.size(), kNone) {
    // From the last on, so that children stand in the order of their calls.
    for (auto i = static_cast<uint32_t>(nodes_.size()); i-- > 1;) {
      if (!nodes_[i].is_shown) continue;
      next_sibling_[i] = first_child_[nodes_[i].parent];
      first_child_[nodes_[i].parent] = i;
    }
  }

  // Calls itself as deep as the longest stack that is tracked.
  void Write(uint32_t node) {
    output_.PutNumber(AllocationTraces::IdOfNode(node));
    for (const uint64_t number : {uint64_t{nodes_[node].function},
                                  nodes_[node].count, nodes_[node].bytes}) {
      output_.Put(",");
      output_.PutNumber(number);
    }
    output_.Put(",[");
    for (uint32_t i = first_child_[node]; i != kNone; i = next_sibling_[i]) {
      output_.Put(i == first_child_[node] ? "\n" : ",\n");
      Write(i);
    }
    output_.Put("]");
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  const std::vector<AllocationTraces::Node>& nodes_;
  JsonOutput& output_;
  std::vector<uint32_t> first_child_;
  std::vector<uint32_t> next_sibling_;
};

}  // namespace

void WriteTraceFunctions(const SnapshotGraph& graph, const StringLayout& layout,
                         JsonOutput* output) {
  if (graph.traces() == nullptr) return;
  uint32_t number = 0;
  for (const AllocationTraces::Function& function :
       graph.traces()->functions()) {
    output->Put(number == 0 ? "\n" : ",\n");
    output->PutNumber(number++);
    output->Put(",");
    output->PutNumber(layout.names + function.name);
    output->Put(",");
    output->PutNumber(layout.names + function.module);
    // No script; line and column are not known.
    output->Put(",0,0,0");
  }
}

void WriteTraceTree(const SnapshotGraph& graph, JsonOutput* output) {
  if (graph.traces() == nullptr) return;
  TreeWriter(*graph.traces(), output).Write(TraceTree::kRoot);
}

void WriteSamples(const SnapshotGraph& graph, JsonOutput* output) {
  if (graph.traces() == nullptr) return;
  bool is_first = true;
  for (const AllocationSamples::Sample& sample : graph.traces()->samples()) {
    output->Put(is_first ? "\n" : ",\n");
    is_first = false;
    output->PutNumber(sample.time_us);
    output->Put(",");
    output->PutNumber(IdOfNumber(sample.last_number));
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal
