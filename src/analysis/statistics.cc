// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One pass; an array counts with its elements if nothing else has them.

#include "analysis/statistics.h"

#include <algorithm>
#include <utility>

namespace halfword::analysis {

namespace {

// By place in graph.array_elements: whether the elements have one edge to them.
std::vector<bool> FindOwnElements(const HeapGraph& graph) {
  std::vector<uint8_t> edge_counts(graph.node_count());
  std::vector<bool> is_own;
  if (graph.array_elements.empty()) return is_own;
  for (uint32_t i = 0; i < graph.edge_count(); ++i) {
    uint8_t& count = edge_counts[graph.EdgeAt(i).target];
    if (count < 2) ++count;
  }
  for (const auto& [array, elements] : graph.array_elements) {
    is_own.push_back(edge_counts[elements] == 1);
  }
  return is_own;
}

}  // namespace

SnapshotStatistics FindStatistics(const HeapGraph& graph,
                                  const StringTable& strings,
                                  const std::vector<bool>& is_renamed) {
  SnapshotStatistics sums;
  sums.native_bytes = graph.extra_native_bytes;
  sums.total_bytes = graph.extra_native_bytes;
  const std::vector<bool> is_own = FindOwnElements(graph);
  size_t next_array = 0;
  for (Node node = 0; node < graph.node_count(); ++node) {
    const uint64_t bytes = graph.self_bytes[node];
    const KnownName name = is_renamed[node]
                               ? KnownName::kNone
                               : strings.TraitsOf(graph.names[node]).known();
    sums.total_bytes += bytes;
    while (next_array < graph.array_elements.size() &&
           graph.array_elements[next_array].first < node) {
      ++next_array;
    }
    switch (graph.KindOf(node)) {
      case NodeKind::kHidden:
        sums.system_bytes += bytes;
        break;
      case NodeKind::kNative:
        sums.native_bytes += bytes;
        if (name == KnownName::kArrayBufferData) {
          sums.typed_array_bytes += bytes;
        }
        break;
      case NodeKind::kCode:
        sums.code_bytes += bytes;
        break;
      case NodeKind::kString:
      case NodeKind::kConcatenatedString:
      case NodeKind::kSlicedString:
        sums.string_bytes += bytes;
        break;
      default:
        if (name != KnownName::kArray) break;
        sums.js_array_bytes += bytes;
        if (next_array < graph.array_elements.size() &&
            graph.array_elements[next_array].first == node &&
            is_own[next_array]) {
          const Node elements = graph.array_elements[next_array].second;
          sums.js_array_bytes += graph.self_bytes[elements];
        }
    }
  }
  return sums;
}

}  // namespace halfword::analysis
