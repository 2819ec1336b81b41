// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// For each node the one below it that retains nearly as much, if there is one;
// then each way once, from its head.

#include "analysis/report/long_ways.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace halfword::analysis {

namespace {

constexpr uint32_t kNone = UINT32_MAX;
// A step loses one part of so many at most, so that twelve keep half.
constexpr uint64_t kParts = 20;
constexpr size_t kShortNodesMax = 12;
constexpr size_t kNodesAtHead = 3;
constexpr size_t kNodesAtEnd = 2;

// By place: that of the step down, or kNone.
WordArray FindSteps(const DominatorTree& tree,
                    const std::vector<uint64_t>& retained,
                    uint64_t least_bytes) {
  WordArray steps;
  steps.Resize(tree.count());
  std::fill(steps.begin(), steps.end(), kNone);
  for (uint32_t place = 1; place < tree.count(); ++place) {
    if (retained[place] < least_bytes) continue;
    const uint32_t parent = tree.parents[place];
    const uint64_t lost = retained[parent] - retained[place];
    if (lost <= retained[parent] / kParts) steps[parent] = place;
  }
  return steps;
}

}  // namespace

WordArray FindLongWays(const DominatorTree& tree,
                       const std::vector<uint64_t>& retained,
                       uint64_t least_bytes) {
  const WordArray steps = FindSteps(tree, retained, least_bytes);
  WordArray fronts;
  fronts.Resize(tree.count());
  std::iota(fronts.begin(), fronts.end(), 0);
  std::vector<uint32_t> way;
  for (uint32_t head = 0; head < tree.count(); ++head) {
    const bool continues = head != 0 && steps[tree.parents[head]] == head;
    if (continues || steps[head] == kNone) continue;
    way.clear();
    for (uint32_t place = head; place != kNone; place = steps[place]) {
      way.push_back(place);
    }
    if (way.size() <= kShortNodesMax) continue;
    for (size_t i = kNodesAtHead; i < way.size() - kNodesAtEnd; ++i) {
      fronts[way[i]] = way[kNodesAtHead];
    }
  }
  return fronts;
}

}  // namespace halfword::analysis
