// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Ids of the file beside the sizes of the figures.

#include "analysis/findings/grown_objects.h"

#include <algorithm>

#include "analysis/distances.h"
#include "analysis/file/node_ids.h"

namespace halfword::analysis {

namespace {

bool IsOfProgram(NodeKind kind) {
  return kind == NodeKind::kObject || kind == NodeKind::kNative ||
         kind == NodeKind::kArray;
}

}  // namespace

SizesById SizesById::Of(const Snapshot& snapshot) {
  const std::vector<uint32_t> ids =
      ReadNodeIds(*snapshot.file, snapshot.sections);
  SizesById sizes;
  for (size_t node = 0; node < ids.size(); ++node) {
    const uint32_t bytes = snapshot.graph.self_bytes[node];
    if (bytes != 0) sizes.rows_.push_back({ids[node], bytes});
  }
  std::sort(sizes.rows_.begin(), sizes.rows_.end(),
            [](const Row& a, const Row& b) { return a.id < b.id; });
  return sizes;
}

uint32_t SizesById::BytesOf(uint32_t id) const {
  const auto place = std::lower_bound(
      rows_.begin(), rows_.end(), id,
      [](const Row& row, uint32_t wanted) { return row.id < wanted; });
  return place != rows_.end() && place->id == id ? place->bytes : 0;
}

std::vector<GrownObject> FindGrownObjects(const Snapshot& snapshot,
                                          const Figures& figures,
                                          const SizesById& older) {
  const HeapGraph& graph = snapshot.graph;
  const std::vector<uint32_t>& bytes = graph.self_bytes;
  const std::vector<uint32_t> ids =
      ReadNodeIds(*snapshot.file, snapshot.sections);
  std::vector<GrownObject> found;
  for (Node node = 0; node < bytes.size(); ++node) {
    const int32_t distance = figures.distances[node];
    if (bytes[node] < kGrownBytesMin || distance <= 0 ||
        distance == kSystemDistance || !IsOfProgram(graph.KindOf(node))) {
      continue;
    }
    const uint32_t before = older.BytesOf(ids[node]);
    if (before == 0 || bytes[node] < uint64_t{before} + kGrownBytesMin) {
      continue;
    }
    found.push_back({node, bytes[node] - before});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const GrownObject& a, const GrownObject& b) {
                     return a.grown_bytes > b.grown_bytes;
                   });
  return found;
}

}  // namespace halfword::analysis
