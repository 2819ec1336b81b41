// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Counted in one map, then cut like rows are.

#include "analysis/report/bundles.h"

#include <algorithm>
#include <tuple>

namespace halfword::analysis {

void BundleCounter::Add(uint32_t row, ClassIndex class_index, uint32_t place,
                        uint64_t bytes) {
  const uint64_t key = uint64_t{row} << 32 | class_index;
  Bundle& bundle = bundles_
                       .try_emplace(key, Bundle{.row = row,
                                                .class_index = class_index,
                                                .first_place = place})
                       .first->second;
  ++bundle.count;
  bundle.bytes += bytes;
}

std::vector<Bundle> BundleCounter::Take(uint64_t least_bytes,
                                        size_t count_max) {
  std::vector<Bundle> taken;
  for (const auto& [key, bundle] : bundles_) {
    if (bundle.count > 1 && bundle.bytes >= least_bytes) {
      taken.push_back(bundle);
    }
  }
  bundles_.clear();
  // The order in the map is nobody's business: ties go by place.
  std::sort(taken.begin(), taken.end(), [](const Bundle& a, const Bundle& b) {
    return std::tie(b.bytes, a.first_place) < std::tie(a.bytes, b.first_place);
  });
  taken.resize(std::min(taken.size(), count_max));
  std::stable_sort(
      taken.begin(), taken.end(),
      [](const Bundle& a, const Bundle& b) { return a.row < b.row; });
  return taken;
}

}  // namespace halfword::analysis
