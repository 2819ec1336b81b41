// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The heap counts its objects by class already; these are the classes of nouns.

#include "examples/nouns/census.h"

namespace nouns {

Census TakeCensus(halfword::Heap& heap) {
  heap.Collect(
      {.stack = halfword::StackState::kNoHeapPointers, .reason = "census"});
  const halfword::HeapStatistics statistics =
      heap.CollectStatistics(halfword::HeapStatistics::kDetailed);
  Census census;
  for (const auto& type : statistics.type_stats) {
    if (type.name == "nouns::Cell") census.cell_count = type.object_count;
    if (type.name == "nouns::IndirectAtom") {
      census.indirect_atom_count = type.object_count;
    }
  }
  census.heap_bytes = statistics.page_bytes;
  census.side_table_bytes = statistics.side_table_bytes;
  return census;
}

}  // namespace nouns
