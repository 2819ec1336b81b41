// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Functions and samples are rows of numbers; the tree is nested arrays.

#include "snapshot/trace_sections.h"

#include <cstdint>

#include "snapshot/snapshot_state.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

class TreeWriter {
 public:
  TreeWriter(const AllocationTraces& traces, JsonOutput* output)
      : traces_(traces), output_(*output) {}

  // Calls itself as deep as the longest stack that is tracked.
  void Write(TraceTree::NodeIndex node) {
    const AllocationTraces::Amount amount = traces_.AmountOf(node);
    output_.PutNumber(AllocationTraces::IdOfNode(node));
    for (const uint64_t number :
         {uint64_t{traces_.FunctionOf(node)}, amount.count, amount.bytes}) {
      output_.Put(",");
      output_.PutNumber(number);
    }
    output_.Put(",[");
    bool is_first = true;
    traces_.tree().ForEachChild(node, [&](TraceTree::NodeIndex child) {
      if (!traces_.IsShown(child)) return;
      output_.Put(is_first ? "\n" : ",\n");
      is_first = false;
      Write(child);
    });
    output_.Put("]");
  }

 private:
  const AllocationTraces& traces_;
  JsonOutput& output_;
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
