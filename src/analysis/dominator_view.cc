// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Choosing, and a walk over what was chosen.

#include "analysis/dominator_view.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace halfword::analysis {

std::vector<DominatorRow> FindLargest(const DominatorTree& tree,
                                      const std::vector<uint64_t>& retained,
                                      size_t row_count) {
  std::vector<uint32_t> places(tree.count());
  std::iota(places.begin(), places.end(), 0);
  // Of equals the dominator has the lower place.
  const auto retains_more = [&retained](uint32_t a, uint32_t b) {
    return retained[a] != retained[b] ? retained[a] > retained[b] : a < b;
  };
  const size_t count = std::min<size_t>(row_count, places.size());
  const auto end = places.begin() + static_cast<ptrdiff_t>(count);
  std::partial_sort(places.begin(), end, places.end(), retains_more);
  places.erase(end, places.end());
  // By dominator; the last of each list is to be shown first.
  std::unordered_map<uint32_t, std::vector<uint32_t>> children;
  for (size_t i = places.size(); i-- > 0;) {
    if (places[i] != 0) children[tree.parents[places[i]]].push_back(places[i]);
  }
  std::vector<DominatorRow> rows;
  std::vector<DominatorRow> waiting;
  if (!places.empty()) waiting.push_back({0, 0});
  while (!waiting.empty()) {
    const DominatorRow row = waiting.back();
    waiting.pop_back();
    rows.push_back(row);
    const auto below = children.find(row.place);
    if (below == children.end()) continue;
    for (const uint32_t child : below->second) {
      waiting.push_back({child, row.depth + 1});
    }
  }
  return rows;
}

}  // namespace halfword::analysis
